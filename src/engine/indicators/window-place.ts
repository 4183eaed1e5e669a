import type { Bars } from '../bars.ts';
import { higherOf } from './without-branches.ts';

/**
 * Age of the highest of the last `period` values, in values. 0 is the newest; of two that are equal the later counts.
 * The cost is constant, amortised: a queue holds the values that no later one has reached, oldest first. Source: D.
 * Lemire, Streaming Maximum-Minimum Filter, Nordic Journal of Computing 13 (2006).
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

/**
 * Places that fit beside a value in one number. The highest of such numbers is found as in `window-maximum`: of values
 * that are equal the later has the higher number. It is exact for whole values below 2³¹ and places up to this.
 */
const PLACES = 2 ** 20;

/** Place of a value in such a number. */
const placeOf = (key: number): number => key - PLACES * Math.floor(key / PLACES);

/** Freshness of a value: 0 when it is `period` bars old, 100 for the newest. */
export const freshness = (ago: number, period: number): number => (100 * (period - ago)) / period;

/**
 * Compute how fresh windows' highest high and lowest low are. The third column is the first less the second. A window
 * is this bar and the `period` before it; whole blocks of `period + 1` bars but for the last. NaN while no window is
 * full. False at a price that is not a whole number below 2³¹.
 */
export const computeFreshness = (
  { high, low }: Bars,
  [up, down, oscillator]: readonly [Float64Array, Float64Array, Float64Array],
  from: number,
  to: number,
  period: number,
  tops: Float64Array,
  bottoms: Float64Array,
): boolean => {
  const block = period + 1;
  for (let start = from; start < to; start += block) {
    const end = Math.min(start + block, to);
    // The places of the block before are 0 to `period`, so this one's follow them.
    let top = (high[start] as number) * PLACES + block;
    let bottom = block - (low[start] as number) * PLACES;
    tops[block] = top;
    bottoms[block] = bottom;
    for (let index = start, k = 1; index < end; index++, k++) {
      const highest = high[index] as number;
      const lowest = low[index] as number;
      if ((highest | 0) !== highest || (lowest | 0) !== lowest) return false;
      const place = period + k;
      top = higherOf(top, highest * PLACES + place);
      bottom = higherOf(bottom, place - lowest * PLACES);
      const rise = (100 * (placeOf(higherOf(top, tops[k] as number)) - k)) / period;
      const fall = (100 * (placeOf(higherOf(bottom, bottoms[k] as number)) - k)) / period;
      up[index] = rise;
      down[index] = fall;
      oscillator[index] = rise - fall;
    }
    top = (high[end - 1] as number) * PLACES + end - start - 1;
    bottom = end - start - 1 - (low[end - 1] as number) * PLACES;
    for (let index = end - 1, k = end - start - 1; k >= 0; index--, k--) {
      tops[k] = top = higherOf(top, (high[index] as number) * PLACES + k);
      bottoms[k] = bottom = higherOf(bottom, k - (low[index] as number) * PLACES);
    }
  }
  return true;
};
