import { newTail } from './block-tail.ts';
import { fillWarmUp, isSmallWhole, overRuns, wholeBlocks, type ValueStream } from './indicator.ts';

/** 1 looks for the highest value, −1 for the lowest. */
export type Sign = 1 | -1;

/**
 * Highest (or lowest) values of windows of `period`, at three comparisons a value whatever the period: a window is
 * the tail of one block of `period` values and the head of the next.
 * Source: M. van Herk, Pattern Recognition Letters 13 (1992); J. Gil and M. Werman, IEEE PAMI 15 (1993).
 */
export interface BlockWindow {
  /**
   * Fills `out` from `at` on with the best of the window that ends at each of the values `from` to `to` (excluded);
   * of those there are so far while no window is full. The first call starts at the first block, each other where the
   * last one ended, and only the last ends inside a block. False when it cannot take one of the values; then nothing
   * it has done counts.
   */
  take(values: Float64Array, from: number, to: number, out: Float64Array, at: number): boolean;
}

/** Below every whole number taken. */
const NONE = -0x4000_0000;

/**
 * Over whole numbers above zero, as prices in paise are. Which of two prices is higher is a coin's toss that the
 * processor guesses wrong half of the time; of two small whole numbers it can tell without a branch.
 */
class WholeWindow implements BlockWindow {
  private readonly period: number;
  /** Turns the order of whole numbers round by flipping all bits: the lowest is then found as the highest. */
  private readonly flip: number;
  private readonly tail: Int32Array;

  constructor(period: number, sign: Sign) {
    this.period = period;
    this.flip = sign === 1 ? 0 : -1;
    this.tail = new Int32Array(period + 1).fill(NONE);
  }

  take(values: Float64Array, from: number, to: number, out: Float64Array, at: number): boolean {
    const { period, flip, tail } = this;
    for (let start = from; start < to; start += period) {
      const end = Math.min(start + period, to);
      let head = NONE;
      for (let index = start, k = 1, place = at + start - from; index < end; index++, k++, place++) {
        const value = values[index] as number;
        if (!isSmallWhole(value) || value <= 0) return false;
        const key = value ^ flip;
        const step = (head - key) | 0;
        head = (key + (step & ~(step >> 31))) | 0;
        const ahead = ((tail[k] as number) - head) | 0;
        out[place] = (head + (ahead & ~(ahead >> 31))) ^ flip;
      }
      let best = NONE;
      for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
        const key = (values[index] as number) ^ flip;
        const step = (best - key) | 0;
        tail[k] = best = (key + (step & ~(step >> 31))) | 0;
      }
    }
    return true;
  }
}

/** Over any numbers; it cannot take NaN. */
export class AnyWindow implements BlockWindow {
  private readonly period: number;
  private readonly sign: Sign;
  private readonly tail: Float64Array;

  constructor(period: number, sign: Sign) {
    this.period = period;
    this.sign = sign;
    this.tail = new Float64Array(period + 1).fill(-Infinity);
  }

  take(values: Float64Array, from: number, to: number, out: Float64Array, at: number): boolean {
    const { period, sign, tail } = this;
    // Stays zero but for a NaN (or an infinite value, which is as rare here).
    let taint = 0;
    for (let start = from; start < to; start += period) {
      const end = Math.min(start + period, to);
      let head = -Infinity;
      for (let index = start, k = 1, place = at + start - from; index < end; index++, k++, place++) {
        const value = sign * (values[index] as number);
        if (value > head) head = value;
        taint += value * 0;
        const before = tail[k] as number;
        out[place] = sign * (before > head ? before : head);
      }
      let best = -Infinity;
      for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
        const value = sign * (values[index] as number);
        if (value > best) best = value;
        tail[k] = best;
      }
    }
    return taint === 0;
  }
}

/** Makes the window for each of the signs an indicator needs. */
export type NewWindow = (sign: Sign) => BlockWindow;

/** Has an indicator filled with the fast windows over whole numbers, or anew with the others if it answers false. */
export const withWindows = (period: number, fill: (newWindow: NewWindow) => boolean): boolean =>
  fill((sign) => new WholeWindow(period, sign)) || fill((sign) => new AnyWindow(period, sign));

/** Fills a run with the highest (or lowest) of each window; false when there is a NaN in it. */
export const fillWindowMaximum = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sign: Sign,
): boolean => {
  const size = wholeBlocks(period);
  const isKnown = withWindows(period, (newWindow) => {
    const window = newWindow(sign);
    for (let start = from; start < to; start += size)
      if (!window.take(values, start, Math.min(start + size, to), out, start)) return false;
    return true;
  });
  fillWarmUp(out, from, to, period - 1);
  return isKnown;
};

/** Highest (or lowest) of the last `period` values. */
export const windowMaximum = (values: Float64Array, period: number, sign: Sign): Float64Array =>
  overRuns(values, period, (run, out, from, to) =>
    fillWindowMaximum(run, out, from, to, period, sign) ? 0 : Number.NaN,
  );

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
