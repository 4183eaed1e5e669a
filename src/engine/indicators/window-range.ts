import { newTail, newTails, type Tails } from './block-tail.ts';
import { inChunks } from './indicator.ts';
import { higherOf, lowerOf } from './without-branches.ts';

/**
 * Highest highs and lowest lows of windows at once, in blocks. `window-maximum` finds one of them in the same way. Both
 * columns hold numbers of which sums and differences are exact, as whole paise are: so nothing need be compared.
 */
interface RangeTails {
  readonly top: Tails;
  readonly bottom: Tails;
}

/** Fills in the tails of a finished block. */
const fillTails = (
  highs: Float64Array,
  lows: Float64Array,
  start: number,
  end: number,
  tops: Float64Array,
  bottoms: Float64Array,
): void => {
  let top = highs[end - 1] as number;
  let bottom = lows[end - 1] as number;
  for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
    tops[k] = top = higherOf(top, highs[index] as number);
    bottoms[k] = bottom = lowerOf(bottom, lows[index] as number);
  }
};

/** Fill whole blocks but for the last. */
const computePlaces = (
  values: Float64Array,
  highs: Float64Array,
  lows: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  lowest: number,
  tails: RangeTails,
): void => {
  let { tail: tops, next: nextTops } = tails.top;
  let { tail: bottoms, next: nextBottoms } = tails.bottom;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    fillTails(highs, lows, start, end, nextTops, nextBottoms);
    let top = highs[start] as number;
    let bottom = lows[start] as number;
    // The window that ends with the block takes nothing from before it: any of its own values is neutral there.
    tops[period] = top;
    bottoms[period] = bottom;
    for (let index = start, k = 1; index < end; index++, k++) {
      top = higherOf(top, highs[index] as number);
      bottom = lowerOf(bottom, lows[index] as number);
      const high = higherOf(top, tops[k] as number);
      const low = lowerOf(bottom, bottoms[k] as number);
      out[index] = placeInRange(values[index] as number, low, high) + lowest;
    }
    [tops, nextTops] = [nextTops, tops];
    [bottoms, nextBottoms] = [nextBottoms, bottoms];
  }
  tails.top.tail = tops;
  tails.top.next = nextTops;
  tails.bottom.tail = bottoms;
  tails.bottom.next = nextBottoms;
};

/** Where a value lies between low and high, 0–100; in a window without any range it is in the middle. */
export const placeInRange = (value: number, low: number, high: number): number =>
  high === low ? 50 : (100 * (value - low)) / (high - low);

/**
 * Fill `out` with each value's place in its window's range. It goes from `lowest` to 100 more; NaN during warm-up,
 * `period − 1` bars. `out` may be one of the columns: the tails of a block are taken before its places are filled.
 */
export const fillPlaces = (
  values: Float64Array,
  highs: Float64Array,
  lows: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  lowest: number,
): void => {
  const tails = { top: newTails(period), bottom: newTails(period) };
  inChunks(
    from,
    to,
    (start, end) => computePlaces(values, highs, lows, out, start, end, period, lowest, tails),
    period,
  );
};

/** Fill whole blocks but for the last. */
const computeChannel = (
  highs: Float64Array,
  lows: Float64Array,
  [upper, middle, lower]: readonly [Float64Array, Float64Array, Float64Array],
  from: number,
  to: number,
  period: number,
  tops: Float64Array,
  bottoms: Float64Array,
): void => {
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let top = highs[start] as number;
    let bottom = lows[start] as number;
    tops[period] = top;
    bottoms[period] = bottom;
    for (let index = start, k = 1; index < end; index++, k++) {
      top = higherOf(top, highs[index] as number);
      bottom = lowerOf(bottom, lows[index] as number);
      const high = higherOf(top, tops[k] as number);
      const low = lowerOf(bottom, bottoms[k] as number);
      upper[index] = high;
      middle[index] = (high + low) / 2;
      lower[index] = low;
    }
    fillTails(highs, lows, start, end, tops, bottoms);
  }
};

/** Fill in upper, middle and lower line of each window's range. Warm-up is filled too. */
export const fillChannel = (
  highs: Float64Array,
  lows: Float64Array,
  lines: readonly [Float64Array, Float64Array, Float64Array],
  period: number,
): void => {
  const [tops, bottoms] = [newTail(period, 0), newTail(period, 0)];
  inChunks(
    0,
    highs.length,
    (from, to) => computeChannel(highs, lows, lines, from, to, period, tops, bottoms),
    period,
  );
};
