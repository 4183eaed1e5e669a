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

/** Symbols of one share at most. Changes that name a symbol as well: there never were so many. */
export const MOST_OF_SHARE = 20;

interface Numbered extends SymbolChange {
  /** In the order of days. */
  readonly number: number;
}

/** Last of some changes before a number. */
const latestBefore = (changes: readonly Numbered[] | undefined, number: number): Numbered | null =>
  changes?.findLast((change) => change.number < number) ?? null;

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

  /** Symbols of the share that has one now, latest first. Days under one of them are nobody else's. */
  parts(symbol: string): SymbolPart[] {
    const parts: SymbolPart[] = [];
    let [at, until, before] = [symbol, null as string | null, this.changes.length];
    for (;;) {
      const received = latestBefore(this.byAfter.get(at), before);
      // Another share had the symbol until it was given up, and this one has got it later.
      const givenUp = received ?? (until === null ? null : { number: before });
      const released = givenUp && latestBefore(this.byBefore.get(at), givenUp.number);
      parts.push({ symbol: at, from: released?.day ?? null, until });
      if (!received) return parts;
      [at, until, before] = [received.before, received.day, received.number];
    }
  }

  /** Change by which the share with a symbol has got another; null where it has the symbol now. */
  leaving(symbol: string): SymbolChange | null {
    const left = this.byBefore.get(symbol)?.at(-1);
    const received = this.byAfter.get(symbol)?.at(-1);
    return left && left.number > (received?.number ?? -1) ? left : null;
  }

  /** Symbols that shares with some symbols have had since. Those as well. */
  since(symbols: readonly string[]): string[] {
    const all = new Set(symbols);
    for (const symbol of all) for (const { after } of this.byBefore.get(symbol) ?? []) all.add(after);
    return [...all];
  }

  /** Symbol of a share of which the list says too much; null where it is plausible. */
  implausible(): string | null {
    const symbolsOf = new Map<string, number>();
    for (const { before, after } of this.changes) {
      const symbols = (symbolsOf.get(before) ?? 1) + 1;
      symbolsOf.set(after, symbols);
      if (symbols > MOST_OF_SHARE) return after;
    }
    for (const named of [this.byBefore, this.byAfter])
      for (const [symbol, changes] of named) if (changes.length > MOST_OF_SHARE) return symbol;
    return null;
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
