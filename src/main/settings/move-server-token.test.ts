import { expect, test } from 'vitest';
import { serverTokens } from '../vault/server-token.ts';
import { memoryStore, type SecretStore } from '../vault/secret-store.ts';
import { openVault } from '../vault/vault.ts';
import { moveServerToken } from './move-server-token.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const url = 'https://desk.example';

const fileOf = (settings: unknown) => {
  const values = new Map<string, unknown>([['settings', settings]]);
  return {
    values,
    get: (name: string) => values.get(name),
    set: (name: string, value: unknown) => void values.set(name, value),
  };
};
const old = { skin: 'dark', backend: { kind: 'server', url, apiToken: 'a token' } };
const keychain = (): SecretStore => ({ ...memoryStore(), keptIn: 'keychain' });

test('a token that lay in the settings in plain goes to the vault, and is sent to its own server only', async () => {
  const vault = openVault([keychain()], quiet);
  const file = fileOf(old);
  await moveServerToken(file, vault);
  expect(file.values.get('settings')).toEqual({ skin: 'dark', backend: { kind: 'server', url } });
  expect(await serverTokens(vault).of(url)).toBe('a token');
  expect(await serverTokens(vault).of('https://other.example')).toBe('');
});

test('while there is no keychain the token is used from there, and not lost', async () => {
  const vault = openVault([], quiet);
  const file = fileOf(old);
  await moveServerToken(file, vault);
  expect(file.values.get('settings')).toEqual(old);
  expect(await serverTokens(vault).of(url)).toBe('a token');
});

test('settings without a token stay as they are', async () => {
  const file = fileOf({ backend: { kind: 'embedded' } });
  await moveServerToken(file, openVault([keychain()], quiet));
  expect(file.values.get('settings')).toEqual({ backend: { kind: 'embedded' } });
});
