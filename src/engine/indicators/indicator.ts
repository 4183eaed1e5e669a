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

/** Fills `out` from `from` up to `to` (excluded), warm-up included, from a run of values without a NaN. */
export type Kernel = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
) => void;

/** A column of NaN, to be filled where values are known. */
export const unknownColumn = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

/** Index of the first NaN at or after `from`, or the length. Four at a time: a sum with a NaN in it is NaN. */
const nextUnknown = (values: Float64Array, from: number): number => {
  const length = values.length;
  let at = from;
  while (at + 3 < length) {
    const sum =
      (values[at] as number) +
      (values[at + 1] as number) +
      ((values[at + 2] as number) + (values[at + 3] as number));
    if (Number.isNaN(sum)) break;
    at += 4;
  }
  while (at < length && !Number.isNaN(values[at])) at++;
  return at;
};

/** Runs a kernel over every unbroken run of numbers in a column. */
export const overRuns = (values: Float64Array, period: number, kernel: Kernel): Float64Array => {
  const out = new Float64Array(values.length);
  for (let from = 0; from < values.length;) {
    const to = nextUnknown(values, from);
    if (to > from) kernel(values, out, from, to, period);
    if (to < values.length) out[to] = Number.NaN;
    from = to + 1;
  }
  return out;
};

/** Share of its starting value that a recursive average may still carry when it counts as settled. */
const SETTLED = 1e-6;

/** Bars after which an exponential average with this weight has forgotten where it started. */
export const settleBars = (weight: number): number =>
  weight >= 1 ? 0 : Math.ceil(Math.log(SETTLED) / Math.log(1 - weight));
