import { fillWarmUp, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** An even match (and a price that never moved) reads 50. */
const strength = (up: number, down: number): number => (up + down === 0 ? 50 : (100 * up) / (up + down));

export const fillRsi: Kernel = (values, out, from, to, period) => {
  const keep = 1 - 1 / period;
  const first = from + period;
  fillWarmUp(out, from, to, period);
  let up = 0;
  let down = 0;
  let previous = values[from] as number;
  for (let index = from + 1; index < to; index++) {
    const value = values[index] as number;
    const change = value - previous;
    previous = value;
    const size = Math.abs(change);
    // Half of size and change is the gain, exactly, and no branch that a price's whims would mislead.
    const gain = (size + change) / 2;
    const loss = (size - change) / 2;
    if (index > first) {
      up = up * keep + gain;
      down = down * keep + loss;
    } else {
      up += gain;
      down += loss;
      if (index < first) continue;
    }
    out[index] = strength(up, down);
  }
  return up + down + previous;
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
    const size = Math.abs(change);
    const keep = this.changes < this.period ? 1 : this.keep;
    this.up = this.up * keep + (size + change) / 2;
    this.down = this.down * keep + (size - change) / 2;
    this.changes++;
    return this.changes < this.period ? Number.NaN : strength(this.up, this.down);
  }
}
