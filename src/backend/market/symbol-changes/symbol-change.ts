/** A share that is traded under another symbol. */
export interface SymbolChange {
  readonly before: string;
  readonly after: string;
  /** First day under the new symbol, `YYYY-MM-DD`. */
  readonly day: string;
}

/** A symbol that a share had, and the first day without it. */
export interface EarlierSymbol {
  readonly symbol: string;
  /** `YYYY-MM-DD`. */
  readonly until: string;
}

interface Numbered extends SymbolChange {
  /** In the order of days. */
  readonly number: number;
}

/** Symbols of shares over time. A share is followed one way only, so that changes in a circle end. */
export class SymbolHistory {
  /** In the order of their days. */
  readonly changes: readonly SymbolChange[];
  private readonly byBefore: ReadonlyMap<string, readonly Numbered[]>;
  private readonly byAfter: ReadonlyMap<string, readonly Numbered[]>;

  constructor(changes: readonly SymbolChange[]) {
    this.changes = [...changes].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
    const numbered = this.changes.map((change, number) => ({ ...change, number }));
    this.byBefore = Map.groupBy(numbered, ({ before }) => before);
    this.byAfter = Map.groupBy(numbered, ({ after }) => after);
  }

  /** Symbols that a share had before its present one, latest first. */
  earlier(symbol: string): EarlierSymbol[] {
    const earlier: EarlierSymbol[] = [];
    let [at, last] = [symbol, this.changes.length];
    for (;;) {
      const change = (this.byAfter.get(at) ?? []).findLast(({ number }) => number < last);
      if (!change) return earlier;
      earlier.push({ symbol: change.before, until: change.day });
      [at, last] = [change.before, change.number];
    }
  }

  /** Present symbol of the share that had a symbol on a day. */
  present(symbol: string, day: string): string {
    let [at, first] = [symbol, -1];
    for (;;) {
      const change = (this.byBefore.get(at) ?? []).find((one) => one.number > first && one.day > day);
      if (!change) return at;
      [at, first] = [change.after, change.number];
    }
  }
}
