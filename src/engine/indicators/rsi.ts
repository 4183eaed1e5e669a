import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** An even match (and a price that never moved) reads 50. */
const strength = (net: number, total: number): number => (total === 0 ? 50 : 50 + 50 * (net / total));

/** Running sums: gains less losses, and gains plus losses. */
interface Moves {
  net: number;
  total: number;
}

/** Compute the bars `from` to `to` (excluded). None of them is the first of a run. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  keep: number,
  moves: Moves,
): void => {
  let { net, total } = moves;
  let previous = values[from - 1] as number;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    const change = value - previous;
    previous = value;
    net = net * keep + change;
    total = total * keep + Math.abs(change);
    out[index] = strength(net, total);
  }
  moves.net = net;
  moves.total = total;
};

export const fillRsi: Kernel = (values, out, from, to, period) => {
  const moves = { net: 0, total: 0 };
  const known = Math.min(from + period, to - 1);
  inChunks(from + 1, known + 1, (start, end) => compute(values, out, start, end, 1, moves));
  inChunks(known + 1, to, (start, end) => compute(values, out, start, end, 1 - 1 / period, moves));
  fillWarmUp(out, from, to, period);
  return moves.total + (values[from] as number);
};

/**
 * Relative strength index, 0–100: the average gain as a share of average gain plus average loss, the averages started
 * as plain means of the first `period` changes and smoothed by 1/period. Warm-up: `period` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section VI.
 *
 * Carried are not gains and losses but their difference and their sum: neither needs to know which of the two a change
 * is. The difference never outgrows the sum, whatever is rounded, so the bounds hold exactly.
 */
export const rsi = (values: Float64Array, period: number): Float64Array => overRuns(values, period, fillRsi);

/** `rsi` one value at a time. */
export class RsiStream implements ValueStream {
  private readonly period: number;
  private readonly keep: number;
  private previous = Number.NaN;
  private changes = 0;
  private net = 0;
  private total = 0;

  constructor(period: number) {
    this.period = period;
    this.keep = 1 - 1 / period;
  }

  next(value: number): number {
    const change = value - this.previous;
    this.previous = value;
    if (Number.isNaN(change)) {
      this.changes = 0;
      this.net = 0;
      this.total = 0;
      return Number.NaN;
    }
    const keep = this.changes < this.period ? 1 : this.keep;
    this.net = this.net * keep + change;
    this.total = this.total * keep + Math.abs(change);
    this.changes++;
    return this.changes < this.period ? Number.NaN : strength(this.net, this.total);
  }
}
