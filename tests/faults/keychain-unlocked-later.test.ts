import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataKeysOf } from '../../src/main/vault/data-key.ts';
import { memoryStore, type SecretStore } from '../../src/main/vault/secret-store.ts';
import { openVault, type Vault } from '../../src/main/vault/vault.ts';
import { startTestBackend } from '../support/test-backend.ts';

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

it('the key that the data was sealed with is used on, whatever an unlocked keychain has from before', async () => {
  const computer = new Computer();
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-key-'));
  await computer.keychain.write('data-key', randomBytes(32).toString('base64'));
  const vault = await computer.open();
  const first = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const user = await first.register('new-data');
  await user.call('profile.totp', { action: 'enrol' });
  await first.close();
  computer.isLocked = false;
  await vault.tryAgain();
  const second = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const { keyState } = second.backend;
  await second.close();
  rmSync(dataDir, { recursive: true });
  expect(keyState).toBe('fits');
});
