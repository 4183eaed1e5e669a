import { isSmallWhole, wholeBlocks } from './indicator.ts';
import type { Sign } from './window-maximum.ts';

/**
 * How many values ago the highest of the last `period` values was (0 = the newest), at an amortised constant cost: a
 * queue of the values that no later one has reached, oldest first. Of two that are equal the later counts.
 * Source: D. Lemire, Streaming Maximum-Minimum Filter, Nordic Journal of Computing 13 (2006).
 */
export class WindowPlace {
  private readonly period: number;
  private readonly mask: number;
  private readonly values: Float64Array;
  private readonly places: Float64Array;
  private head = 0;
  private tail = 0;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    const room = 2 ** Math.ceil(Math.log2(period + 1));
    this.mask = room - 1;
    this.values = new Float64Array(room);
    this.places = new Float64Array(room);
  }

  next(value: number): number {
    const { mask, values, places } = this;
    while (this.tail !== this.head && (values[(this.tail - 1) & mask] as number) <= value) this.tail--;
    values[this.tail & mask] = value;
    places[this.tail & mask] = this.seen;
    this.tail++;
    if ((places[this.head & mask] as number) <= this.seen - this.period) this.head++;
    const ago = this.seen - (places[this.head & mask] as number);
    this.seen++;
    return ago;
  }
}

/** Below every whole number taken. */
const NONE = -0x4000_0000;

/**
 * The same over a whole series, read off a table: `out[i]` is `readings[ago]`. The lowest (sign −1) is found as the
 * highest with the order turned round. False when a value is not a whole number of less than 2³⁰ either way; then
 * nothing it has filled in counts.
 */
export const fillPlacesAgo = (
  values: Float64Array,
  out: Float64Array,
  period: number,
  sign: Sign,
  readings: Float64Array,
): boolean => {
  const tail = new Int32Array(period + 1).fill(NONE);
  const tailAt = new Int32Array(period + 1);
  const size = wholeBlocks(period);
  for (let from = 0; from < values.length; from += size) {
    const to = Math.min(from + size, values.length);
    if (!takePlaces(values, out, from, to, period, sign, readings, tail, tailAt)) return false;
  }
  return true;
};

/** Takes whole blocks but for the last, as `WholeWindow` does, with the place of each best beside it. */
const takePlaces = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sign: Sign,
  readings: Float64Array,
  tail: Int32Array,
  tailAt: Int32Array,
): boolean => {
  const flip = sign === 1 ? 0 : -1;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let head = NONE;
    let headAt = start;
    for (let index = start, k = 1; index < end; index++, k++) {
      const value = values[index] as number;
      if (!isSmallWhole(value)) return false;
      const key = value ^ flip;
      // All ones when the newest is at least as good: of equal ones the later counts.
      const isNewer = (((head - key) | 0) - 1) >> 31;
      head = (head & ~isNewer) | (key & isNewer);
      headAt = (headAt & ~isNewer) | (index & isNewer);
      const isBefore = (head - (tail[k] as number)) >> 31;
      out[index] = readings[index - ((headAt & ~isBefore) | ((tailAt[k] as number) & isBefore))] as number;
    }
    let best = NONE;
    let bestAt = end - 1;
    for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
      const key = (values[index] as number) ^ flip;
      const isBetter = (best - key) >> 31;
      tail[k] = best = (best & ~isBetter) | (key & isBetter);
      tailAt[k] = bestAt = (bestAt & ~isBetter) | (index & isBetter);
    }
  }
  return true;
};
