import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import type { Band } from './bollinger.ts';
import { HighestStream } from './highest.ts';
import { inChunks } from './indicator.ts';
import { LowestStream } from './lowest.ts';
import { fillWindowMaximum } from './window-maximum.ts';

/**
 * Donchian channel: highest high and lowest low of the last `period` bars, this one included, and their middle.
 * Warm-up: `period − 1` bars. A breakout rule compares with the channel one bar back (offset 1).
 * Source: R. Donchian, 20-day channels, as in C. Faith, Way of the Turtle (2007), ch. 5.
 */
export const donchian = (bars: Bars, period: number): Band<Float64Array> => {
  const { high, low, length } = bars;
  const [upper, middle, lower] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  fillWindowMaximum(high, upper, 0, length, period, 1);
  fillWindowMaximum(low, lower, 0, length, period, -1);
  inChunks(0, length, (from, to) => fillMiddle(upper, middle, lower, from, to));
  return { upper, middle, lower };
};

const fillMiddle = (
  upper: Float64Array,
  middle: Float64Array,
  lower: Float64Array,
  from: number,
  to: number,
): void => {
  for (let index = from; index < to; index++)
    middle[index] = ((upper[index] as number) + (lower[index] as number)) / 2;
};

/** `donchian` one bar at a time. */
export class DonchianStream {
  private readonly high: HighestStream;
  private readonly low: LowestStream;

  constructor(period: number) {
    this.high = new HighestStream(period);
    this.low = new LowestStream(period);
  }

  next(bar: Bar): Band<number> {
    const upper = this.high.next(bar.high);
    const lower = this.low.next(bar.low);
    return { upper, middle: (upper + lower) / 2, lower };
  }
}
