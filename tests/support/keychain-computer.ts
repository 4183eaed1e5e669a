import { memoryFile } from '../../src/main/vault/outdated.ts';
import { memoryStore, type SecretStore } from '../../src/main/vault/secret-store.ts';
import { openVault, type Vault } from '../../src/main/vault/vault.ts';

export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A computer with a keychain, perhaps locked, and stand-in files. */
export class KeychainComputer {
  isLocked = true;
  hasFiles = true;
  readonly keychain = memoryStore();
  readonly files = memoryStore();
  readonly values = memoryFile();

  /** Opens the vault as a start of the program does. */
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
    return openVault([keychain, ...files], quietLog, { file: this.values });
  }
}
