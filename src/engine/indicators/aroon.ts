import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp, inChunks } from './indicator.ts';
import type { Sign } from './window-maximum.ts';
import { WindowPlace, fillPlacesAgo } from './window-place.ts';

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
  const [up, down, oscillator] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  fillFreshness(high, up, period, 1);
  fillFreshness(low, down, period, -1);
  inChunks(0, length, (from, to) => subtract(up, down, oscillator, from, to));
  return { up, down, oscillator };
};

const subtract = (
  up: Float64Array,
  down: Float64Array,
  oscillator: Float64Array,
  from: number,
  to: number,
): void => {
  for (let index = from; index < to; index++)
    oscillator[index] = (up[index] as number) - (down[index] as number);
};

const fillFreshness = (values: Float64Array, out: Float64Array, period: number, sign: Sign): void => {
  const readings = Float64Array.from({ length: period + 1 }, (_, ago) => freshness(ago, period));
  if (!fillPlacesAgo(values, out, period + 1, sign, readings)) {
    const place = new WindowPlace(period + 1);
    for (let index = 0; index < values.length; index++)
      out[index] = freshness(place.next(sign * (values[index] as number)), period);
  }
  fillWarmUp(out, 0, values.length, period);
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
