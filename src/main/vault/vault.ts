import type { Log } from '../log/log.ts';
import { SECRETS, memoryStore } from './secret-store.ts';
import type { KeptIn, SecretName, SecretStore } from './secret-store.ts';

/** Where the app's secrets are. It never fails: a place that stops working is given up for memory. */
export interface Vault {
  /** `memory` means that the person will sign in again after a restart. */
  readonly keptIn: KeptIn;
  read(name: SecretName): Promise<string | null>;
  write(name: SecretName, value: string): Promise<void>;
  clear(name: SecretName): Promise<void>;
}

/**
 * Opens the first place that answers, in the order given; memory is always the last. A place answers when it can be
 * read: a missing, locked or hanging keychain is passed over, and said in the log.
 */
export async function openVault(places: readonly SecretStore[], log: Log): Promise<Vault> {
  for (const place of places) {
    try {
      const values = await Promise.all(SECRETS.map((name) => place.read(name)));
      return new FallingVault(place, values, log);
    } catch (error) {
      log.warn(`Secrets cannot be kept in ${place.keptIn}: ${(error as Error).message}`);
    }
  }
  return new FallingVault(memoryStore(), [], log);
}

class FallingVault implements Vault {
  #place: SecretStore;
  /** A copy, so that a place that fails later loses nothing of this run. */
  readonly #copy = memoryStore();
  readonly #log: Log;

  constructor(place: SecretStore, values: readonly (string | null)[], log: Log) {
    this.#place = place;
    this.#log = log;
    for (const [index, name] of SECRETS.entries()) {
      const value = values[index];
      if (typeof value === 'string') void this.#copy.write(name, value);
    }
  }

  get keptIn(): KeptIn {
    return this.#place.keptIn;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#copy.read(name);
  }

  async write(name: SecretName, value: string): Promise<void> {
    await this.#copy.write(name, value);
    await this.#try((place) => place.write(name, value));
  }

  async clear(name: SecretName): Promise<void> {
    await this.#copy.clear(name);
    await this.#try((place) => place.clear(name));
  }

  async #try(action: (place: SecretStore) => Promise<void>): Promise<void> {
    try {
      await action(this.#place);
    } catch (error) {
      this.#log.error(`Secrets can no longer be kept in ${this.#place.keptIn}`, error);
      this.#place = this.#copy;
    }
  }
}
