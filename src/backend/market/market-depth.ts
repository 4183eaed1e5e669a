/** A price at which orders wait at the exchange: paise, units, and number of orders. */
export interface DepthLevel {
  readonly price: number;
  readonly quantity: number;
  readonly orders: number;
}

/** Waiting orders of an instrument by price, the best first. */
export interface MarketDepth {
  readonly buy: readonly DepthLevel[];
  readonly sell: readonly DepthLevel[];
}

/** Depth with its levels in order and without empty ones. */
export const orderedDepth = ({ buy, sell }: MarketDepth): MarketDepth => {
  const filled = (levels: readonly DepthLevel[]) =>
    levels.filter(({ price, quantity }) => price > 0 && quantity > 0);
  return {
    buy: filled(buy).sort((one, other) => other.price - one.price),
    sell: filled(sell).sort((one, other) => one.price - other.price),
  };
};
