import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataKeysOf } from '../../src/main/vault/data-key.ts';
import { type Keychain, keychainStore } from '../../src/main/vault/keychain-store.ts';
import { openVault } from '../../src/main/vault/vault.ts';
import { quietLog } from '../support/keychain-computer.ts';
import { startTestBackend } from '../support/test-backend.ts';

/**
 * A keychain as libsecret's: each use of it while it is locked asks the person to unlock it. Who dismisses that is
 * answered "nothing there" to a reading, without an error (atom/node-keytar, issue 422).
 */
class PromptingKeychain implements Keychain {
  isLocked = false;
  readonly values = new Map<string, string>();

  getPassword(_service: string, account: string): Promise<string | null> {
    return Promise.resolve(this.isLocked ? null : (this.values.get(account) ?? null));
  }

  /** Asked once more, the person types the password. */
  setPassword(_service: string, account: string, password: string): Promise<void> {
    this.isLocked = false;
    this.values.set(account, password);
    return Promise.resolve();
  }

  deletePassword(_service: string, account: string): Promise<boolean> {
    return Promise.resolve(!this.isLocked && this.values.delete(account));
  }
}

it('the key of the data is not written over when the keychain is unlocked at the second prompt only', async () => {
  const keychain = new PromptingKeychain();
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-key-'));
  const start = async () => {
    const vault = await openVault([keychainStore(() => Promise.resolve(keychain), dataDir)], quietLog);
    return startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  };
  const first = await start();
  const user = await first.register('sealed');
  await user.call('profile.totp', { action: 'enrol' });
  await first.close();
  const kept = new Map(keychain.values);
  keychain.isLocked = true;
  await (await start()).close();
  keychain.isLocked = false;
  const third = await start();
  const { keyState } = third.backend;
  await third.close();
  rmSync(dataDir, { recursive: true });
  expect({ keyState, isKept: keychain.values.get([...kept.keys()][0]!) === [...kept.values()][0] }).toEqual({
    keyState: 'fits',
    isKept: true,
  });
});
