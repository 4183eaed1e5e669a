/**
 * Running totals from each value of a finished block to its end. A block has `period` values. They are what a window
 * takes from the block in which it starts. Unknown (NaN) before there is a finished block, so that warm-up comes out as
 * NaN by itself; `neutral` past the end, where a window takes nothing.
 */
export const newTail = (period: number, neutral: number): Float64Array => {
  const tail = new Float64Array(period + 1).fill(Number.NaN);
  tail[period] = neutral;
  return tail;
};

/** The tail of the finished block, and room for the next one's. */
export interface Tails {
  tail: Float64Array;
  next: Float64Array;
}

export const newTails = (period: number): Tails => ({ tail: newTail(period, 0), next: newTail(period, 0) });
