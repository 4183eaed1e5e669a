import { intrinsicOf } from './black76.ts';

/** Open interest of the two options of a strike, units. */
export interface StrikeInterest {
  readonly strike: number;
  readonly call: number;
  readonly put: number;
}

/** Open interest of all calls and of all puts, units. */
export interface InterestTotals {
  readonly calls: number;
  readonly puts: number;
}

/** Sums of both sides. */
export const interestTotals = (strikes: readonly StrikeInterest[]): InterestTotals => ({
  calls: strikes.reduce((sum, { call }) => sum + call, 0),
  puts: strikes.reduce((sum, { put }) => sum + put, 0),
});

/** Put-call ratio by open interest. Null without an open call. */
export const putCallRatio = ({ calls, puts }: InterestTotals): number | null =>
  calls > 0 ? puts / calls : null;

/**
 * Max pain: the listed strike at which all open options together pay the least. The lower of two that pay the same;
 * null where nothing is open.
 */
export const maxPain = (strikes: readonly StrikeInterest[]): number | null => {
  let least: { readonly strike: number; readonly paid: number } | null = null;
  if (strikes.every(({ call, put }) => call === 0 && put === 0)) return null;
  for (const { strike: price } of strikes) {
    const paid = strikes.reduce(
      (sum, { strike, call, put }) =>
        sum + call * intrinsicOf('call', strike, price) + put * intrinsicOf('put', strike, price),
      0,
    );
    if (least === null || paid < least.paid || (paid === least.paid && price < least.strike))
      least = { strike: price, paid };
  }
  return least?.strike ?? null;
};
