import { eachRun, unknownColumn, type ValueStream } from './indicator.ts';

/** 1 looks for the highest value, −1 for the lowest (the highest of the negated values). */
export type Sign = 1 | -1;

/**
 * Highest (or lowest) of the last `period` values, at three comparisons a bar whatever the period: a window is the
 * tail of one block of `period` values and the head of the next.
 * Source: M. van Herk, Pattern Recognition Letters 13 (1992); J. Gil and M. Werman, IEEE PAMI 15 (1993).
 */
export const windowMaximum = (values: Float64Array, period: number, sign: Sign): Float64Array => {
  const out = unknownColumn(values.length);
  const tail = new Float64Array(period + 1).fill(-Infinity);
  eachRun(values, (from, to) => {
    let head = -Infinity;
    let filled = 0;
    const first = from + period - 1;
    for (let index = from; index < to; index++) {
      head = Math.max(head, sign * (values[index] as number));
      filled++;
      if (index >= first) out[index] = sign * Math.max(head, tail[filled] as number);
      if (filled < period) continue;
      let best = -Infinity;
      for (let k = period - 1, at = index; k >= 0; k--, at--)
        tail[k] = best = Math.max(best, sign * (values[at] as number));
      head = -Infinity;
      filled = 0;
    }
  });
  return out;
};

/** `windowMaximum` one value at a time. */
export class WindowMaximumStream implements ValueStream {
  private readonly sign: Sign;
  private readonly block: Float64Array;
  private readonly tail: Float64Array;
  private head = -Infinity;
  private filled = 0;
  private isWarm = false;

  constructor(period: number, sign: Sign) {
    this.sign = sign;
    this.block = new Float64Array(period);
    this.tail = new Float64Array(period + 1).fill(-Infinity);
  }

  private startBlock(): void {
    this.head = -Infinity;
    this.filled = 0;
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.startBlock();
      this.isWarm = false;
      return Number.NaN;
    }
    const { block, tail, sign } = this;
    const period = block.length;
    block[this.filled] = sign * value;
    this.head = Math.max(this.head, sign * value);
    this.filled++;
    this.isWarm ||= this.filled === period;
    const best = sign * Math.max(this.head, tail[this.filled] as number);
    if (this.filled === period) {
      let tailBest = -Infinity;
      for (let k = period - 1; k >= 0; k--) tail[k] = tailBest = Math.max(tailBest, block[k] as number);
      this.startBlock();
    }
    return this.isWarm ? best : Number.NaN;
  }
}
