interface Contract {
  symbol: string;
  tradingSymbol: string | null;
}

/**
 * Part of the broker's contract name beyond the symbol: `24NOV26FUT` of `NIFTY24NOV26FUT`. Nothing of a share, whose
 * name is its symbol and a series (`RELIANCE-EQ`).
 */
export const contractPart = ({ symbol, tradingSymbol }: Contract): string => {
  if (tradingSymbol === null) return '';
  const more = tradingSymbol.startsWith(symbol) ? tradingSymbol.slice(symbol.length) : tradingSymbol;
  return more.startsWith('-') ? '' : more;
};

/** A symbol with that beside it: `NIFTY · 24NOV26FUT`. */
export const contractName = (contract: Contract): string => {
  const part = contractPart(contract);
  return part === '' ? contract.symbol : `${contract.symbol} · ${part}`;
};
