import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';
import { positivePart } from './without-branches.ts';

/** An even match (and a price that never moved) reads 50. */
const strength = (up: number, down: number): number => (up + down === 0 ? 50 : (100 * up) / (up + down));

/** Running sums of gains and losses: from the `first` known bar on each bar takes a part of them out. */
interface Moves {
  up: number;
  down: number;
}

/** Takes the bars `from` to `to` (excluded), of which none is a run's first. */
const take = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  first: number,
  keep: number,
  moves: Moves,
): void => {
  let { up, down } = moves;
  let previous = values[from - 1] as number;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    const change = value - previous;
    previous = value;
    const kept = index > first ? keep : 1;
    up = up * kept + positivePart(change);
    down = down * kept + positivePart(-change);
    out[index] = strength(up, down);
  }
  moves.up = up;
  moves.down = down;
};

export const fillRsi: Kernel = (values, out, from, to, period) => {
  const moves = { up: 0, down: 0 };
  const keep = 1 - 1 / period;
  inChunks(from + 1, to, (start, end) => take(values, out, start, end, from + period, keep, moves));
  fillWarmUp(out, from, to, period);
  return moves.up + moves.down + (values[from] as number);
};

/**
 * Relative strength index, 0–100: the average gain as a share of average gain plus average loss, the averages started
 * as plain means of the first `period` changes and smoothed by 1/period. Warm-up: `period` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section VI.
 */
export const rsi = (values: Float64Array, period: number): Float64Array => overRuns(values, period, fillRsi);

/** `rsi` one value at a time. */
export class RsiStream implements ValueStream {
  private readonly period: number;
  private readonly keep: number;
  private previous = Number.NaN;
  private changes = 0;
  private up = 0;
  private down = 0;

  constructor(period: number) {
    this.period = period;
    this.keep = 1 - 1 / period;
  }

  next(value: number): number {
    const change = value - this.previous;
    this.previous = value;
    if (Number.isNaN(change)) {
      this.changes = 0;
      this.up = 0;
      this.down = 0;
      return Number.NaN;
    }
    const keep = this.changes < this.period ? 1 : this.keep;
    this.up = this.up * keep + positivePart(change);
    this.down = this.down * keep + positivePart(-change);
    this.changes++;
    return this.changes < this.period ? Number.NaN : strength(this.up, this.down);
  }
}
