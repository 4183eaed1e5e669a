import { newColumn } from '../columns.ts';
import { newTail, newTails, type Tails } from './block-tail.ts';
import {
  fillRuns,
  fillWarmUp,
  inChunks,
  isSmallWhole,
  whileTrue,
  type Kernel,
  type ValueStream,
} from './indicator.ts';

/** Sum of the weights 1 to `period`. */
export const sumOfWeights = (period: number): number => (period * (period + 1)) / 2;

/** Takes whole blocks but for the last; returns the sum of all. */
const take = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  tails: Tails,
): number => {
  let { tail, next } = tails;
  const divisor = sumOfWeights(period);
  let all = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let tailSum = 0;
    let tailWeighted = 0;
    for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
      tailSum += values[index] as number;
      next[k] = tailWeighted += tailSum;
    }
    let sum = 0;
    let weighted = 0;
    for (let index = start, k = 1; index < end; index++, k++) {
      const value = values[index] as number;
      sum += value;
      weighted += k * value;
      out[index] = ((tail[k] as number) + (weighted + (period - k) * sum)) / divisor;
    }
    all += sum;
    const spare = tail;
    tail = next;
    next = spare;
  }
  tails.tail = tail;
  tails.next = next;
  return all;
};

/** `out` may be the values themselves, as in `fillSma`. */
const fillWma: Kernel = (values, out, from, to, period) => {
  const tails = newTails(period);
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += take(values, out, start, end, period, tails);
    },
    period,
  );
  return all;
};

/** What running sums of whole numbers carry; each is exact. */
interface RunningWma {
  readonly period: number;
  sum: number;
  weighted: number;
}

/** Whole numbers only, as in `sma`. False at the first that is not. */
const takeWhole = (
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
  if (whileTrue(0, values.length, (from, to) => takeWhole(values, out, from, to, running)))
    fillWarmUp(out, 0, values.length, period - 1);
  else fillRuns(values, [out], (from, to) => fillWma(values, out, from, to, period));
  return out;
};

/** `wma` one value at a time. */
export class WmaStream implements ValueStream {
  private readonly block: Float64Array;
  private readonly divisor: number;
  private tail: Float64Array;
  private sum = 0;
  private weighted = 0;
  private filled = 0;

  constructor(period: number) {
    this.block = new Float64Array(period);
    this.divisor = sumOfWeights(period);
    this.tail = newTail(period, 0);
  }

  next(value: number): number {
    const { block } = this;
    const period = block.length;
    if (Number.isNaN(value)) {
      this.tail = newTail(period, 0);
      this.startBlock();
      return Number.NaN;
    }
    block[this.filled] = value;
    this.filled++;
    this.sum += value;
    this.weighted += this.filled * value;
    const head = this.weighted + (period - this.filled) * this.sum;
    const average = ((this.tail[this.filled] as number) + head) / this.divisor;
    if (this.filled === period) this.finishBlock();
    return average;
  }

  private startBlock(): void {
    this.sum = 0;
    this.weighted = 0;
    this.filled = 0;
  }

  private finishBlock(): void {
    const { block, tail } = this;
    let tailSum = 0;
    let tailWeighted = 0;
    for (let k = block.length - 1; k >= 0; k--) {
      tailSum += block[k] as number;
      tail[k] = tailWeighted += tailSum;
    }
    this.startBlock();
  }
}
