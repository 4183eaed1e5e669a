/** Way in which a price reaches a level: from below, or from above. */
export type Direction = 'up' | 'down';

/** A level that somebody waits for. */
export interface WatchedLevel<Owner> {
  readonly owner: Owner;
  readonly direction: Direction;
  /** Paise; reached at it too. */
  readonly level: number;
}

/**
 * Levels of one instrument, nearest last on each side. A price looks at the nearest of both sides alone, however many
 * wait behind them.
 */
export class LevelBook<Owner> {
  /** Waited for from below, the lowest last. */
  private readonly ups: WatchedLevel<Owner>[] = [];
  /** Waited for from above, the highest last. */
  private readonly downs: WatchedLevel<Owner>[] = [];

  get size(): number {
    return this.ups.length + this.downs.length;
  }

  add(entry: WatchedLevel<Owner>): void {
    const side = this.sideOf(entry.direction);
    side.splice(placeOf(side, entry), 0, entry);
  }

  /** Remove an entry; one that is not there changes nothing. */
  remove(entry: WatchedLevel<Owner>): void {
    const side = this.sideOf(entry.direction);
    // Equal levels stand together, the newest first.
    for (let at = placeOf(side, entry); side[at]?.level === entry.level; at++)
      if (side[at] === entry) {
        side.splice(at, 1);
        return;
      }
  }

  /** Take out one level that a price has reached; null when there is none. */
  pop(price: number): WatchedLevel<Owner> | null {
    const up = this.ups[this.ups.length - 1];
    if (up !== undefined && price >= up.level) return this.ups.pop() ?? null;
    const down = this.downs[this.downs.length - 1];
    if (down !== undefined && price <= down.level) return this.downs.pop() ?? null;
    return null;
  }

  private sideOf(direction: Direction): WatchedLevel<Owner>[] {
    return direction === 'up' ? this.ups : this.downs;
  }
}

/** First place on its side with its level or a nearer one. */
const placeOf = <Owner>(
  side: readonly WatchedLevel<Owner>[],
  { direction, level }: WatchedLevel<Owner>,
): number => {
  let [low, high] = [0, side.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = side[middle]?.level ?? level;
    if (direction === 'up' ? other > level : other < level) low = middle + 1;
    else high = middle;
  }
  return low;
};
