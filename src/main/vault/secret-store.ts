/** The secrets of this computer. Values are text. */
export const SECRETS = ['session', 'data-key', 'server-token', 'backup-passphrase'] as const;
export type SecretName = (typeof SECRETS)[number];

export type KeptIn = 'keychain' | 'safe-storage' | 'memory';

/** One place where secrets can be kept. Every method rejects when the place cannot be used. */
export interface SecretStore {
  readonly keptIn: KeptIn;
  read(name: SecretName): Promise<string | null>;
  /** Reads once the place is unlocked for sure; only of a place that says "nothing there" while it is locked. */
  readUnlocked?(name: SecretName): Promise<string | null>;
  write(name: SecretName, value: string): Promise<void>;
  clear(name: SecretName): Promise<void>;
}

/** Forgets with the process. */
export function memoryStore(): SecretStore {
  const values = new Map<SecretName, string>();
  return {
    keptIn: 'memory',
    read: (name) => Promise.resolve(values.get(name) ?? null),
    write: (name, value) => Promise.resolve(void values.set(name, value)),
    clear: (name) => Promise.resolve(void values.delete(name)),
  };
}
