import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from './indicator.ts';
import { SmaStream, sma } from './sma.ts';

const LAMBERT = 0.015;

/** The index of the newest of `period` values that start at `from`; 0 where nothing moved. */
const indexOf = (values: Float64Array, from: number, period: number, mean: number): number => {
  // Two sums let the additions overlap.
  let even = 0;
  let odd = 0;
  const to = from + period;
  let at = from;
  for (; at + 1 < to; at += 2) {
    even += Math.abs((values[at] as number) - mean);
    odd += Math.abs((values[at + 1] as number) - mean);
  }
  if (at < to) even += Math.abs((values[at] as number) - mean);
  const meanDeviation = (even + odd) / period;
  return meanDeviation === 0 ? 0 : ((values[to - 1] as number) - mean) / (LAMBERT * meanDeviation);
};

/**
 * Commodity channel index: distance of the typical price from its mean over `period` bars, in units of 0.015 mean
 * absolute deviations. Warm-up: `period − 1` bars. A bar costs O(period): the mean it deviates from is new each time.
 * Source: D. Lambert, Commodities magazine (October 1980).
 *
 * It works on high + low + close and not on a third of it: the index is the same, and whole paise stay exact, so
 * that a price which does not move reads exactly 0.
 */
export const cci = (bars: Bars, period: number): Float64Array => {
  const { high, low, close, length } = bars;
  const sums = new Float64Array(length);
  for (let index = 0; index < length; index++)
    sums[index] = (high[index] as number) + (low[index] as number) + (close[index] as number);
  const means = sma(sums, period);
  const out = unknownColumn(length);
  for (let index = period - 1; index < length; index++)
    out[index] = indexOf(sums, index - period + 1, period, means[index] as number);
  return out;
};

/** `cci` one bar at a time. */
export class CciStream {
  private readonly period: number;
  private readonly mean: SmaStream;
  /** Room for two windows, so that the newest one always lies in one piece. */
  private readonly values: Float64Array;
  private filled = 0;

  constructor(period: number) {
    this.period = period;
    this.mean = new SmaStream(period);
    this.values = new Float64Array(2 * period);
  }

  next(bar: Bar): number {
    const { values, period } = this;
    if (this.filled === values.length) {
      values.copyWithin(0, period);
      this.filled = period;
    }
    const sum = bar.high + bar.low + bar.close;
    values[this.filled++] = sum;
    const mean = this.mean.next(sum);
    return Number.isNaN(mean) ? Number.NaN : indexOf(values, this.filled - period, period, mean);
  }
}
