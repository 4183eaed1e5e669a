import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** Weight of the newest value in an exponential average of a period. */
export const emaWeight = (period: number): number => 2 / (period + 1);

/** State of an average: the value it started at, and how far it has come from there. */
export interface Average {
  start: number;
  distance: number;
}

/** Starts an average anew at the value where another one is. */
export const startAt = (average: Average, other: Average): void => {
  average.start = other.start + other.distance;
  average.distance = 0;
};

const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  weight: number,
  average: Average,
): void => {
  const keep = 1 - weight;
  const { start } = average;
  let { distance } = average;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    out[index] = start + distance;
  }
  average.distance = distance;
};

const fillEma: Kernel = (values, out, from, to, period) => {
  const average = { start: values[from] as number, distance: 0 };
  inChunks(from, to, (start, end) => compute(values, out, start, end, emaWeight(period), average));
  fillWarmUp(out, from, to, period - 1);
  return average.distance;
};

/**
 * Exponential moving average: `ema + 2/(period+1) · (value − ema)`, started at the first value and shown from the
 * `period`-th on. Warm-up: `period − 1` bars.
 * Source: P. Haurlan (1968); starting value as in Tulip Indicators.
 *
 * What is carried is the average's distance from the first value: a step then waits for one product and one sum, not
 * for three operations, and a price that never moved is its average exactly.
 */
export const ema = (values: Float64Array, period: number): Float64Array => overRuns(values, period, fillEma);

/** `ema` one value at a time. */
export class EmaStream implements ValueStream {
  private readonly period: number;
  private readonly weight: number;
  private readonly keep: number;
  private start = 0;
  private distance = 0;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    this.weight = emaWeight(period);
    this.keep = 1 - this.weight;
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.seen = 0;
      return Number.NaN;
    }
    if (this.seen === 0) {
      this.start = value;
      this.distance = 0;
    }
    this.distance = this.distance * this.keep + (value - this.start) * this.weight;
    this.seen++;
    return this.seen < this.period ? Number.NaN : this.start + this.distance;
  }
}
