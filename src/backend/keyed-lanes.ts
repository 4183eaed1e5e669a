/** Runs work of one key in turn, of different keys in parallel. */
export class KeyedLanes<Key> {
  private readonly tails = new Map<Key, Promise<unknown>>();

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    // A failure is its own caller's: the next work begins all the same.
    return this.enter([key], before.then(work, work));
  }

  /** Runs work that concerns several keys: in turn with all other work of any of them. */
  runAll<T>(keys: readonly Key[], work: () => Promise<T>): Promise<T> {
    const before = Promise.allSettled(keys.flatMap((key) => this.tails.get(key) ?? []));
    return this.enter(keys, before.then(work));
  }

  private enter<T>(keys: readonly Key[], mine: Promise<T>): Promise<T> {
    for (const key of keys) this.tails.set(key, mine);
    const leave = () => {
      for (const key of keys) if (this.tails.get(key) === mine) this.tails.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }

  /** Whether nothing of a key runs or waits. */
  isFree(key: Key): boolean {
    return !this.tails.has(key);
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    while (this.tails.size > 0) await Promise.allSettled(this.tails.values());
  }
}
