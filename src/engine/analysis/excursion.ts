import type { Bar } from '../bars.ts';

/** A round trip; prices in paise, times in epoch ms. */
export interface Lived {
  readonly side: 'long' | 'short';
  readonly quantity: number;
  readonly entryAt: number;
  readonly entryPrice: number;
  readonly exitAt: number;
  readonly exitPrice: number;
}

/** Paise of the whole quantity, and percent of the entry. */
export interface Excursion {
  readonly amount: number;
  readonly percent: number;
}

export interface Excursions {
  /** Largest loss, at most 0. */
  readonly adverse: Excursion;
  /** Largest profit, at least 0. */
  readonly favourable: Excursion;
}

/**
 * Largest loss and profit of a trade while it was open. Candles that began before it or ended after
 * it do not count: their extremes may not have been its own. Null where no candle within it is there, and the time was
 * long enough for one. Source: J. Sweeney, Maximum Adverse Excursion (1997).
 * @param length of a candle, ms
 */
export const excursionsOf = (trade: Lived, bars: readonly Bar[], length: number): Excursions | null => {
  const { side, quantity, entryAt, entryPrice, exitAt, exitPrice } = trade;
  const within = bars.filter(({ time }) => time >= entryAt && time + length <= exitAt);
  // Any stretch of two lengths has a whole candle within.
  if (within.length === 0 && exitAt - entryAt >= 2 * length) return null;
  const sign = side === 'long' ? 1 : -1;
  let [worst, best] = [0, 0];
  const see = (price: number): void => {
    const gain = sign * (price - entryPrice);
    if (gain < worst) worst = gain;
    if (gain > best) best = gain;
  };
  see(exitPrice);
  for (const { high, low } of within) {
    see(high);
    see(low);
  }
  const excursion = (gain: number): Excursion => ({
    amount: gain * quantity,
    percent: (gain / entryPrice) * 100,
  });
  return { adverse: excursion(worst), favourable: excursion(best) };
};
