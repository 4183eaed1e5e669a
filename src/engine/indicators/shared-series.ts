import { giveBack } from '../columns.ts';

/** Series of an indicator: one column, or one for each of its outputs. */
type Columns = Float64Array | Readonly<Record<string, Float64Array>>;

const release = (columns: Columns): void => {
  if (columns instanceof Float64Array) giveBack(columns);
  else for (const column of Object.values(columns)) giveBack(column);
};

/**
 * Results over one series that several readers share: computed once per key. Of more than `most` results the oldest is
 * given up, to be computed again when it is next asked for.
 */
export class SharedSeries {
  private readonly known = new Map<string, Columns>();
  private readonly most: number;
  /** Given up, but whoever asked for them may still be reading. */
  private givenUp: Columns[] = [];

  constructor(most = Infinity) {
    this.most = most;
  }

  /** The result under a key; the same key must always ask for the same computation. */
  once<T extends Columns>(key: string, compute: () => T): T {
    const known = this.known.get(key);
    if (known) return known as T;
    const result = compute();
    this.known.set(key, result);
    const [oldest] = this.known;
    if (this.known.size > this.most && oldest) {
      this.known.delete(oldest[0]);
      this.givenUp.push(oldest[1]);
    }
    return result;
  }

  /** Called when nobody reads any more what was asked for: what was given up since may be used for something else. */
  settle(): void {
    this.givenUp.forEach(release);
    this.givenUp = [];
  }

  /** As `settle`, and gives up everything. */
  clear(): void {
    this.givenUp.push(...this.known.values());
    this.known.clear();
    this.settle();
  }
}
