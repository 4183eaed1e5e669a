import { newColumn } from '../columns.ts';
import { newTail, newTails, type Tails } from './block-tail.ts';
import { exactlyAtFirst, inChunks, isSmallWhole, type Kernel, type ValueStream } from './indicator.ts';

/** Fill whole blocks but for the last. Returns the sum of all. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  tails: Tails,
): number => {
  let { tail, next } = tails;
  let all = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let sum = 0;
    for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--)
      next[k] = sum += values[index] as number;
    let head = 0;
    for (let index = start, k = 1; index < end; index++, k++) {
      head += values[index] as number;
      out[index] = (head + (tail[k] as number)) / period;
    }
    all += head;
    const spare = tail;
    tail = next;
    next = spare;
  }
  tails.tail = tail;
  tails.next = next;
  return all;
};

/** The usual smoothing. So short a window is added up anew for every bar, oldest value first. */
const SHORT = 3;

/** The two values before the next one; NaN while there are none. */
interface Before {
  older: number;
  last: number;
}

/** Fill windows of three. Returns the sum of all. */
const computeShort = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  before: Before,
): number => {
  let { older, last } = before;
  let all = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    out[index] = (older + last + value) / SHORT;
    older = last;
    last = value;
    all += value;
  }
  before.older = older;
  before.last = last;
  return all;
};

const fillShort = (values: Float64Array, out: Float64Array, from: number, to: number): number => {
  const before = { older: Number.NaN, last: Number.NaN };
  let all = 0;
  inChunks(from, to, (start, end) => {
    all += computeShort(values, out, start, end, before);
  });
  return all;
};

/** `out` may be the values themselves: a block is summed up from its end before its places are filled. */
export const fillSma: Kernel = (values, out, from, to, period) => {
  if (period === SHORT) return fillShort(values, out, from, to);
  const tails = newTails(period);
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += compute(values, out, start, end, period, tails);
    },
    period,
  );
  return all;
};

/** Whole numbers only: a running sum of them is exact. False at the first that is not. */
export const computeWholeSma = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  running: { sum: number },
): boolean => {
  let { sum } = running;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (!isSmallWhole(value)) return false;
    sum += index < period ? value : value - (values[index - period] as number);
    out[index] = sum / period;
  }
  running.sum = sum;
  return true;
};

/**
 * Simple moving average: the mean of the last `period` values. Warm-up: `period − 1` bars.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 9.
 *
 * A running sum drifts: each value leaves with the rounding error it came with. Only prices in whole paise have none;
 * they are summed up so. Else the series is cut into blocks of one period: a window is the tail of one block and the
 * head of the next, and both are summed anew for every block (a window of three for every bar). The cost is two
 * additions a bar and the error never exceeds that of adding up one period; on whole numbers the result is the same to
 * the last bit.
 */
export const sma = (values: Float64Array, period: number): Float64Array => {
  const out = newColumn(values.length);
  const running = { sum: 0 };
  exactlyAtFirst(
    values,
    [out],
    period,
    (from, to) => computeWholeSma(values, out, from, to, period, running),
    (from, to) => fillSma(values, out, from, to, period),
  );
  return out;
};

/** `sma` one value at a time. */
export class SmaStream implements ValueStream {
  private readonly block: Float64Array;
  private tail: Float64Array;
  private head = 0;
  private filled = 0;

  constructor(period: number) {
    this.block = new Float64Array(period);
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
    if (period === SHORT) return this.nextShort(value);
    block[this.filled] = value;
    this.head += value;
    this.filled++;
    const mean = (this.head + (this.tail[this.filled] as number)) / period;
    if (this.filled === period) this.finishBlock();
    return mean;
  }

  private nextShort(value: number): number {
    const { tail } = this;
    const mean = ((tail[0] as number) + (tail[1] as number) + value) / SHORT;
    tail[0] = tail[1] as number;
    tail[1] = value;
    return mean;
  }

  private startBlock(): void {
    this.head = 0;
    this.filled = 0;
  }

  private finishBlock(): void {
    const { block, tail } = this;
    let sum = 0;
    for (let k = block.length - 1; k >= 0; k--) tail[k] = sum += block[k] as number;
    this.startBlock();
  }
}
