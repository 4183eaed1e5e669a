import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp } from './indicator.ts';
import { rangeOf, widest } from './true-range.ts';

/**
 * Average true range in paise: the mean of the first `period` true ranges (the first bar's is its own range), then
 * smoothed by 1/period. Warm-up: `period − 1` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section III.
 */
export const atr = (bars: Bars, period: number): Float64Array => {
  const out = new Float64Array(bars.length);
  fillAtr(bars, out, period);
  return out;
};

/** What is carried is the sum that the average comes from: each bar takes a part of it out and its range in. */
export const fillAtr = ({ high, low, close, length }: Bars, out: Float64Array, period: number): void => {
  fillWarmUp(out, 0, length, period - 1);
  if (length === 0) return;
  const keep = 1 - 1 / period;
  let sum = (high[0] as number) - (low[0] as number);
  if (period === 1) out[0] = sum;
  for (let index = 1; index < length; index++) {
    const range = widest(high[index] as number, low[index] as number, close[index - 1] as number);
    if (index >= period) sum = sum * keep + range;
    else {
      sum += range;
      if (index < period - 1) continue;
    }
    out[index] = sum / period;
  }
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
