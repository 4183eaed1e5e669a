export type Side = 'buy' | 'sell';

/** A leg as it was picked. */
export interface PickedLeg {
  readonly symbol: string;
  readonly side: Side;
  readonly lots: number;
  /** Of a unit, paise. */
  readonly price: number;
}

/** Legs as the address of the option chain has them: `S2@11005=NIFTY 2026-12-29 24500 CE`. */
export const legsText = (legs: readonly PickedLeg[]): string =>
  legs
    .map(({ side, lots, price, symbol }) => `${side === 'buy' ? 'B' : 'S'}${lots}@${price}=${symbol}`)
    .join(',');
