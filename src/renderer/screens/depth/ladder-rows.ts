import type { Position } from '../../../shared/contract/positions.ts';
import type { Quote } from '../../../shared/quotes.ts';

export type Depth = NonNullable<Quote['depth']>;

/** A price of the ladder, paise, and what waits there. */
export interface LadderRow {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  readonly isLast: boolean;
}

/** Steps of the ladder above its middle, and below it. */
const REACH = 30;

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** Smallest step between prices, paise; 0 of a single one. */
const stepOf = (prices: readonly number[]): number =>
  prices.slice(1).reduce((step, price, index) => divisor(step, Math.abs(price - (prices[index] ?? 0))), 0);

/** Prices of a ladder, paise: that in its middle, and the step from one to the next. */
export interface LadderGrid {
  readonly middle: number;
  /** 0 of a single price. */
  readonly step: number;
}

/** Largest step that keeps a ladder’s prices and reaches all others, paise. */
export const stepFor = (
  { step, middle }: LadderGrid,
  { buy, sell }: Depth,
  others: readonly number[],
): number => divisor(step, stepOf([middle, ...others, ...[...buy, ...sell].map(({ price }) => price)]));

/** Prices around a middle, from high to low. They stay the same while the depth changes. */
export const ladderRows = (depth: Depth, ltp: number, { middle, step }: LadderGrid): LadderRow[] => {
  const bids = new Map(depth.buy.map(({ price, quantity }) => [price, quantity]));
  const asks = new Map(depth.sell.map(({ price, quantity }) => [price, quantity]));
  const prices =
    step === 0
      ? [middle]
      : Array.from({ length: 2 * REACH + 1 }, (_, index) => middle + (REACH - index) * step);
  return prices
    .filter((price) => price > 0)
    .map((price) => ({
      price,
      bid: bids.get(price) ?? 0,
      ask: asks.get(price) ?? 0,
      isLast: price === ltp,
    }));
};

/** Whether the last price has left the middle third of a ladder. */
export const isFarFrom = (ltp: number, { middle, step }: LadderGrid): boolean =>
  Math.abs(ltp - middle) > (step * REACH) / 3;

/** Open positions of one instrument on one market. */
export const positionsOf = (
  values: Iterable<Position>,
  { symbol, source }: Pick<Position, 'symbol' | 'source'>,
): Position[] => [...values].filter((one) => one.symbol === symbol && one.source === source);

/**
 * P&L of positions at a price, paise: what it is now, and the move from their last price. Charges are those that are in
 * it now, so that at the last price it is the P&L of every other page.
 */
export const profitAt = (
  positions: readonly Pick<Position, 'quantity' | 'averagePrice' | 'ltp' | 'pnl'>[],
  price: number,
): number =>
  positions.reduce(
    (sum, { quantity, averagePrice, ltp, pnl }) => sum + pnl + quantity * (price - (ltp ?? averagePrice)),
    0,
  );
