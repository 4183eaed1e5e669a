import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from './indicator.ts';
import { rangeOf } from './true-range.ts';

export interface DirectionalMovement<T> {
  readonly adx: T;
  readonly plusDi: T;
  readonly minusDi: T;
}

/**
 * Directional movement, 0–100: +DI and −DI are the smoothed upward and downward movement as a percentage of the
 * smoothed true range; ADX is the mean of the first `period` values of |+DI − −DI| / (+DI + −DI), then smoothed by
 * 1/period. The sums start with the first `period − 1` movements, as in Wilder's worksheet. Warm-up: `period − 1`
 * bars for the DIs (at least one), `period − 1` more for ADX.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section IV.
 */
export const adx = (bars: Bars, period: number): DirectionalMovement<Float64Array> => {
  const out = {
    adx: unknownColumn(bars.length),
    plusDi: unknownColumn(bars.length),
    minusDi: unknownColumn(bars.length),
  };
  const state = new DirectionalState(period);
  const { high, low, close } = bars;
  for (let index = 0; index < bars.length; index++) {
    state.take(high[index] as number, low[index] as number, close[index] as number);
    out.plusDi[index] = state.plusDi;
    out.minusDi[index] = state.minusDi;
    out.adx[index] = state.adx;
  }
  return out;
};

/** The recurrences, kept in fields so that both forms run the same arithmetic without an allocation a bar. */
class DirectionalState {
  plusDi = Number.NaN;
  minusDi = Number.NaN;
  adx = Number.NaN;
  private readonly period: number;
  private readonly keep: number;
  private readonly weight: number;
  private high = Number.NaN;
  private low = Number.NaN;
  private close = Number.NaN;
  private range = 0;
  private up = 0;
  private down = 0;
  private movements = 0;
  private strengthSum = 0;
  private strengths = 0;

  constructor(period: number) {
    this.period = period;
    this.keep = (period - 1) / period;
    this.weight = 1 / period;
  }

  take(high: number, low: number, close: number): void {
    const rise = high - this.high;
    const fall = this.low - low;
    const range = rangeOf(high, low, this.close);
    this.high = high;
    this.low = low;
    this.close = close;
    if (Number.isNaN(rise)) return;
    this.movements++;
    const keep = this.movements < this.period ? 1 : this.keep;
    this.range = this.range * keep + range;
    this.up = this.up * keep + (rise > fall && rise > 0 ? rise : 0);
    this.down = this.down * keep + (fall > rise && fall > 0 ? fall : 0);
    if (this.movements < this.period - 1) return;
    this.plusDi = this.range === 0 ? 0 : (100 * this.up) / this.range;
    this.minusDi = this.range === 0 ? 0 : (100 * this.down) / this.range;
    const both = this.up + this.down;
    this.smooth(both === 0 ? 0 : (100 * Math.abs(this.up - this.down)) / both);
  }

  private smooth(strength: number): void {
    if (this.strengths >= this.period) {
      this.adx = (strength - this.adx) * this.weight + this.adx;
      return;
    }
    this.strengthSum += strength;
    this.strengths++;
    if (this.strengths === this.period) this.adx = this.strengthSum / this.period;
  }
}

/** `adx` one bar at a time. */
export class AdxStream {
  private readonly state: DirectionalState;

  constructor(period: number) {
    this.state = new DirectionalState(period);
  }

  next(bar: Bar): DirectionalMovement<number> {
    this.state.take(bar.high, bar.low, bar.close);
    return { adx: this.state.adx, plusDi: this.state.plusDi, minusDi: this.state.minusDi };
  }
}
