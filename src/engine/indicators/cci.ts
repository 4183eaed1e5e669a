import type { Bar, Bars } from '../bars.ts';
import { SmaStream, sma } from './sma.ts';

const LAMBERT = 0.015;

/** The index of a value from its mean and the sum of its window's distances from it; 0 where nothing moved. */
const indexOf = (value: number, mean: number, distances: number, period: number): number =>
  distances === 0 ? 0 : ((value - mean) * period) / (LAMBERT * distances);

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
  const out = sma(sums, period);
  let index = period - 1;
  if (period >= ABREAST)
    for (; index + ABREAST <= length; index += ABREAST) fillFour(sums, out, index, period);
  for (; index < length; index++) {
    const mean = out[index] as number;
    out[index] = indexOf(sums[index] as number, mean, distancesOf(sums, index, period, mean), period);
  }
  return out;
};

/** Sum of the distances from a mean of the `period` values up to `index`, oldest first. */
const distancesOf = (values: Float64Array, index: number, period: number, mean: number): number => {
  let distances = 0;
  for (let at = index - period + 1; at <= index; at++) distances += Math.abs((values[at] as number) - mean);
  return distances;
};

/** Bars whose windows are gone through together. */
const ABREAST = 4;

/**
 * Turns the means of four bars from `first` on into their indices. Their windows have all but three values in common:
 * each of those is read once, and four sums that do not wait for each other take it.
 */
const fillFour = (values: Float64Array, out: Float64Array, first: number, period: number): void => {
  const oldest = first - period + 1;
  const a = out[first] as number;
  const b = out[first + 1] as number;
  const c = out[first + 2] as number;
  const d = out[first + 3] as number;
  const [v0, v1, v2] = [values[oldest] as number, values[oldest + 1] as number, values[oldest + 2] as number];
  let sumA = Math.abs(v0 - a) + Math.abs(v1 - a) + Math.abs(v2 - a);
  let sumB = Math.abs(v1 - b) + Math.abs(v2 - b);
  let sumC = Math.abs(v2 - c);
  let sumD = 0;
  for (let at = oldest + 3; at <= first; at++) {
    const value = values[at] as number;
    sumA += Math.abs(value - a);
    sumB += Math.abs(value - b);
    sumC += Math.abs(value - c);
    sumD += Math.abs(value - d);
  }
  const [w0, w1, w2, w3] = [
    values[first] as number,
    values[first + 1] as number,
    values[first + 2] as number,
    values[first + 3] as number,
  ];
  sumB += Math.abs(w1 - b);
  sumC = sumC + Math.abs(w1 - c) + Math.abs(w2 - c);
  sumD = sumD + Math.abs(w1 - d) + Math.abs(w2 - d) + Math.abs(w3 - d);
  out[first] = indexOf(w0, a, sumA, period);
  out[first + 1] = indexOf(w1, b, sumB, period);
  out[first + 2] = indexOf(w2, c, sumC, period);
  out[first + 3] = indexOf(w3, d, sumD, period);
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
    if (Number.isNaN(mean)) return Number.NaN;
    return indexOf(sum, mean, distancesOf(values, this.filled - 1, period, mean), period);
  }
}
