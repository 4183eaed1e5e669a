import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from './indicator.ts';
import { rangeOf } from './true-range.ts';

/**
 * Average true range in paise: the mean of the first `period` true ranges (the first bar's is its own range), then
 * smoothed by 1/period. Warm-up: `period − 1` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const atr = (bars: Bars, period: number): Float64Array => {
  const { high, low, close, length } = bars;
  const out = unknownColumn(length);
  const weight = 1 / period;
  let average = 0;
  let previousClose = Number.NaN;
  for (let index = 0; index < length; index++) {
    const range = rangeOf(high[index] as number, low[index] as number, previousClose);
    previousClose = close[index] as number;
    if (index >= period) average = (range - average) * weight + average;
    else {
      average += range;
      if (index === period - 1) average /= period;
    }
    if (index >= period - 1) out[index] = average;
  }
  return out;
};

/** `atr` one bar at a time. */
export class AtrStream {
  private readonly period: number;
  private readonly weight: number;
  private average = 0;
  private previousClose = Number.NaN;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    this.weight = 1 / period;
  }

  next(bar: Bar): number {
    const range = rangeOf(bar.high, bar.low, this.previousClose);
    this.previousClose = bar.close;
    this.seen++;
    if (this.seen > this.period) this.average = (range - this.average) * this.weight + this.average;
    else {
      this.average += range;
      if (this.seen === this.period) this.average /= this.period;
    }
    return this.seen < this.period ? Number.NaN : this.average;
  }
}
