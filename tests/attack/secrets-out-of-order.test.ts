import { expect, test } from 'vitest';
import { memoryFile } from '../../src/main/vault/outdated.ts';
import { memoryStore, type SecretStore } from '../../src/main/vault/secret-store.ts';
import { openVault } from '../../src/main/vault/vault.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a session that is ended while it is being kept is not kept after all', async () => {
  const kept = memoryStore();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  /** A keychain whose first write takes its time, as one does that wakes its service up. */
  const keychain: SecretStore = {
    ...kept,
    keptIn: 'keychain',
    write: async (name, value) => {
      await answered;
      await kept.write(name, value);
    },
  };
  const vault = await openVault([keychain], quiet);
  const keeping = vault.write('session', 'renewed');
  const ending = vault.clear('session');
  answer();
  await Promise.all([keeping, ending]);
  expect(await (await openVault([{ ...kept, keptIn: 'keychain' }], quiet)).read('session')).toBeNull();
});

test('a session that was ended while the keychain was away stays ended when the power goes at that moment', async () => {
  const keychain = memoryStore();
  await keychain.write('session', 'of before');
  const files = memoryStore();
  const file = memoryFile();
  const away = (): Promise<never> => Promise.reject(new Error('locked'));
  const locked: SecretStore = { keptIn: 'keychain', read: away, write: away, clear: away };
  const cut = new Promise<never>(() => undefined);
  /** The secret is gone from the files, and then the power: nothing after it happens. */
  const dying: SecretStore = {
    ...files,
    keptIn: 'safe-storage',
    clear: async (name) => {
      await files.clear(name);
      return cut;
    },
  };
  const vault = await openVault([locked, dying], quiet, { file, timing: { writeMs: 60_000 } });
  void vault.clear('session');
  await new Promise(setImmediate);
  const after = [
    { ...keychain, keptIn: 'keychain' as const },
    { ...files, keptIn: 'safe-storage' as const },
  ];
  expect(await (await openVault(after, quiet, { file })).read('session')).toBeNull();
});
