import { newColumn } from '../columns.ts';
import { fillRuns, fillWarmUp, isSmallWhole, whileTrue, type ValueStream } from './indicator.ts';
import { WeightedSumStream, fillWeightedSums } from './weighted-sum.ts';

/** Sum of the weights 1 to `period`. */
export const sumOfWeights = (period: number): number => (period * (period + 1)) / 2;

/** State of running sums of whole numbers; each is exact. */
interface RunningWma {
  readonly period: number;
  sum: number;
  weighted: number;
}

/** Whole numbers only, as in `sma`. False at the first that is not. */
const computeWhole = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  running: RunningWma,
): boolean => {
  const { period } = running;
  const divisor = sumOfWeights(period);
  let { sum, weighted } = running;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (!isSmallWhole(value)) return false;
    // A step makes every value one lighter, which takes the old sum off, and the newest weighs most.
    weighted += period * value - sum;
    sum += index < period ? value : value - (values[index - period] as number);
    out[index] = weighted / divisor;
  }
  running.sum = sum;
  running.weighted = weighted;
  return true;
};

/**
 * Linearly weighted moving average: weights 1 (oldest) to `period` (newest) over their sum. Warm-up: `period − 1`.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 9.
 *
 * Running sums over whole numbers, else cut into blocks, as in `sma`; so nothing drifts. In the finished block the
 * value at position k + 1 has weight 1, the next 2 and so on; in the current block the j-th of `filled` values has
 * weight `period − filled + j`.
 */
export const wma = (values: Float64Array, period: number): Float64Array => {
  const out = newColumn(values.length);
  const running = { period, sum: 0, weighted: 0 };
  if (whileTrue(0, values.length, (from, to) => computeWhole(values, out, from, to, running)))
    fillWarmUp(out, 0, values.length, period - 1);
  else
    fillRuns(values, [out], (from, to) =>
      fillWeightedSums(values, out, from, to, period, sumOfWeights(period)),
    );
  return out;
};

/** `wma` one value at a time. */
export class WmaStream implements ValueStream {
  private readonly weighted: WeightedSumStream;
  private readonly divisor: number;

  constructor(period: number) {
    this.weighted = new WeightedSumStream(period);
    this.divisor = sumOfWeights(period);
  }

  next(value: number): number {
    return this.weighted.next(value) / this.divisor;
  }
}
