import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretName, SecretStore } from './secret-store.ts';

/** Functions used of Electron's safeStorage. */
export interface Encryption {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  /** Only on Linux; `basic_text` is plain text with a known key. */
  getSelectedStorageBackend?(): string;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string }>;
}

const readIfThere = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Secrets in files of `folder`, encrypted with the operating system's key. */
export function encryptedFileStore(encryption: Encryption, folder: string, platform: string): SecretStore {
  const fileOf = (name: SecretName) => join(folder, `${name}.secret`);
  const demandEncryption = async () => {
    if (!(await encryption.isAsyncEncryptionAvailable())) throw new Error('No encryption on this computer');
    if (platform === 'linux' && encryption.getSelectedStorageBackend?.() === 'basic_text')
      throw new Error('The encryption of this computer would be plain text');
  };
  return {
    keptIn: 'safe-storage',
    read: async (name) => {
      await demandEncryption();
      const encrypted = await readIfThere(fileOf(name));
      return encrypted && (await encryption.decryptStringAsync(encrypted)).result;
    },
    write: async (name, value) => {
      await demandEncryption();
      const file = fileOf(name);
      // A power cut leaves the secret of before or this one, never half of one.
      await writeFile(`${file}.new`, await encryption.encryptStringAsync(value), {
        mode: 0o600,
        flush: true,
      });
      await rename(`${file}.new`, file);
    },
    clear: (name) => rm(fileOf(name), { force: true }),
  };
}
