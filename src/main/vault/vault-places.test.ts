import { expect, it } from 'vitest';
import { dataKeysOf } from './data-key.ts';
import { memoryStore, type SecretStore } from './secret-store.ts';
import { openVault, type Vault } from './vault.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A keychain that may be locked, and the files that stand in for it. */
class Computer {
  isLocked = true;
  readonly keychain = memoryStore();
  readonly files = memoryStore();

  open(): Promise<Vault> {
    const unlessLocked = <T>(value: Promise<T>): Promise<T> =>
      this.isLocked ? Promise.reject(new Error('locked')) : value;
    const keychain: SecretStore = {
      keptIn: 'keychain',
      read: (name) => unlessLocked(this.keychain.read(name)),
      write: (name, value) => unlessLocked(this.keychain.write(name, value)),
      clear: (name) => unlessLocked(this.keychain.clear(name)),
    };
    return openVault([keychain, { ...this.files, keptIn: 'safe-storage' }], quiet);
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
