import { overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** An even match (and a price that never moved) reads 50. */
const strength = (up: number, down: number): number => (up + down === 0 ? 50 : (100 * up) / (up + down));

const kernel: Kernel = (values, out, from, to, period) => {
  const weight = 1 / period;
  const first = from + period;
  out.fill(Number.NaN, from, Math.min(first, to));
  if (first >= to) return;
  let up = 0;
  let down = 0;
  let previous = values[from] as number;
  for (let index = from + 1; index <= first; index++) {
    const value = values[index] as number;
    const change = value - previous;
    previous = value;
    up += change > 0 ? change : 0;
    down += change < 0 ? -change : 0;
  }
  up /= period;
  down /= period;
  out[first] = strength(up, down);
  for (let index = first + 1; index < to; index++) {
    const value = values[index] as number;
    const change = value - previous;
    previous = value;
    up = ((change > 0 ? change : 0) - up) * weight + up;
    down = ((change < 0 ? -change : 0) - down) * weight + down;
    out[index] = strength(up, down);
  }
};

/**
 * Relative strength index, 0–100: the average gain as a share of average gain plus average loss, the averages started
 * as plain means of the first `period` changes and smoothed by 1/period. Warm-up: `period` bars.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section VI.
 */
export const rsi = (values: Float64Array, period: number): Float64Array => overRuns(values, period, kernel);

/** `rsi` one value at a time. */
export class RsiStream implements ValueStream {
  private readonly period: number;
  private readonly weight: number;
  private previous = Number.NaN;
  private changes = 0;
  private up = 0;
  private down = 0;

  constructor(period: number) {
    this.period = period;
    this.weight = 1 / period;
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
    const gain = change > 0 ? change : 0;
    const loss = change < 0 ? -change : 0;
    if (this.changes >= this.period) {
      this.up = (gain - this.up) * this.weight + this.up;
      this.down = (loss - this.down) * this.weight + this.down;
      return strength(this.up, this.down);
    }
    this.up += gain;
    this.down += loss;
    this.changes++;
    if (this.changes < this.period) return Number.NaN;
    this.up /= this.period;
    this.down /= this.period;
    return strength(this.up, this.down);
  }
}
