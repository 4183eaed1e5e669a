import { createHash } from 'node:crypto';
import type { SecretName, SecretStore } from './secret-store.ts';

const SERVICE = 'TrickDesk';
/** Entry written only to see that the keychain is unlocked. */
const PROBE = 'probe';

/** Functions used of keytar. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** keytar is optional: it is missing where it could neither be downloaded nor compiled. */
export async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/**
 * Secrets in the keychain of the operating system. Each data folder has its own, so that two copies of the app
 * do not end each other's session. A locked one asks the person, and a broken D-Bus can hold a call for 25 seconds: how
 * long to wait is for the vault to say.
 */
export function keychainStore(load: () => Promise<Keychain>, dataFolder: string): SecretStore {
  const profile = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const account = (name: SecretName | typeof PROBE) => `${name}@${profile}`;
  const withKeychain = <T>(call: (keychain: Keychain) => Promise<T>) => load().then(call);
  return {
    keptIn: 'keychain',
    // Writing fails where reading says "nothing there": a question to unlock that the person has dismissed.
    readUnlocked: (name) =>
      withKeychain(async (keychain) => {
        await keychain.setPassword(SERVICE, account(PROBE), 'unlocked');
        await keychain.deletePassword(SERVICE, account(PROBE));
        return keychain.getPassword(SERVICE, account(name));
      }),
    read: (name) => withKeychain((keychain) => keychain.getPassword(SERVICE, account(name))),
    write: (name, value) => withKeychain((keychain) => keychain.setPassword(SERVICE, account(name), value)),
    clear: async (name) =>
      void (await withKeychain((keychain) => keychain.deletePassword(SERVICE, account(name)))),
  };
}
