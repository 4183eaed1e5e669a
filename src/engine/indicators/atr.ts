import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp, inChunks } from './indicator.ts';
import { closeBefore, rangeOf, widest } from './true-range.ts';

/**
 * Average true range in paise: the mean of the first `period` true ranges (the first bar's is its own range), then
 * smoothed by 1/period. Warm-up: `period − 1` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const atr = (bars: Bars, period: number): Float64Array => {
  const out = newColumn(bars.length);
  fillAtr(bars, out, period);
  return out;
};

/** Fills a column with the average true range; what is carried is the sum that the average comes from. */
export const fillAtr = (bars: Bars, out: Float64Array, period: number): void => {
  const { length } = bars;
  const carried = { sum: 0 };
  const known = Math.min(period, length);
  inChunks(0, known, (from, to) => compute(bars, out, from, to, period, 1, carried));
  inChunks(known, length, (from, to) => compute(bars, out, from, to, period, 1 - 1 / period, carried));
  fillWarmUp(out, 0, length, period - 1);
};

/** Average ranges: each bar keeps `keep` of the sum and adds its range. */
const compute = (
  { high, low, close }: Bars,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  keep: number,
  carried: { sum: number },
): void => {
  let { sum } = carried;
  let previousClose = closeBefore(low, close, from);
  for (let index = from; index < to; index++) {
    const range = widest(high[index] as number, low[index] as number, previousClose);
    previousClose = close[index] as number;
    sum = sum * keep + range;
    out[index] = sum / period;
  }
  carried.sum = sum;
};

/** `atr` one bar at a time. */
export class AtrStream {
  private readonly period: number;
  private readonly keep: number;
  private sum = 0;
  private previousClose = Number.NaN;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    this.keep = 1 - 1 / period;
  }

  next(bar: Bar): number {
    const range = rangeOf(bar.high, bar.low, this.previousClose);
    this.previousClose = bar.close;
    this.sum = this.sum * (this.seen < this.period ? 1 : this.keep) + range;
    this.seen++;
    return this.seen < this.period ? Number.NaN : this.sum / this.period;
  }
}
