import { withDeadline } from '../deadline.ts';
import type { Log } from '../log/log.ts';
import type { ValueFile } from '../settings/settings.ts';
import { Outdated, memoryFile } from './outdated.ts';
import { SECRETS, memoryStore } from './secret-store.ts';
import type { KeptIn, SecretName, SecretStore } from './secret-store.ts';

/** Where the app's secrets are. It never fails: a place that stops working is given up for memory. */
export interface Vault {
  /** `memory` means that the person will sign in again after a restart. */
  readonly keptIn: KeptIn;
  read(name: SecretName): Promise<string | null>;
  write(name: SecretName, value: string): Promise<void>;
  clear(name: SecretName): Promise<void>;
  /** Every key of the data in any place, used place first. The backend tells which of them the data needs. */
  dataKeys(): Promise<string[]>;
  /** Look again at every place up to the one in use. For as long as a user takes to unlock one. */
  tryAgain(): Promise<KeptIn>;
}

export interface VaultOptions {
  /** Called when a place was read again, or answered late: what it holds is here now. */
  readonly onBetter: () => void;
  readonly timing: Partial<typeof TIMING>;
  /** Keeps over restarts what a place that was away does not know. */
  readonly file: ValueFile;
}

const TIMING = {
  /** Nobody waits longer than this for the sign-in form; what a place says later still counts. */
  firstPollMs: 3_000,
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
  { onBetter = () => undefined, timing = {}, file = memoryFile() }: Partial<VaultOptions> = {},
): Promise<Vault> {
  const vault = new FallingVault(places, log, { onBetter, timing: { ...TIMING, ...timing }, file });
  await vault.open();
  return vault;
}

type FallingOptions = VaultOptions & { readonly timing: typeof TIMING };

type Values = readonly (string | null)[];

const readAll = (place: SecretStore): Promise<Values> => Promise.all(SECRETS.map((name) => place.read(name)));

class FallingVault implements Vault {
  readonly #places: readonly SecretStore[];
  readonly #log: Log;
  readonly #onBetter: () => void;
  readonly #timing: typeof TIMING;
  readonly #outdated: Outdated;
  /** Of the place in use; beyond the last one is memory. */
  #index: number;
  /** Copy of the secrets, in case a place fails later. Then nothing of this run is lost. */
  readonly #copy = memoryStore();
  /** Secrets written or cleared in this run: they are written to a place that answers late, not read from it. */
  readonly #changed = new Set<SecretName>();
  /** The end of the last change. */
  #turn: Promise<void> = Promise.resolve();

  constructor(places: readonly SecretStore[], log: Log, { onBetter, timing, file }: FallingOptions) {
    this.#places = places;
    this.#log = log;
    this.#onBetter = onBetter;
    this.#timing = timing;
    this.#outdated = new Outdated(file);
    this.#index = places.length;
  }

