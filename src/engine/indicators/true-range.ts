import type { Bar, Bars } from '../bars.ts';

/**
 * The bar's range where the close before lies in it, else the range stretched to that close.
 */
export const widest = (high: number, low: number, previousClose: number): number =>
  Math.max(high, previousClose) - Math.min(low, previousClose);

/** `widest`, or the bar's own range when there is no close before (NaN). */
export const rangeOf = (high: number, low: number, previousClose: number): number =>
  Number.isNaN(previousClose) ? high - low : widest(high, low, previousClose);

/**
 * True range in paise: the widest of the bar's range and its high's and low's distances to the close before; the
 * first bar's is its own range. No warm-up.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const trueRange = (bars: Bars): Float64Array => {
  const { high, low, close, length } = bars;
  const out = new Float64Array(length);
  if (length > 0) out[0] = (high[0] as number) - (low[0] as number);
  for (let index = 1; index < length; index++)
    out[index] = widest(high[index] as number, low[index] as number, close[index - 1] as number);
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
