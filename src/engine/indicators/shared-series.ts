/** Results over one series that several readers share: computed once per key. */
export class SharedSeries {
  private readonly known = new Map<string, unknown>();

  /** The result under a key; the same key must always ask for the same computation. */
  once<T>(key: string, compute: () => T): T {
    if (!this.known.has(key)) this.known.set(key, compute());
    return this.known.get(key) as T;
  }
}
