import { expect, it } from 'vitest';
import { dataKeysOf } from '../../src/main/vault/data-key.ts';
import { type Keychain, keychainStore } from '../../src/main/vault/keychain-store.ts';
import { memoryStore, type SecretStore } from '../../src/main/vault/secret-store.ts';
import { openVault } from '../../src/main/vault/vault.ts';
import { quietLog } from '../support/keychain-computer.ts';

/** Away, or asking the person: who dismisses the question is answered "nothing there", and asked again by a writing. */
class AskingKeychain implements Keychain {
  state: 'open' | 'locked' | 'away' = 'open';
  readonly values = new Map<string, string>();

  getPassword(_service: string, account: string): Promise<string | null> {
    if (this.state === 'away') return Promise.reject(new Error('no D-Bus'));
    return Promise.resolve(this.state === 'locked' ? null : (this.values.get(account) ?? null));
  }

  setPassword(_service: string, account: string, password: string): Promise<void> {
    if (this.state === 'away') return Promise.reject(new Error('no D-Bus'));
    this.state = 'open';
    this.values.set(account, password);
    return Promise.resolve();
  }

  deletePassword(_service: string, account: string): Promise<boolean> {
    return Promise.resolve(this.state === 'open' && this.values.delete(account));
  }
}

it('a key that was made while the keychain was away never replaces the one that a locked keychain has', async () => {
  const keychain = new AskingKeychain();
  const files: SecretStore = { ...memoryStore(), keptIn: 'safe-storage' };
  const start = async () => {
    const vault = await openVault([keychainStore(() => Promise.resolve(keychain), '/data'), files], quietLog);
    return dataKeysOf(vault);
  };
  const [key] = await start();
  keychain.state = 'away';
  const [standIn] = await start();
  expect(standIn).not.toBe(key);
  keychain.state = 'locked';
  await start();
  expect([...keychain.values.values()]).toEqual([key]);
});
