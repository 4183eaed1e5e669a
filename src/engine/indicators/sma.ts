import { eachRun, unknownColumn, type ValueStream } from './indicator.ts';

/**
 * Simple moving average: the mean of the last `period` values. Warm-up: `period − 1` bars.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 9.
 *
 * A running sum drifts: each value leaves with the rounding error it came with. Here the series is cut into blocks of
 * one period; a window is the tail of one block and the head of the next, and both are summed anew for every block.
 * The cost is two additions a bar and the error never exceeds that of adding up one period.
 */
export const sma = (values: Float64Array, period: number): Float64Array => {
  const out = unknownColumn(values.length);
  /** `tail[k]`: sum of the finished block from its k-th value on; `tail[period]` is zero. */
  const tail = new Float64Array(period + 1);
  eachRun(values, (from, to) => {
    let head = 0;
    let filled = 0;
    const first = from + period - 1;
    for (let index = from; index < to; index++) {
      head += values[index] as number;
      filled++;
      if (index >= first) out[index] = (head + (tail[filled] as number)) / period;
      if (filled < period) continue;
      let sum = 0;
      for (let k = period - 1, at = index; k >= 0; k--, at--) tail[k] = sum += values[at] as number;
      head = 0;
      filled = 0;
    }
  });
  return out;
};

/** `sma` one value at a time. */
export class SmaStream implements ValueStream {
  private readonly block: Float64Array;
  private readonly tail: Float64Array;
  private head = 0;
  private filled = 0;
  private isWarm = false;

  constructor(period: number) {
    this.block = new Float64Array(period);
    this.tail = new Float64Array(period + 1);
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.head = 0;
      this.filled = 0;
      this.isWarm = false;
      return Number.NaN;
    }
    const { block, tail } = this;
    const period = block.length;
    block[this.filled] = value;
    this.head += value;
    this.filled++;
    this.isWarm ||= this.filled === period;
    const mean = this.isWarm ? (this.head + (tail[this.filled] as number)) / period : Number.NaN;
    if (this.filled === period) {
      let sum = 0;
      for (let k = period - 1; k >= 0; k--) tail[k] = sum += block[k] as number;
      this.head = 0;
      this.filled = 0;
    }
    return mean;
  }
}
