/**
 * A symbol with the broker's name of the contract beside it, where that says more: `NIFTY · NIFTY26NOVFUT`. That of a
 * share is its symbol and a series (`RELIANCE-EQ`), which says nothing more.
 */
export const contractName = ({
  symbol,
  tradingSymbol,
}: {
  symbol: string;
  tradingSymbol: string | null;
}): string =>
  tradingSymbol === null ||
  tradingSymbol === '' ||
  tradingSymbol === symbol ||
  tradingSymbol.startsWith(`${symbol}-`)
    ? symbol
    : `${symbol} · ${tradingSymbol}`;
