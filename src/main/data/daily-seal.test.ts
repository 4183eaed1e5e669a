import { expect, test } from 'vitest';
import { memoryStore } from '../vault/secret-store.ts';
import { openVault } from '../vault/vault.ts';
import { DailySeal } from './daily-seal.ts';

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('the passphrase lies in the vault alone; the file of this computer knows only that there is one', async () => {
  const values = new Map<string, unknown>();
  const file = {
    get: (name: string) => values.get(name),
    set: (name: string, value: unknown) => void values.set(name, value),
  };
  const keychain = { ...memoryStore(), keptIn: 'keychain' as const };
  const open = () => new DailySeal(openVault([keychain], LOG), file);
  expect([open().isWanted, await open().passphrase()]).toEqual([false, null]);
  await open().set('correct horse battery');
  expect(JSON.stringify([...values])).not.toContain('horse');
  expect([open().isWanted, await open().passphrase()]).toEqual([true, 'correct horse battery']);
  await keychain.clear('backup-passphrase');
  expect([open().isWanted, await open().passphrase()]).toEqual([true, null]);
  await open().set(null);
  expect([open().isWanted, await open().passphrase()]).toEqual([false, null]);
});

test('a vault of memory says that it cannot keep it', async () => {
  const file = { get: () => undefined, set: () => undefined };
  expect(await new DailySeal(openVault([], LOG), file).canKeep()).toBe(false);
});
