import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp, inChunks } from './indicator.ts';
import { widest } from './true-range.ts';

export interface DirectionalMovement<T> {
  readonly adx: T;
  readonly plusDi: T;
  readonly minusDi: T;
}

/**
 * Directional movement, 0–100: +DI and −DI are the smoothed upward and downward movement as a percentage of the
 * smoothed true range (a bar's movement counts only one way: the further one); ADX is the mean of the first `period`
 * values of |+DI − −DI| / (+DI + −DI), then smoothed by 1/period. The sums start with the first `period − 1` movements,
 * as in Wilder's worksheet. Warm-up: `period − 1` bars for the DIs (at least one), `period − 1` more for ADX.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section IV.
 */
export const adx = (bars: Bars, period: number): DirectionalMovement<Float64Array> => {
  const { length } = bars;
  const [line, plusDi, minusDi] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  const out = { adx: line, plusDi, minusDi };
  const sums = { ranges: 0, ups: 0, downs: 0, strength: 0 };
  const phase = (from: number, to: number, keep: number, keepStrength: number): void =>
    inChunks(Math.min(from, length), Math.min(to, length), (start, end) =>
      fill(bars, out, start, end, 100 / period, keep, keepStrength, sums),
    );
  const directional = Math.max(1, period - 1);
  const wilder = 1 - 1 / period;
  phase(1, directional, 1, 0);
  // Nothing is kept of the strengths of a warm-up.
  sums.strength = 0;
  phase(directional, period, 1, 1);
  phase(period, directional + period, wilder, 1);
  phase(directional + period, length, wilder, wilder);
  fillWarmUp(plusDi, 0, length, directional);
  fillWarmUp(minusDi, 0, length, directional);
  fillWarmUp(line, 0, length, directional + period - 1);
  return out;
};

/** Wilder's running sums: each bar takes a part of them out and what it has of its own in. */
interface Sums {
  ranges: number;
  ups: number;
  downs: number;
  /** The mean strength, in percent. */
  strength: number;
}

const fill = (
  { high, low, close }: Bars,
  { adx: line, plusDi, minusDi }: DirectionalMovement<Float64Array>,
  from: number,
  to: number,
  part: number,
  keep: number,
  keepStrength: number,
  sums: Sums,
): void => {
  let { ranges, ups, downs, strength } = sums;
  let previousHigh = high[from - 1] as number;
  let previousLow = low[from - 1] as number;
  let previousClose = close[from - 1] as number;
  for (let index = from; index < to; index++) {
    const top = high[index] as number;
    const bottom = low[index] as number;
    const rise = top - previousHigh;
    const fall = previousLow - bottom;
    ranges = ranges * keep + widest(top, bottom, previousClose);
    previousHigh = top;
    previousLow = bottom;
    previousClose = close[index] as number;
    ups = ups * keep + further(rise, fall);
    downs = downs * keep + further(fall, rise);
    const share = shareOf(100, ranges);
    plusDi[index] = ups * share;
    minusDi[index] = downs * share;
    strength = strength * keepStrength + shareOf(part * Math.abs(ups - downs), ups + downs);
    line[index] = strength;
  }
  sums.ranges = ranges;
  sums.ups = ups;
  sums.downs = downs;
  sums.strength = strength;
};

/**
 * A movement if positive and greater than the other, else zero. Neither is tested by a branch, for the outcome is as
 * unpredictable as prices are.
 */
const further = (movement: number, other: number): number =>
  ((movement + Math.abs(movement)) / 2) * Number(movement > other);

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** `adx` one bar at a time. */
export class AdxStream {
  private readonly period: number;
  private readonly wilder: number;
  private previous: Bar | null = null;
  private movements = 0;
  private ranges = 0;
  private ups = 0;
  private downs = 0;
  private strengthsSeen = 0;
  private strength = 0;

  constructor(period: number) {
    this.period = period;
    this.wilder = 1 - 1 / period;
  }

  next(bar: Bar): DirectionalMovement<number> {
    const { previous, period } = this;
    this.previous = bar;
    const unknown = { adx: Number.NaN, plusDi: Number.NaN, minusDi: Number.NaN };
    if (previous === null) return unknown;
    const rise = bar.high - previous.high;
    const fall = previous.low - bar.low;
    this.movements++;
    const keep = this.movements < period ? 1 : this.wilder;
    this.ranges = this.ranges * keep + widest(bar.high, bar.low, previous.close);
    this.ups = this.ups * keep + further(rise, fall);
    this.downs = this.downs * keep + further(fall, rise);
    if (this.movements < period - 1) return unknown;
    const share = shareOf(100, this.ranges);
    this.strength =
      this.strength * (this.strengthsSeen < period ? 1 : this.wilder) +
      shareOf((100 / period) * Math.abs(this.ups - this.downs), this.ups + this.downs);
    this.strengthsSeen++;
    return {
      adx: this.strengthsSeen < period ? Number.NaN : this.strength,
      plusDi: this.ups * share,
      minusDi: this.downs * share,
    };
  }
}
