import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { inChunks } from './indicator.ts';

/**
 * The true range of a bar, computed without a branch. So none is guessed wrong. It is the bar's range where the close
 * before lies in it, else the range stretched to that close: half the way round the three prices. In whole paise
 * nothing is rounded.
 */
export const widest = (high: number, low: number, previousClose: number): number =>
  (high - low + Math.abs(high - previousClose) + Math.abs(previousClose - low)) / 2;

/** `widest`, or the bar's own range without a close before it (NaN). */
export const rangeOf = (high: number, low: number, previousClose: number): number =>
  Number.isNaN(previousClose) ? high - low : widest(high, low, previousClose);

/** Where the series begins there is no close before; one in the bar's own range stretches nothing. */
export const closeBefore = (low: Float64Array, close: Float64Array, index: number): number =>
  (index === 0 ? low[0] : close[index - 1]) as number;

/**
 * True range in paise: the widest of the bar's range and its high's and low's distances to the close before; the
 * first bar's is its own range. No warm-up.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const trueRange = (bars: Bars): Float64Array => {
  const out = newColumn(bars.length);
  inChunks(0, bars.length, (from, to) => compute(bars, out, from, to));
  return out;
};

const compute = ({ high, low, close }: Bars, out: Float64Array, from: number, to: number): void => {
  let previousClose = closeBefore(low, close, from);
  for (let index = from; index < to; index++) {
    out[index] = widest(high[index] as number, low[index] as number, previousClose);
    previousClose = close[index] as number;
  }
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
