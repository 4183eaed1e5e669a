/** Most keys of one query. */
const MOST_KEYS = 500;

interface Waiting<Value> {
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads by key: those asked for at the same time are done together. Each is as fresh as if it were done alone: it happens
 * after it was asked for, and nothing is kept.
 */
export class GatheredReads<Key, Value> {
  private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  private waiting = new Map<Key, Waiting<Value>[]>();

  constructor(read: GatheredReads<Key, Value>['read']) {
    this.read = read;
  }

  /** The value of a key; undefined where there is none. */
  get(key: Key): Promise<Value | undefined> {
    if (this.waiting.size === 0) setImmediate(() => void this.readAll());
    return new Promise((resolve, reject) => {
      const others = this.waiting.get(key) ?? [];
      this.waiting.set(key, [...others, { resolve, reject }]);
    });
  }

  private async readAll(): Promise<void> {
    const all = [...this.waiting];
    this.waiting = new Map();
    for (let from = 0; from < all.length; from += MOST_KEYS) {
      const some = all.slice(from, from + MOST_KEYS);
      try {
        const found = await this.read(some.map(([key]) => key));
        for (const [key, waiting] of some) for (const { resolve } of waiting) resolve(found.get(key));
      } catch (error) {
        for (const [, waiting] of some) for (const { reject } of waiting) reject(error);
      }
      // What is read is dealt with, and requests are answered, before more is read.
      await new Promise(setImmediate);
    }
  }
}
