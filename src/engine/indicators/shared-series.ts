/**
 * Results over one series that several readers share: computed once per key. Of more than `most` results the oldest is
 * given up, to be computed again when it is next asked for.
 */
export class SharedSeries {
  private readonly known = new Map<string, unknown>();
  private readonly most: number;

  constructor(most = Infinity) {
    this.most = most;
  }

  /** The result under a key; the same key must always ask for the same computation. */
  once<T>(key: string, compute: () => T): T {
    if (!this.known.has(key)) {
      this.known.set(key, compute());
      const [oldest] = this.known.keys();
      if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest);
    }
    return this.known.get(key) as T;
  }
}
