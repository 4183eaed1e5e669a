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

/** Changes in the order of their days. Of one day, one that leads to another comes first where both are sorted. */
export const inOrder = (changes: readonly SymbolChange[]): SymbolChange[] =>
  [...changes].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));

/** Symbols that a share had before its present one, latest first. */
export const earlierSymbols = (changes: readonly SymbolChange[], symbol: string): EarlierSymbol[] => {
  const latestFirst = inOrder(changes).reverse();
  const earlier: EarlierSymbol[] = [];
  let at = symbol;
  for (const { before, after, day } of latestFirst) {
    if (after !== at) continue;
    earlier.push({ symbol: before, until: day });
    at = before;
  }
  return earlier;
};

/** Present symbol of a share that had one on a day. */
export const presentSymbol = (
  changes: readonly SymbolChange[],
  { symbol, day }: { readonly symbol: string; readonly day: string },
): string => {
  let at = symbol;
  for (const change of inOrder(changes)) if (change.before === at && change.day > day) at = change.after;
  return at;
};
