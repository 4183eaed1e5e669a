import { newColumn } from '../columns.ts';

/**
 * Rules that every indicator here keeps.
 *
 * Whole series: a column in, a column of the same length out, NaN where the value is not known yet (warm-up).
 * Streaming: one value or bar at a time, the same numbers to the last bit, O(1) amortised. A NaN in an input column
 * makes NaN there and starts the indicator afresh after it, in both forms; so a chained input's own warm-up costs
 * nothing more than its length. Bars are validated and never hold a NaN.
 */
export interface ValueStream {
  /** The result at the next value; NaN during warm-up. */
  next(value: number): number;
}

/**
 * Fills `out` from `from` up to `to` (excluded), warm-up included. What it returns is NaN when a NaN was among the
 * values, whatever it has filled in then.
 */
export type Kernel = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
) => number;

/** Makes the warm-up of a run, `bars` long, NaN. */
export const fillWarmUp = (out: Float64Array, from: number, to: number, bars: number): void => {
  out.fill(Number.NaN, from, Math.min(from + bars, to));
};

/** Index of the first NaN at or after `from`, or the length. */
const nextUnknown = (values: Float64Array, from: number): number => {
  let at = from;
  while (at < values.length && !Number.isNaN(values[at])) at++;
  return at;
};

/**
 * Fill columns over every unbroken run of numbers in the values. Where a value is NaN they get NaN. Nearly always there
 * is one run: so the first try takes all values for one, and `fill` shows by a NaN when that was wrong.
 */
export const fillRuns = (
  values: Float64Array,
  outs: readonly Float64Array[],
  fill: (from: number, to: number) => number,
  start = 0,
): void => {
  if (start >= values.length || !Number.isNaN(fill(start, values.length))) return;
  for (let from = start; from < values.length;) {
    const to = nextUnknown(values, from);
    if (to > from) fill(from, to);
    if (to < values.length) for (const out of outs) out[to] = Number.NaN;
    from = to + 1;
  }
};

/** Fewest values in a piece of a series, after the first ones. */
export const CHUNK = 1024;

/** Values in the first piece, at least. */
const FIRST_CHUNK = 32;

/**
 * Process a series piece by piece. The length of each piece but the last is a multiple of `unit`. Many short calls make
 * the engine compile what they call once and for all; a loop over a whole series would run half-compiled every time,
 * for it is called but once. The first pieces are shorter still: the engine compiles well only what it has seen to its
 * end.
 */
export const inChunks = (
  from: number,
  to: number,
  compute: (from: number, to: number) => void,
  unit = 1,
): void => {
  let size = unit * Math.ceil(FIRST_CHUNK / unit);
  for (let start = from; start < to;) {
    const end = Math.min(start + size, to);
    compute(start, end);
    start = end;
    if (size < CHUNK) size *= 2;
  }
};

/** As `inChunks`, until a piece cannot be taken; true when all could. */
export const whileTrue = (
  from: number,
  to: number,
  compute: (from: number, to: number) => boolean,
  unit = 1,
): boolean => {
  let isGoing = true;
  inChunks(
    from,
    to,
    (start, end) => {
      isGoing &&= compute(start, end);
    },
    unit,
  );
  return isGoing;
};

/**
 * True for what prices in paise are: whole, and below 2³⁰ either way. Such numbers add up exactly over any window, and
 * the difference of two fits 32 bits. The limit is written out: to the engine an exported constant is a variable.
 */
export const isSmallWhole = (value: number): boolean =>
  (value | 0) === value && value < 0x4000_0000 && value > -0x4000_0000;

/**
 * Fill columns exactly as far as possible, and by `fill` after that. `computeExactly` returns false when it cannot take
 * a piece; `fill` works as in `fillRuns`. It goes in blocks of `period` and knows nothing before its second: so it
 * starts a block early, and what it has filled in there gives way to what was known.
 */
export const exactlyAtFirst = (
  values: Float64Array,
  outs: readonly Float64Array[],
  period: number,
  computeExactly: (from: number, to: number) => boolean,
  fill: (from: number, to: number) => number,
): void => {
  let taken = 0;
  const isAll = whileTrue(0, values.length, (from, to) => {
    if (!computeExactly(from, to)) return false;
    taken = to;
    return true;
  });
  const start = isAll ? values.length : Math.max(0, (Math.floor(taken / period) - 1) * period);
  const known = outs.map((out) => out.slice(start, start + period));
  fillRuns(values, outs, fill, start);
  if (start === 0) return;
  for (const [number, out] of outs.entries()) {
    out.set(known[number] as Float64Array, start);
    fillWarmUp(out, 0, values.length, period - 1);
  }
};

/** Runs a kernel over every unbroken run of numbers in a column. */
export const overRuns = (values: Float64Array, period: number, kernel: Kernel): Float64Array => {
  const out = newColumn(values.length);
  fillRuns(values, [out], (from, to) => kernel(values, out, from, to, period));
  return out;
};

/** Share of its starting value that a settled recursive average may carry. */
const SETTLED = 1e-6;

/** Bars until an exponential average has forgotten where it started. `weight` is the average's weight. */
export const settleBars = (weight: number): number =>
  weight >= 1 ? 0 : Math.ceil(Math.log(SETTLED) / Math.log(1 - weight));
