import { compare } from '../../../shared/compare.ts';

/** A share that is traded under another symbol. */
export interface SymbolChange {
  readonly before: string;
  readonly after: string;
  /** First day under the new symbol, `YYYY-MM-DD`. */
  readonly day: string;
}

/** A symbol of a share, and the days on which it was. */
export interface SymbolPart {
  readonly symbol: string;
  /** First day, `YYYY-MM-DD`; null where no other share had the symbol before. */
  readonly from: string | null;
  /** First day without it, `YYYY-MM-DD`; null of the present symbol. */
  readonly until: string | null;
}

/** Changes that belong together: each has a symbol of another. There never were so many. */
export const MOST_TOGETHER = 40;

/** Last of some changes before a day; of all where there is no day. They are in the order of days. */
const latestBefore = (
  changes: readonly SymbolChange[] | undefined,
  day: string | null,
): SymbolChange | null => changes?.findLast((change) => day === null || change.day < day) ?? null;

/**
 * Symbols of shares over time. Changes of one day are made at once: a share that gets a symbol on it is not the one that
 * gives it up. A share is followed one way only, so that changes in a circle end.
 */
export class SymbolHistory {
  /** In the order of their days. */
  readonly changes: readonly SymbolChange[];
  private readonly byBefore: ReadonlyMap<string, readonly SymbolChange[]>;
  private readonly byAfter: ReadonlyMap<string, readonly SymbolChange[]>;

  constructor(changes: readonly SymbolChange[]) {
    this.changes = [...changes].sort((a, b) => compare(a.day, b.day) || compare(a.before, b.before));
    this.byBefore = Map.groupBy(this.changes, ({ before }) => before);
    this.byAfter = Map.groupBy(this.changes, ({ after }) => after);
  }

  /** Symbols of the share that has one now, latest first. Days under one of them are nobody else's. */
  parts(symbol: string): SymbolPart[] {
    const parts: SymbolPart[] = [];
    let [at, until] = [symbol, null as string | null];
    for (;;) {
      const received = latestBefore(this.byAfter.get(at), until);
      // Another share had the symbol until it was given up, and this one has got it then or later.
      const givenUp = this.byBefore.get(at)?.findLast(({ day }) => {
        if (received) return day <= received.day;
        return until !== null && day < until;
      });
      parts.push({ symbol: at, from: givenUp?.day ?? null, until });
      if (!received) return parts;
      [at, until] = [received.before, received.day];
    }
  }

  /** Change by which the share with a symbol has got another; null where it has the symbol now. */
  leaving(symbol: string): SymbolChange | null {
    const left = this.byBefore.get(symbol)?.at(-1);
    const received = this.byAfter.get(symbol)?.at(-1);
    return left && (!received || left.day > received.day) ? left : null;
  }

  /** Symbols that shares with some symbols have had since. Those as well. */
  since(symbols: readonly string[]): string[] {
    const all = new Set(symbols);
    for (const symbol of all) for (const { after } of this.byBefore.get(symbol) ?? []) all.add(after);
    return [...all];
  }

  /** Symbol that belongs to more changes than there can be; null where there is none. */
  implausible(): string | null {
    const known = new Set<string>();
    for (const { before } of this.changes) {
      if (known.has(before)) continue;
      const together = new Set([before]);
      let changes = 0;
      for (const symbol of together) {
        const leaving = this.byBefore.get(symbol) ?? [];
        changes += leaving.length;
        for (const one of leaving) together.add(one.after);
        for (const one of this.byAfter.get(symbol) ?? []) together.add(one.before);
      }
      if (changes > MOST_TOGETHER) return before;
      for (const symbol of together) known.add(symbol);
    }
    return null;
  }

  /** Present symbol of the share that had a symbol on a day. */
  present(symbol: string, day: string): string {
    let [at, since] = [symbol, day];
    for (;;) {
      const change = this.byBefore.get(at)?.find((one) => one.day > since);
      if (!change) return at;
      [at, since] = [change.after, change.day];
    }
  }
}
