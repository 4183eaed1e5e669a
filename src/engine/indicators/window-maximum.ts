import { newColumn } from '../columns.ts';
import { newTail } from './block-tail.ts';
import { fillRuns, fillWarmUp, inChunks, whileTrue, type ValueStream } from './indicator.ts';

/** 1 looks for the highest value, −1 for the lowest. */
export type Sign = 1 | -1;

/**
 * Highest (or lowest) values of windows of `period`, all whole numbers. It takes three comparisons a value whatever the
 * period: a window is the tail of one block of `period` values and the head of the next. Source: M. van Herk, Pattern
 * Recognition Letters 13 (1992); J. Gil and M. Werman, IEEE PAMI 15 (1993).
 *
 * Of whole numbers, as prices in paise are, the higher of two is half their sum and half their distance, which is exact
 * and needs no branch. Whole blocks but for the last; false at the first value that is not whole.
 */
const computeWhole = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sign: Sign,
  tail: Float64Array,
): boolean => {
  const half = sign * 0.5;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    // Zero added, what is −0 becomes 0, as in the other forms.
    let head = (values[start] as number) + 0;
    // The window that ends with the block takes nothing from before it: any of its own values is neutral there.
    tail[period] = head;
    for (let index = start, k = 1; index < end; index++, k++) {
      const value = values[index] as number;
      if ((value | 0) !== value) return false;
      head = (head + value) * 0.5 + half * Math.abs(head - value);
      const before = tail[k] as number;
      out[index] = (head + before) * 0.5 + half * Math.abs(head - before);
    }
    let best = (values[end - 1] as number) + 0;
    for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
      const value = values[index] as number;
      tail[k] = best = (best + value) * 0.5 + half * Math.abs(best - value);
    }
  }
  return true;
};

/** Over any numbers; not zero (but NaN) when there is a NaN among them. */
const computeAny = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sign: Sign,
  tail: Float64Array,
): number => {
  // Stays zero but for a NaN (or an infinite value, which is as rare here).
  let taint = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let head = -Infinity;
    for (let index = start, k = 1; index < end; index++, k++) {
      const value = sign * (values[index] as number);
      if (value > head) head = value;
      taint += value * 0;
      const before = tail[k] as number;
      // Never −0, which is no other number than 0.
      out[index] = sign * (before > head ? before : head) + 0;
    }
    let best = -Infinity;
    for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
      const value = sign * (values[index] as number);
      if (value > best) best = value;
      tail[k] = best;
    }
  }
  return taint;
};

/** Highest (or lowest) of the last `period` values. */
export const windowMaximum = (values: Float64Array, period: number, sign: Sign): Float64Array => {
  const out = newColumn(values.length);
  const whole = newTail(period, 0);
  const compute = (from: number, to: number) => computeWhole(values, out, from, to, period, sign, whole);
  if (whileTrue(0, values.length, compute, period)) return out;
  fillRuns(values, [out], (from, to) => {
    const tail = new Float64Array(period + 1).fill(-Infinity);
    let taint = 0;
    inChunks(
      from,
      to,
      (start, end) => {
        taint += computeAny(values, out, start, end, period, sign, tail);
      },
      period,
    );
    fillWarmUp(out, from, to, period - 1);
    return taint;
  });
  return out;
};

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
    const best = sign * Math.max(this.head, this.tail[this.filled] as number) + 0;
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
