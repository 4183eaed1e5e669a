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

test('a session that is ended while the keychain is unlocked does not move there', async () => {
  const files = memoryStore();
  const file = memoryFile();
  await files.write('session', 'kept in the files');
  file.set('outdatedSecrets', { session: 1 });
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const keychain = memoryStore();
  const locked: SecretStore = {
    ...keychain,
    keptIn: 'keychain',
    read: async (name) => {
      await unlocked;
      return keychain.read(name);
    },
  };
  const { promise: read, resolve: go } = Promise.withResolvers<void>();
  let reads = 0;
  const slow: SecretStore = {
    ...files,
    keptIn: 'safe-storage',
    read: async (name) => {
      const value = await files.read(name);
      if (name === 'session' && reads++ > 0) await read;
      return value;
    },
  };
  const vault = await openVault([locked, slow], quiet, { file, timing: { firstLookMs: 100 } });
  expect(await vault.read('session')).toBe('kept in the files');
  unlock();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const ending = vault.clear('session');
  await new Promise((resolve) => setTimeout(resolve, 20));
  go();
  await ending;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([await vault.read('session'), await keychain.read('session')]).toEqual([null, null]);
});
