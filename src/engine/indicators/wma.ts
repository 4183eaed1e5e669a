import { eachRun, unknownColumn, type ValueStream } from './indicator.ts';

/**
 * Linearly weighted moving average: weights 1 (oldest) to `period` (newest) over their sum. Warm-up: `period − 1`.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 9.
 *
 * Cut into blocks as in `sma`, so nothing drifts. In the finished block the value at position k + 1 has weight 1, the
 * next 2 and so on; in the current block the j-th of `filled` values has weight `period − filled + j`.
 */
export const wma = (values: Float64Array, period: number): Float64Array => {
  const out = unknownColumn(values.length);
  const divisor = (period * (period + 1)) / 2;
  const tail = new Float64Array(period + 1);
  eachRun(values, (from, to) => {
    let sum = 0;
    let weighted = 0;
    let filled = 0;
    const first = from + period - 1;
    for (let index = from; index < to; index++) {
      const value = values[index] as number;
      filled++;
      sum += value;
      weighted += filled * value;
      if (index >= first)
        out[index] = ((tail[filled] as number) + (weighted + (period - filled) * sum)) / divisor;
      if (filled < period) continue;
      let tailSum = 0;
      let tailWeighted = 0;
      for (let k = period - 1, at = index; k >= 0; k--, at--) {
        tailSum += values[at] as number;
        tail[k] = tailWeighted += tailSum;
      }
      sum = 0;
      weighted = 0;
      filled = 0;
    }
  });
  return out;
};

/** `wma` one value at a time. */
export class WmaStream implements ValueStream {
  private readonly block: Float64Array;
  private readonly tail: Float64Array;
  private readonly divisor: number;
  private sum = 0;
  private weighted = 0;
  private filled = 0;
  private isWarm = false;

  constructor(period: number) {
    this.block = new Float64Array(period);
    this.tail = new Float64Array(period + 1);
    this.divisor = (period * (period + 1)) / 2;
  }

  private startBlock(): void {
    this.sum = 0;
    this.weighted = 0;
    this.filled = 0;
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.startBlock();
      this.isWarm = false;
      return Number.NaN;
    }
    const { block, tail } = this;
    const period = block.length;
    block[this.filled] = value;
    this.filled++;
    this.sum += value;
    this.weighted += this.filled * value;
    this.isWarm ||= this.filled === period;
    const head = this.weighted + (period - this.filled) * this.sum;
    const average = this.isWarm ? ((tail[this.filled] as number) + head) / this.divisor : Number.NaN;
    if (this.filled === period) {
      let tailSum = 0;
      let tailWeighted = 0;
      for (let k = period - 1; k >= 0; k--) {
        tailSum += block[k] as number;
        tail[k] = tailWeighted += tailSum;
      }
      this.startBlock();
    }
    return average;
  }
}
