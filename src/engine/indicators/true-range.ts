import type { Bar, Bars } from '../bars.ts';

/** The widest of today's range and the distances to yesterday's close, which is NaN on the first bar. */
export const rangeOf = (high: number, low: number, previousClose: number): number => {
  const range = high - low;
  if (Number.isNaN(previousClose)) return range;
  return Math.max(range, Math.abs(high - previousClose), Math.abs(low - previousClose));
};

/**
 * True range in paise: the widest of the bar's range and its high's and low's distances to the close before; the
 * first bar's is its own range. No warm-up.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const trueRange = (bars: Bars): Float64Array => {
  const { high, low, close, length } = bars;
  const out = new Float64Array(length);
  let previousClose = Number.NaN;
  for (let index = 0; index < length; index++) {
    out[index] = rangeOf(high[index] as number, low[index] as number, previousClose);
    previousClose = close[index] as number;
  }
  return out;
};

/** `trueRange` one bar at a time. */
export class TrueRangeStream {
  private previousClose = Number.NaN;

  next(bar: Bar): number {
    const range = rangeOf(bar.high, bar.low, this.previousClose);
    this.previousClose = bar.close;
    return range;
  }
}
