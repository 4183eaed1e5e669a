import { expect, it } from 'vitest';
import { dataKeysOf } from './data-key.ts';
import { memoryStore, type SecretStore } from './secret-store.ts';
import { memoryFile } from './outdated.ts';
import { openVault, type Vault } from './vault.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A keychain that may be locked, and the files that stand in for it. */
class Computer {
  isLocked = true;
  readonly keychain = memoryStore();
  readonly files = memoryStore();
  readonly values = memoryFile();
  hasFiles = true;

  open(): Promise<Vault> {
    const unlessLocked = <T>(value: Promise<T>): Promise<T> =>
      this.isLocked ? Promise.reject(new Error('locked')) : value;
    const keychain: SecretStore = {
      keptIn: 'keychain',
      read: (name) => unlessLocked(this.keychain.read(name)),
      write: (name, value) => unlessLocked(this.keychain.write(name, value)),
      clear: (name) => unlessLocked(this.keychain.clear(name)),
    };
    const files: SecretStore[] = this.hasFiles ? [{ ...this.files, keptIn: 'safe-storage' }] : [];
    return openVault([keychain, ...files], quiet, { file: this.values });
  }
}

it('a session that was signed out does not come back where it was kept while the keychain was locked', async () => {
  const computer = new Computer();
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
  const computer = new Computer();
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
  const computer = new Computer();
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
  const computer = new Computer();
  const first = await computer.open();
  await first.write('backup-passphrase', 'the first one');
  computer.isLocked = false;
  await first.tryAgain();
  await first.write('backup-passphrase', 'another one');
  computer.isLocked = true;
  expect(await (await computer.open()).read('backup-passphrase')).not.toBe('the first one');
});

it('two that ask for the key of new data at once get one key', async () => {
  const vault = await openVault([{ ...memoryStore(), keptIn: 'keychain' }], quiet);
  const [one, other] = await Promise.all([dataKeysOf(vault), dataKeysOf(vault)]);
  expect(one).toEqual(other);
});
