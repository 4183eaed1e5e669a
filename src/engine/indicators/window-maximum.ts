import { newTail } from './block-tail.ts';
import { overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** 1 looks for the highest value, −1 for the lowest (the highest of the negated values). */
export type Sign = 1 | -1;

const kernelOf =
  (sign: Sign): Kernel =>
  (values, out, from, to, period) => {
    const tail = newTail(period, -Infinity);
    for (let start = from; start < to; start += period) {
      const end = Math.min(start + period, to);
      let head = -Infinity;
      for (let index = start, k = 1; index < end; index++, k++) {
        head = Math.max(head, sign * (values[index] as number));
        out[index] = sign * Math.max(head, tail[k] as number);
      }
      let best = -Infinity;
      for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--)
        tail[k] = best = Math.max(best, sign * (values[index] as number));
    }
  };

/**
 * Highest (or lowest) of the last `period` values, at three comparisons a bar whatever the period: a window is the
 * tail of one block of `period` values and the head of the next.
 * Source: M. van Herk, Pattern Recognition Letters 13 (1992); J. Gil and M. Werman, IEEE PAMI 15 (1993).
 */
export const windowMaximum = (values: Float64Array, period: number, sign: Sign): Float64Array =>
  overRuns(values, period, kernelOf(sign));

/** `windowMaximum` one value at a time. */
export class WindowMaximumStream implements ValueStream {
  private readonly sign: Sign;
  private readonly block: Float64Array;
  private tail: Float64Array;
  private head = -Infinity;
  private filled = 0;

  constructor(period: number, sign: Sign) {
    this.sign = sign;
    this.block = new Float64Array(period);
    this.tail = newTail(period, -Infinity);
  }

  next(value: number): number {
    const { block, sign } = this;
    const period = block.length;
    if (Number.isNaN(value)) {
      this.tail = newTail(period, -Infinity);
      this.startBlock();
      return Number.NaN;
    }
    block[this.filled] = sign * value;
    this.head = Math.max(this.head, sign * value);
    this.filled++;
    const best = sign * Math.max(this.head, this.tail[this.filled] as number);
    if (this.filled === period) this.finishBlock();
    return best;
  }

  private startBlock(): void {
    this.head = -Infinity;
    this.filled = 0;
  }

  private finishBlock(): void {
    const { block, tail } = this;
    let best = -Infinity;
    for (let k = block.length - 1; k >= 0; k--) tail[k] = best = Math.max(best, block[k] as number);
    this.startBlock();
  }
}
