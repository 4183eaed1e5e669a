import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import type { Band } from './bollinger.ts';
import { HighestStream } from './highest.ts';
import { LowestStream } from './lowest.ts';
import { fillChannel } from './window-range.ts';

/**
 * Donchian channel: highest high and lowest low of the last `period` bars, this one included, and their middle.
 * Warm-up: `period − 1` bars. A breakout rule compares with the channel one bar back (offset 1).
 * Source: R. Donchian, 20-day channels, as in C. Faith, Way of the Turtle (2007), ch. 5.
 */
export const donchian = (bars: Bars, period: number): Band<Float64Array> => {
  const { high, low, length } = bars;
  const [upper, middle, lower] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  fillChannel(high, low, [upper, middle, lower], period);
  return { upper, middle, lower };
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
