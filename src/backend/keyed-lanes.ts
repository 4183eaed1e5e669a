/** Runs work of one key in turn, of different keys in parallel. */
export class KeyedLanes<Key> {
  private readonly tails = new Map<Key, Promise<unknown>>();

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    // A failure is its own caller's: the next work begins all the same.
    const mine = before.then(work, work);
    this.tails.set(key, mine);
    const leave = () => {
      if (this.tails.get(key) === mine) this.tails.delete(key);
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
