import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp, inChunks } from './indicator.ts';
import { widest } from './true-range.ts';
import { directionOf, positivePart } from './without-branches.ts';

export interface DirectionalMovement<T> {
  readonly adx: T;
  readonly plusDi: T;
  readonly minusDi: T;
}

/**
 * Directional movement, 0–100: +DI and −DI are the smoothed upward and downward movement as a percentage of the
 * smoothed true range (a bar's movement counts only one way: the further one); ADX is the mean of the first `period` values of |+DI − −DI| / (+DI + −DI), then smoothed by
 * 1/period. The sums start with the first `period − 1` movements, as in Wilder's worksheet. Warm-up: `period − 1`
 * bars for the DIs (at least one), `period − 1` more for ADX.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section IV.
 */
export const adx = (bars: Bars, period: number): DirectionalMovement<Float64Array> => {
  const [line, plusDi, minusDi] = newColumns(3, bars.length) as [Float64Array, Float64Array, Float64Array];
  const out = { adx: line, plusDi, minusDi };
  const sums = { ranges: 0, ups: 0, downs: 0, strengths: 0 };
  inChunks(1, bars.length, (from, to) => fill(bars, out, from, to, period, sums));
  const directional = Math.max(1, period - 1);
  fillWarmUp(plusDi, 0, bars.length, directional);
  fillWarmUp(minusDi, 0, bars.length, directional);
  fillWarmUp(line, 0, bars.length, directional + period - 1);
  return out;
};

/** Wilder's running sums: each bar takes a part of them out and what it has of its own in. */
interface Sums {
  ranges: number;
  ups: number;
  downs: number;
  strengths: number;
}

const fill = (
  { high, low, close }: Bars,
  { adx: line, plusDi, minusDi }: DirectionalMovement<Float64Array>,
  from: number,
  to: number,
  period: number,
  sums: Sums,
): void => {
  const wilder = 1 - 1 / period;
  const directional = Math.max(1, period - 1);
  const settled = directional + period;
  let { ranges, ups, downs, strengths } = sums;
  for (let index = from; index < to; index++) {
    const top = high[index] as number;
    const bottom = low[index] as number;
    const rise = top - (high[index - 1] as number);
    const fall = (low[index - 1] as number) - bottom;
    const keep = index < period ? 1 : wilder;
    ranges = ranges * keep + widest(top, bottom, close[index - 1] as number);
    const way = directionOf(positivePart(rise) - positivePart(fall));
    ups = ups * keep + positivePart(rise) * positivePart(way);
    downs = downs * keep + positivePart(fall) * positivePart(-way);
    if (index < directional) continue;
    plusDi[index] = shareOf(ups, ranges);
    minusDi[index] = shareOf(downs, ranges);
    strengths = strengths * (index < settled ? 1 : wilder) + shareOf(Math.abs(ups - downs), ups + downs);
    line[index] = strengths / period;
  }
  sums.ranges = ranges;
  sums.ups = ups;
  sums.downs = downs;
  sums.strengths = strengths;
};

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

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
  private strengths = 0;

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
    const way = directionOf(positivePart(rise) - positivePart(fall));
    this.ups = this.ups * keep + positivePart(rise) * positivePart(way);
    this.downs = this.downs * keep + positivePart(fall) * positivePart(-way);
    if (this.movements < period - 1) return unknown;
    this.strengths =
      this.strengths * (this.strengthsSeen < period ? 1 : this.wilder) +
      shareOf(Math.abs(this.ups - this.downs), this.ups + this.downs);
    this.strengthsSeen++;
    return {
      adx: this.strengthsSeen < period ? Number.NaN : this.strengths / period,
      plusDi: shareOf(this.ups, this.ranges),
      minusDi: shareOf(this.downs, this.ranges),
    };
  }
}
