import { newTail, newTails, type Tails } from './block-tail.ts';
import { inChunks, type ValueStream } from './indicator.ts';

/** Fill whole blocks but for the last. Returns the sum of all. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  divisor: number,
  tails: Tails,
): number => {
  let { tail, next } = tails;
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
    [tail, next] = [next, tail];
  }
  tails.tail = tail;
  tails.next = next;
  return all;
};

/**
 * Fill in the weighted sums of windows, divided by `divisor`. The last `period` values weigh 1 (oldest) to `period`
 * (newest). `wma` divides by the sum of the weights; a caller who weighs sums again gives 1 and divides only once. Any
 * values, in blocks; returns the sum of all, NaN when a NaN was among them. `out` may be the values themselves.
 */
export const fillWeightedSums = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  divisor: number,
): number => {
  const tails = newTails(period);
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += compute(values, out, start, end, period, divisor, tails);
    },
    period,
  );
  return all;
};

/** `fillWeightedSums` one value at a time, not divided. */
export class WeightedSumStream implements ValueStream {
  private readonly block: Float64Array;
  private tail: Float64Array;
  private sum = 0;
  private weighted = 0;
  private filled = 0;

  constructor(period: number) {
    this.block = new Float64Array(period);
    this.tail = newTail(period, 0);
  }

  next(value: number): number {
    const { block } = this;
    if (Number.isNaN(value)) {
      this.tail = newTail(block.length, 0);
      this.startBlock();
      return Number.NaN;
    }
    block[this.filled] = value;
    this.filled++;
    this.sum += value;
    this.weighted += this.filled * value;
    const head = this.weighted + (block.length - this.filled) * this.sum;
    const windowSum = (this.tail[this.filled] as number) + head;
    if (this.filled === block.length) this.finishBlock();
    return windowSum;
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
