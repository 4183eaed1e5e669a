import { giveBack, newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { CHUNK, fillWarmUp, inChunks, isSmallWhole, whileTrue } from './indicator.ts';
import { SmaStream, fillSma } from './sma.ts';

const LAMBERT = 0.015;

/**
 * The index of a value; 0 where nothing moved. It is worked out from the mean, and the sum of the window's distances
 * from it.
 */
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
  const out = newColumn(bars.length);
  const running = { sum: 0, sums: new Float64Array(period + CHUNK) };
  if (!whileTrue(0, bars.length, (from, to) => computeWhole(bars, out, from, to, period, running)))
    fillAny(bars, out, period);
  fillWarmUp(out, 0, bars.length, period - 1);
  return out;
};

/** A window's sum, and the addends of its bars. `sums` holds those of the window and of a piece after it. */
interface Running {
  readonly sums: Float64Array;
  sum: number;
}

/** Whole paise only, as in `sma`: a piece comes out while its sums are still in the processor's cache. */
const computeWhole = (
  { high, low, close }: Bars,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  running: Running,
): boolean => {
  const { sums } = running;
  let { sum } = running;
  for (let index = from, k = 0; index < to; index++, k++) {
    const value = (high[index] as number) + (low[index] as number) + (close[index] as number);
    if (!isSmallWhole(value)) return false;
    sum += value - (sums[k] as number);
    sums[k + period] = value;
    out[index] = sum / period;
  }
  running.sum = sum;
  turnMeans(sums, out, Math.max(from, period - 1), to, period, period - from);
  sums.copyWithin(0, to - from, to - from + period);
  return true;
};

const fillAny = ({ high, low, close, length }: Bars, out: Float64Array, period: number): void => {
  const sums = newColumn(length);
  for (let index = 0; index < length; index++)
    sums[index] = (high[index] as number) + (low[index] as number) + (close[index] as number);
  fillSma(sums, out, 0, length, period);
  inChunks(period - 1, length, (from, to) => turnMeans(sums, out, from, to, period, 0));
  giveBack(sums);
};

/** Sum of the distances of `period` values from a mean. The values end at `index` and are added oldest first. */
const distancesOf = (values: Float64Array, index: number, period: number, mean: number): number => {
  let distances = 0;
  for (let at = index - period + 1; at <= index; at++) distances += Math.abs((values[at] as number) - mean);
  return distances;
};

/** Bars whose windows are gone through together. */
const ABREAST = 4;

/**
 * Turn means into indices, four bars at a time. The bars are `from` to `to` (excluded). The windows of four have all
 * but three values in common: each of those is read once, and added to four sums that do not wait for each other. Every
 * sum is still added up from its oldest value to its newest. The value of a bar is `shift` places further on than its
 * mean.
 */
const turnMeans = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  shift: number,
): void => {
  let first = from;
  for (; period >= ABREAST && first + ABREAST <= to; first += ABREAST) {
    const newest = first + shift;
    const oldest = newest - period + 1;
    const a = out[first] as number;
    const b = out[first + 1] as number;
    const c = out[first + 2] as number;
    const d = out[first + 3] as number;
    const v0 = values[oldest] as number;
    const v1 = values[oldest + 1] as number;
    const v2 = values[oldest + 2] as number;
    let sumA = Math.abs(v0 - a) + Math.abs(v1 - a) + Math.abs(v2 - a);
    let sumB = Math.abs(v1 - b) + Math.abs(v2 - b);
    let sumC = Math.abs(v2 - c);
    let sumD = 0;
    for (let at = oldest + 3; at <= newest; at++) {
      const value = values[at] as number;
      sumA += Math.abs(value - a);
      sumB += Math.abs(value - b);
      sumC += Math.abs(value - c);
      sumD += Math.abs(value - d);
    }
    const w1 = values[newest + 1] as number;
    const w2 = values[newest + 2] as number;
    const w3 = values[newest + 3] as number;
    sumB += Math.abs(w1 - b);
    sumC = sumC + Math.abs(w1 - c) + Math.abs(w2 - c);
    sumD = sumD + Math.abs(w1 - d) + Math.abs(w2 - d) + Math.abs(w3 - d);
    out[first] = indexOf(values[newest] as number, a, sumA, period);
    out[first + 1] = indexOf(w1, b, sumB, period);
    out[first + 2] = indexOf(w2, c, sumC, period);
    out[first + 3] = indexOf(w3, d, sumD, period);
  }
  for (; first < to; first++) {
    const mean = out[first] as number;
    const newest = first + shift;
    out[first] = indexOf(values[newest] as number, mean, distancesOf(values, newest, period, mean), period);
  }
};

/** `cci` one bar at a time. */
export class CciStream {
  private readonly period: number;
  private readonly mean: SmaStream;
  /** Room for two windows: so the newest one is always in one piece. */
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