  get #place(): SecretStore {
    return this.#places[this.#index] ?? this.#copy;
  }

  get keptIn(): KeptIn {
    return this.#place.keptIn;
  }

  open(): Promise<void> {
    return this.#poll(this.#timing.firstPollMs);
  }

  async tryAgain(): Promise<KeptIn> {
    await this.#poll(this.#timing.unlockingMs);
    if (this.keptIn !== 'memory') this.#onBetter();
    return this.keptIn;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#copy.read(name);
  }

  write(name: SecretName, value: string): Promise<void> {
    return this.#inTurn(() => this.#write(name, value));
  }

  clear(name: SecretName): Promise<void> {
    return this.#inTurn(async () => {
      this.#changed.add(name);
      await this.#copy.clear(name);
      this.#noteOutdated(name);
      await this.#try((place) => place.clear(name));
      await this.#isHere(name);
    });
  }

  async #write(name: SecretName, value: string): Promise<void> {
    this.#changed.add(name);
    await this.#copy.write(name, value);
    this.#noteOutdated(name);
    await this.#try((place) => place.write(name, value));
    await this.#isHere(name);
  }

  /** Changes go one after the other: in a slow place an older one would end up on top of a newer one. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(change);
    // The caller gets the failure; the next change starts either way.
    this.#turn = Promise.allSettled([done]).then(() => undefined);
    return done;
  }

  /**
   * Note that places better than the one in use are outdated. This is noted before the place in use is written: the
   * power may fail between the two.
   */
  #noteOutdated(name: SecretName): void {
    if (name === 'data-key') return;
    try {
      this.#outdated.set(name, this.#index);
    } catch (error) {
      this.#log.error(`It could not be noted where the newest ${name} is`, error);
    }
  }

  /**
   * Note that the place in use is current. Better ones that were away have what was before, and others need nothing.
   */
  async #isHere(name: SecretName): Promise<void> {
    if (name === 'data-key') return;
    this.#noteOutdated(name);
    await this.#clearBelow(name);
  }

  /**
   * Clear what stood in while this place was locked: once it is locked again, a session that has ended or a passphrase
   * that was replaced would come back. A key of the data stays wherever it is.
   */
  async #clearBelow(name: SecretName): Promise<void> {
    for (const place of this.#places.slice(this.#index + 1))
      await withDeadline(place.clear(name), this.#timing.writeMs, `The ${place.keptIn}`).catch(
        (error: Error) =>
          this.#log.warn(`A secret of before may be left in ${place.keptIn}: ${error.message}`),
      );
  }

  /** Move to the first place that answers within `waitMs`. Only places up to the one in use are asked. */
  async #poll(waitMs: number): Promise<void> {
    for (const [index, place] of this.#places.slice(0, this.#index + 1).entries()) {
      const reading = readAll(place);
      try {
        const values = await withDeadline(reading, waitMs, `The ${place.keptIn}`);
        return await this.#inTurn(() => this.#moveTo(index, values));
      } catch (error) {
        this.#log.warn(`Secrets cannot be kept in ${place.keptIn}: ${(error as Error).message}`);
        this.#loadLater(index, reading);
      }
    }
  }

  #loadLater(index: number, reading: Promise<Values>): void {
    void reading.then(
      async (values) => {
        await this.#inTurn(async () => {
          if (index >= this.#index) return;
          await this.#moveTo(index, values);
          this.#onBetter();
        });
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
      if (name === 'data-key') await this.#moveKey(value);
      else await this.#bring(name, value, await this.#currentOf(name, value));
    }
  }

  /** Current value of a secret; the place in use has `here`. */
  async #currentOf(name: SecretName, here: string | null): Promise<string | null> {
    if (this.#changed.has(name)) return this.#copy.read(name);
    const outdated = this.#outdated.countOf(name);
    if (outdated <= this.#index) return here ?? this.#copy.read(name);
    const place = this.#places[outdated];
    return place === undefined ? null : this.#readFrom(place, name);
  }

  async #moveKey(here: string | null): Promise<void> {
    if (here !== null) return this.#copy.write('data-key', here);
    const key = (await this.#knownKeys())[0];
    if (key === undefined) return;
    // One that is locked may have said that it has none: writing would unlock it, and replace what it has.
    if (!(await this.#readUnlocked(this.#timing.writeMs))) await this.#write('data-key', key);
  }

  /** Write a secret's current value to the place in use. That place has `here`. */
  async #bring(name: SecretName, here: string | null, value: string | null): Promise<void> {
    if (value === null) await this.#copy.clear(name);
    else await this.#copy.write(name, value);
    if (value === here) return;
    await this.#try((place) => (value === null ? place.clear(name) : place.write(name, value)));
    await this.#isHere(name);
  }

  async #readFrom(place: SecretStore, name: SecretName): Promise<string | null> {
    try {
      return await withDeadline(place.read(name), this.#timing.firstPollMs, place.keptIn);
    } catch (error) {
      this.#log.info(`No ${name} in ${place.keptIn}: ${(error as Error).message}`);
      return null;
    }
  }

  async dataKeys(): Promise<string[]> {
    const keys = await this.#knownKeys();
    if (keys.length > 0) return keys;
    await this.#inTurn(async () => void (await this.#readUnlocked(this.#timing.unlockingMs)));
    return this.#knownKeys();
  }

  async #knownKeys(): Promise<string[]> {
    const own = await this.#copy.read('data-key');
    return [...new Set([own ?? [], await this.#keysBelow()].flat())];
  }

  /**
   * Whether the place in use has a key once it is unlocked. A locked one may have said that it has none: one that is made
   * in its place could open nothing.
   */
  async #readUnlocked(waitMs: number): Promise<boolean> {
    let isThere = false;
    await this.#try(async (place) => {
      const key = await place.readUnlocked?.('data-key');
      if (typeof key !== 'string') return;
      await this.#copy.write('data-key', key);
      isThere = true;
    }, waitMs);
    return isThere;
  }

  /** Data keys that were kept while a better place was away. */
  async #keysBelow(): Promise<string[]> {
    const below = this.#places.slice(this.#index + 1);
    const keys = await Promise.all(below.map((place) => this.#readFrom(place, 'data-key')));
    return keys.filter((key) => key !== null);
  }

  async #try(
    action: (place: SecretStore) => Promise<void>,
    waitMs: number = this.#timing.writeMs,
  ): Promise<void> {
    try {
      await withDeadline(action(this.#place), waitMs, `The ${this.#place.keptIn}`);
    } catch (error) {
      this.#log.error(`Secrets can no longer be kept in ${this.#place.keptIn}`, error);
      this.#index = this.#places.length;
    }
  }
}
