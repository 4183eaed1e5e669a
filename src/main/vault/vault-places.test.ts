import { expect, it } from 'vitest';
import { dataKeysOf } from './data-key.ts';
import { memoryStore, type SecretStore } from './secret-store.ts';
import { memoryFile } from './outdated.ts';
import { openVault } from './vault.ts';
import { KeychainComputer, quietLog } from '../../../tests/support/keychain-computer.ts';

it('a session that was signed out does not come back where it was kept while the keychain was locked', async () => {
  const computer = new KeychainComputer();
  const first = await computer.open();
  await first.write('session', 'refresh token');
  computer.isLocked = false;
  await first.tryAgain();
  await first.clear('session');
  computer.isLocked = true;
  expect(await (await computer.open()).read('session')).toBeNull();
});

it.each([
  ['files', true],
  ['memory', false],
])('a session that was signed out in %s does not come back with the keychain', async (_what, hasFiles) => {
  const computer = new KeychainComputer();
  computer.hasFiles = hasFiles;
  computer.isLocked = false;
  await (await computer.open()).write('session', 'of the first run');
  computer.isLocked = true;
  const second = await computer.open();
  await second.write('session', 'of the second run');
  await second.clear('session');
  computer.isLocked = false;
  expect(await (await computer.open()).read('session')).toBeNull();
  expect(await computer.keychain.read('session')).toBeNull();
});

it('a session of the files goes on when the keychain is back in the next run', async () => {
  const computer = new KeychainComputer();
  computer.isLocked = false;
  await (await computer.open()).write('session', 'of the first run');
  computer.isLocked = true;
  await (await computer.open()).write('session', 'of the second run');
  computer.isLocked = false;
  expect(await (await computer.open()).read('session')).toBe('of the second run');
  computer.isLocked = true;
  expect(await (await computer.open()).read('session')).toBeNull();
  computer.isLocked = false;
  expect(await (await computer.open()).read('session')).toBe('of the second run');
});

it('a passphrase that was replaced is never used again', async () => {
  const computer = new KeychainComputer();
  const first = await computer.open();
  await first.write('backup-passphrase', 'the first one');
  computer.isLocked = false;
  await first.tryAgain();
  await first.write('backup-passphrase', 'another one');
  computer.isLocked = true;
  expect(await (await computer.open()).read('backup-passphrase')).not.toBe('the first one');
});

it('two that ask for the key of new data at once get one key', async () => {
  const vault = await openVault([{ ...memoryStore(), keptIn: 'keychain' }], quietLog);
  const [one, other] = await Promise.all([dataKeysOf(vault), dataKeysOf(vault)]);
  expect(one).toEqual(other);
});

const full = (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device, write'));
/** The file of this computer on a disk that is full. */
const FULL_FILE = {
  get: () => undefined,
  set: () => {
    throw new Error('ENOSPC: no space left on device, write');
  },
};
/** Secrets in files, on the same disk. */
const fullStore = () => ({ ...memoryStore(), keptIn: 'safe-storage' as const, write: full, clear: full });

it('a vault on a full disk goes on in memory and never fails', async () => {
  const vault = await openVault([fullStore()], quietLog, { file: FULL_FILE });
  await vault.write('session', 'renewed');
  expect([vault.keptIn, await vault.read('session')]).toEqual(['memory', 'renewed']);
  await vault.clear('session');
  expect(await vault.read('session')).toBeNull();
});

it('a session that is ended while it is being kept is not kept after all', async () => {
  const kept = memoryStore();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  /** A keychain whose first write is slow: its service wakes up. */
  const keychain: SecretStore = {
    ...kept,
    keptIn: 'keychain',
    write: async (name, value) => {
      await answered;
      await kept.write(name, value);
    },
  };
  const vault = await openVault([keychain], quietLog);
  const keeping = vault.write('session', 'renewed');
  const ending = vault.clear('session');
  answer();
  await Promise.all([keeping, ending]);
  expect(await (await openVault([{ ...kept, keptIn: 'keychain' }], quietLog)).read('session')).toBeNull();
});

it('a session that was ended while the keychain was away stays ended when the power goes at that moment', async () => {
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
  const vault = await openVault([locked, dying], quietLog, { file, timing: { writeMs: 60_000 } });
  void vault.clear('session');
  await new Promise(setImmediate);
  const after = [
    { ...keychain, keptIn: 'keychain' as const },
    { ...files, keptIn: 'safe-storage' as const },
  ];
  expect(await (await openVault(after, quietLog, { file })).read('session')).toBeNull();
});

it('a session that is ended while the keychain is unlocked does not move there', async () => {
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
  const vault = await openVault([locked, slow], quietLog, { file, timing: { firstPollMs: 100 } });
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
