/** Indices whose option chain is shown. The simulated exchange lists options on them. */
export const CHAIN_UNDERLYINGS = ['NIFTY', 'BANKNIFTY'] as const;

/** Whether a symbol is that of an index with an option chain. */
export const hasChain = (symbol: string): boolean =>
  (CHAIN_UNDERLYINGS as readonly string[]).includes(symbol);
