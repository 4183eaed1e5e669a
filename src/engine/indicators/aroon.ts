import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { newTail } from './block-tail.ts';
import { whileTrue } from './indicator.ts';
import { WindowPlace, freshness, computeFreshness } from './window-place.ts';

/** `up` and `down`: how fresh the highest high and the lowest low are; `oscillator`: up less down. */
export interface Aroon<T> {
  readonly up: T;
  readonly down: T;
  readonly oscillator: T;
}

/**
 * Aroon: 100 when the highest high (up) or lowest low (down) of this bar and the `period` before it is this bar, 0
 * when it is `period` bars old; the later of two equal ones counts. The oscillator is up less down, −100–100.
 * Warm-up: `period` bars.
 * Source: T. Chande, A Time Price Oscillator, Stocks & Commodities 13:9 (1995).
 */
export const aroon = (bars: Bars, period: number): Aroon<Float64Array> => {
  const [up, down, oscillator] = newColumns(3, bars.length) as [Float64Array, Float64Array, Float64Array];
  const lines = [up, down, oscillator] as const;
  const [tops, bottoms] = [newTail(period + 1, 0), newTail(period + 1, 0)];
  const compute = (from: number, to: number) =>
    computeFreshness(bars, lines, from, to, period, tops, bottoms);
  if (!whileTrue(0, bars.length, compute, period + 1)) followStream(bars, lines, period);
  return { up, down, oscillator };
};

const followStream = (
  { high, low, length }: Bars,
  [up, down, oscillator]: readonly [Float64Array, Float64Array, Float64Array],
  period: number,
): void => {
  const stream = new AroonStream(period);
  for (let index = 0; index < length; index++) {
    const value = stream.next({ high: high[index] as number, low: low[index] as number });
    up[index] = value.up;
    down[index] = value.down;
    oscillator[index] = value.oscillator;
  }
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

  next(bar: Pick<Bar, 'high' | 'low'>): Aroon<number> {
    const highAgo = this.top.next(bar.high);
    const lowAgo = this.bottom.next(-bar.low);
    if (this.seen++ < this.period) return { up: Number.NaN, down: Number.NaN, oscillator: Number.NaN };
    const up = freshness(highAgo, this.period);
    const down = freshness(lowAgo, this.period);
    return { up, down, oscillator: up - down };
  }
}
