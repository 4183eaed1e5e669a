/**
 * What every indicator here keeps to.
 *
 * Whole series: a column in, a column of the same length out, NaN where the value is not known yet (warm-up).
 * Streaming: one value or bar at a time, the same numbers to the last bit, O(1) amortised.
 * A NaN in an input column makes NaN there and starts the indicator afresh after it, in both forms; so a chained
 * input's own warm-up costs nothing more than its length. Bars are validated and never hold a NaN.
 */
export interface ValueStream {
  /** Takes the next value; NaN during warm-up. */
  next(value: number): number;
}

/** A column of NaN, to be filled where values are known. */
export const unknownColumn = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

/** Calls `kernel(from, to)` for every unbroken run of numbers, `to` excluded. */
export const eachRun = (values: Float64Array, kernel: (from: number, to: number) => void): void => {
  const length = values.length;
  let from = 0;
  for (let index = 0; index < length; index++) {
    if (!Number.isNaN(values[index])) continue;
    if (index > from) kernel(from, index);
    from = index + 1;
  }
  if (length > from) kernel(from, length);
};

/** Share of its starting value that a recursive average may still carry when it counts as settled. */
const SETTLED = 1e-6;

/** Bars after which an exponential average with this weight has forgotten where it started. */
export const settleBars = (weight: number): number =>
  weight >= 1 ? 0 : Math.ceil(Math.log(SETTLED) / Math.log(1 - weight));
