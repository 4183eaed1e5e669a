/** At most four paints a second, however fast the rows change. */
const PAINT_INTERVAL_MS = 250;

type Key = number | string;

export interface Arrangement<Row> {
  /** Sort key of rows; null keeps the order in which they came. */
  readonly by: ((row: Row) => number | string) | null;
  readonly isDescending: boolean;
  /** Which rows are shown; null shows all. */
  readonly keeps: ((row: Row) => boolean) | null;
  /** Which rows are headings: they stay, and the order is among the rows under each. */
  readonly isHeading?: ((row: Row) => boolean) | null;
}

/**
 * The rows of a grid that change many times a second. Whatever comes in only replaces what is known of its row; filter,
 * order and picture follow at most four times a second, and always once more after the last change.
 */
export class StreamingRows<Row> {
  readonly #keyOf: (row: Row) => Key;
  readonly #places = new Map<Key, number>();
  #rows: Row[] = [];
  /** Places of the rows that are shown, in their order. */
  #order: number[] = [];
  #shown: readonly Row[] = [];
  #arrangement: Arrangement<Row> = { by: null, isDescending: false, keeps: null };
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #paintedAt = -Infinity;
  readonly #listeners = new Set<() => void>();

  constructor(keyOf: (row: Row) => Key) {
    this.#keyOf = keyOf;
  }

  /** All rows anew. */
  replace(rows: readonly Row[]): void {
    this.#rows = [...rows];
    this.#places.clear();
    for (const [place, row] of this.#rows.entries()) this.#places.set(this.#keyOf(row), place);
    this.#order = [...this.#rows.keys()];
    this.#arrange();
    this.#paint();
  }

  /** Apply changes of some rows; a row that is not known is skipped. */
  accept(rows: readonly Row[]): void {
    for (const row of rows) {
      const place = this.#places.get(this.#keyOf(row));
      if (place !== undefined) this.#rows[place] = row;
    }
    // Changes that come no faster than paints wait for none.
    const wait = Math.max(0, this.#paintedAt + PAINT_INTERVAL_MS - performance.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#paintedAt = performance.now();
      if (!this.#isHeld) this.#arrange();
      this.#paint();
    }, wait);
  }

  /** Orders and filters differently, at once. */
  arrange(arrangement: Arrangement<Row>): void {
    this.#arrangement = arrangement;
    this.#arrange();
    this.#paint();
  }

  /**
   * Keep every row in place, or let them move again. It is held while the user is about to press something in a row;
   * the values go on changing.
   */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (isHeld) return;
    this.#arrange();
    this.#paint();
  }

  /** The rows as they are to be shown now; the same array until something changes. */
  readonly shown = (): readonly Row[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearTimeout(this.#timer);
      this.#timer = null;
    };
  };

  #arrange(): void {
    const { by, isDescending, keeps, isHeading = null } = this.#arrangement;
    const rows = this.#rows;
    // The last order is nearly the next one, which the sort makes use of.
    const before = this.#order.length === rows.length ? this.#order : [...rows.keys()];
    const kept = keeps ? this.#kept(before, keeps) : before;
    if (!by) this.#order = kept.sort((a, b) => a - b);
    else if (isHeading) this.#order = this.#sortedParts(kept, by, isDescending, isHeading);
    else this.#order = sorted(kept, rows.map(by), isDescending);
  }

  /** Those that are shown, in the order in which they were; those that join them come last. */
  #kept(all: readonly number[], keeps: (row: Row) => boolean): number[] {
    const isKept = this.#rows.map(keeps);
    const before = new Set(this.#order);
    const stay = this.#order.filter((place) => isKept[place]);
    return [...stay, ...all.filter((place) => isKept[place] && !before.has(place))];
  }

  /** Places by their key, each under the heading before it. */
  #sortedParts(
    kept: number[],
    by: (row: Row) => number | string,
    isDescending: boolean,
    isHeading: (row: Row) => boolean,
  ): number[] {
    const keys = this.#rows.map(by);
    const parts: { head: number[]; places: number[] }[] = [{ head: [], places: [] }];
    for (const place of kept.sort((a, b) => a - b))
      if (isHeading(this.#rows[place] as Row)) parts.push({ head: [place], places: [] });
      else parts.at(-1)?.places.push(place);
    return parts.flatMap(({ head, places }) => [...head, ...sorted(places, keys, isDescending)]);
  }

  #paint(): void {
    const rows = this.#rows;
    this.#shown = this.#order.map((place) => rows[place] as Row);
    for (const listener of this.#listeners) listener();
  }
}

/** Places by their key; equal ones in the order in which they came. */
const sorted = (
  places: readonly number[],
  keys: readonly (number | string)[],
  isDescending: boolean,
): number[] => {
  const sign = isDescending ? -1 : 1;
  const compare = (a: number, b: number): number => {
    const [left, right] = [keys[a] ?? 0, keys[b] ?? 0];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left).localeCompare(String(right), 'en-IN');
    return sign * order || a - b;
  };
  return [...places].sort(compare);
};
