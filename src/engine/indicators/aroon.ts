import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from './indicator.ts';
import { WindowPlace } from './window-place.ts';

/** `up` and `down`: how fresh the highest high and the lowest low are; `oscillator`: up less down. */
export interface Aroon<T> {
  readonly up: T;
  readonly down: T;
  readonly oscillator: T;
}

const freshness = (ago: number, period: number): number => (100 * (period - ago)) / period;

/**
 * Aroon: 100 when the highest high (up) or lowest low (down) of this bar and the `period` before it is this bar, 0
 * when it is `period` bars old; the later of two equal ones counts. The oscillator is up less down, −100–100.
 * Warm-up: `period` bars.
 * Source: T. Chande, A Time Price Oscillator, Stocks & Commodities 13:9 (1995).
 */
export const aroon = (bars: Bars, period: number): Aroon<Float64Array> => {
  const { high, low, length } = bars;
  const up = unknownColumn(length);
  const down = unknownColumn(length);
  const oscillator = unknownColumn(length);
  const top = new WindowPlace(period + 1);
  const bottom = new WindowPlace(period + 1);
  for (let index = 0; index < length; index++) {
    const highAgo = top.next(high[index] as number);
    const lowAgo = bottom.next(-(low[index] as number));
    if (index < period) continue;
    up[index] = freshness(highAgo, period);
    down[index] = freshness(lowAgo, period);
    oscillator[index] = (up[index] as number) - (down[index] as number);
  }
  return { up, down, oscillator };
};

/** `aroon` one bar at a time. */
export class AroonStream {
  private readonly period: number;
  private readonly top: WindowPlace;
  private readonly bottom: WindowPlace;
  private seen = 0;

  constructor(period: number) {
    this.period = period;
    this.top = new WindowPlace(period + 1);
    this.bottom = new WindowPlace(period + 1);
  }

  next(bar: Bar): Aroon<number> {
    const highAgo = this.top.next(bar.high);
    const lowAgo = this.bottom.next(-bar.low);
    if (this.seen++ < this.period) return { up: Number.NaN, down: Number.NaN, oscillator: Number.NaN };
    const up = freshness(highAgo, this.period);
    const down = freshness(lowAgo, this.period);
    return { up, down, oscillator: up - down };
  }
}
