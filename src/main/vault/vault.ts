import { withDeadline } from '../deadline.ts';
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
  /** Every key of the data that a place holds, the one in use first: which of them the data needs, the backend tells. */
  dataKeys(): Promise<string[]>;
  /** Looks again at every place up to the one in use, for as long as a person takes to unlock one. */
  tryAgain(): Promise<KeptIn>;
}

export interface VaultOptions {
  /** A place was looked at again, or has answered after all: what it holds is here now. */
  readonly onBetter: () => void;
  readonly timing: Partial<typeof TIMING>;
}

const TIMING = {
  /** Nobody waits longer than this for the sign-in form; what a place says later still counts. */
  firstLookMs: 3_000,
  /** A dialog is answered, a password typed. */
  unlockingMs: 60_000,
  /** Keeping a renewed session must end before anybody's call does. */
  writeMs: 3_000,
};

/**
 * Opens the first place that answers, in the order given; memory is always the last. A place answers when it can be
 * read: a missing, locked or hanging keychain is passed over, and said in the log. One that answers late, as a keychain
 * does once it is unlocked, is gone back to.
 */
export async function openVault(
  places: readonly SecretStore[],
  log: Log,
  { onBetter = () => undefined, timing = {} }: Partial<VaultOptions> = {},
): Promise<Vault> {
  const vault = new FallingVault(places, log, onBetter, { ...TIMING, ...timing });
  await vault.open();
  return vault;
}

type Values = readonly (string | null)[];

const readAll = (place: SecretStore): Promise<Values> => Promise.all(SECRETS.map((name) => place.read(name)));

class FallingVault implements Vault {
  readonly #places: readonly SecretStore[];
  readonly #log: Log;
  readonly #onBetter: () => void;
  readonly #timing: typeof TIMING;
  /** Of the place in use; beyond the last one is memory. */
  #index: number;
  /** A copy, so that a place that fails later loses nothing of this run. */
  readonly #copy = memoryStore();
  /** What was written or cleared in this run: a place that answers late is told of it, not asked. */
  readonly #changed = new Set<SecretName>();

  constructor(places: readonly SecretStore[], log: Log, onBetter: () => void, timing: typeof TIMING) {
    this.#places = places;
    this.#log = log;
    this.#onBetter = onBetter;
    this.#timing = timing;
    this.#index = places.length;
  }

  get #place(): SecretStore {
    return this.#places[this.#index] ?? this.#copy;
  }

  get keptIn(): KeptIn {
    return this.#place.keptIn;
  }

  open(): Promise<void> {
    return this.#look(this.#timing.firstLookMs);
  }

  async tryAgain(): Promise<KeptIn> {
    await this.#look(this.#timing.unlockingMs);
    if (this.keptIn !== 'memory') this.#onBetter();
    return this.keptIn;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#copy.read(name);
  }

  async write(name: SecretName, value: string): Promise<void> {
    this.#changed.add(name);
    await this.#copy.write(name, value);
    await this.#try((place) => place.write(name, value));
    await this.#clearBelow(name);
  }

  async clear(name: SecretName): Promise<void> {
    this.#changed.add(name);
    await this.#copy.clear(name);
    await this.#try((place) => place.clear(name));
    await this.#clearBelow(name);
  }

  /**
   * Takes away what stood in while this place was locked: once it is locked again, a session that has ended or a
   * passphrase that was replaced would come back. A key of the data stays wherever it is.
   */
  async #clearBelow(name: SecretName): Promise<void> {
    if (name === 'data-key') return;
    for (const place of this.#places.slice(this.#index + 1))
      await withDeadline(place.clear(name), this.#timing.writeMs, `The ${place.keptIn}`).catch(
        (error: Error) =>
          this.#log.warn(`A secret of before may be left in ${place.keptIn}: ${error.message}`),
      );
  }

  /** Goes to the first place that answers within `waitMs`, of those up to the one in use. */
  async #look(waitMs: number): Promise<void> {
    for (const [index, place] of this.#places.slice(0, this.#index + 1).entries()) {
      const reading = readAll(place);
      try {
        const values = await withDeadline(reading, waitMs, `The ${place.keptIn}`);
        return await this.#moveTo(index, values);
      } catch (error) {
        this.#log.warn(`Secrets cannot be kept in ${place.keptIn}: ${(error as Error).message}`);
        this.#hearLater(index, reading);
      }
    }
  }

  #hearLater(index: number, reading: Promise<Values>): void {
    void reading.then(
      async (values) => {
        if (index >= this.#index) return;
        await this.#moveTo(index, values);
        this.#onBetter();
      },
      // It was said already why this place cannot be used.
      () => undefined,
    );
  }

  async #moveTo(index: number, values: Values): Promise<void> {
    this.#index = index;
    for (const [at, name] of SECRETS.entries()) {
      const value = values[at] ?? null;
      // A key that a place has is never written over, whatever was made while it was away: each may be the data's.
      if (value !== null && (name === 'data-key' || !this.#changed.has(name)))
        await this.#copy.write(name, value);
      else await this.#bring(name);
    }
  }

  /** Brings to the place in use what it does not have, or has as it was before this run changed it. */
  async #bring(name: SecretName): Promise<void> {
    const own = await this.#copy.read(name);
    const value = own ?? (name === 'data-key' ? ((await this.#keysBelow())[0] ?? null) : null);
    if (value === null && this.#changed.has(name)) return this.#try((place) => place.clear(name));
    if (value === null) return;
    await this.#copy.write(name, value);
    await this.#try((place) => place.write(name, value));
  }

  async dataKeys(): Promise<string[]> {
    const own = await this.#copy.read('data-key');
    return [...new Set([own ?? [], await this.#keysBelow()].flat())];
  }

  /** The keys of the data that were kept while a better place was away. */
  async #keysBelow(): Promise<string[]> {
    const keys: string[] = [];
    for (const place of this.#places.slice(this.#index + 1))
      try {
        const key = await withDeadline(place.read('data-key'), this.#timing.firstLookMs, place.keptIn);
        if (key !== null) keys.push(key);
      } catch (error) {
        this.#log.info(`No key in ${place.keptIn}: ${(error as Error).message}`);
      }
    return keys;
  }

  async #try(action: (place: SecretStore) => Promise<void>): Promise<void> {
    try {
      await withDeadline(action(this.#place), this.#timing.writeMs, `The ${this.#place.keptIn}`);
    } catch (error) {
      this.#log.error(`Secrets can no longer be kept in ${this.#place.keptIn}`, error);
      this.#index = this.#places.length;
    }
  }
}
