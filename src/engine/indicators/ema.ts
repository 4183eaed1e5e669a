import { overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** Weight of the newest value in an exponential average of a period. */
export const emaWeight = (period: number): number => 2 / (period + 1);

const kernel: Kernel = (values, out, from, to, period) => {
  const weight = emaWeight(period);
  const first = from + period - 1;
  let average = values[from] as number;
  out[from] = average;
  for (let index = from + 1; index < to; index++) {
    average = ((values[index] as number) - average) * weight + average;
    out[index] = average;
  }
  out.fill(Number.NaN, from, Math.min(first, to));
};

/**
 * Exponential moving average: `ema + 2/(period+1) · (value − ema)`, started at the first value and shown from the
 * `period`-th on. Warm-up: `period − 1` bars.
 * Source: P. Haurlan (1968); starting value as in Tulip Indicators.
 */
export const ema = (values: Float64Array, period: number): Float64Array => overRuns(values, period, kernel);

/** `ema` one value at a time. */
export class EmaStream implements ValueStream {
  private readonly period: number;
  private readonly weight: number;
  private average = 0;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    this.weight = emaWeight(period);
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.seen = 0;
      return Number.NaN;
    }
    this.average = this.seen === 0 ? value : (value - this.average) * this.weight + this.average;
    this.seen++;
    return this.seen < this.period ? Number.NaN : this.average;
  }
}
