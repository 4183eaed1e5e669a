import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { HighestStream } from './highest.ts';
import { LowestStream } from './lowest.ts';
import { fillPlaces, placeInRange } from './window-range.ts';

/** The close at the low of a window. */
const LOWEST = -100;

/**
 * Williams %R, from −100 to 0. At −100 the close is the low of the last `period` bars, at 0 their high; in a window
 * without any range it is in the middle. Warm-up: `period − 1`. It is the raw place of the stochastic less 100. Source:
 * L. Williams, How I Made One Million Dollars Last Year Trading Commodities (1973).
 */
export const williamsR = ({ high, low, close, length }: Bars, period: number): Float64Array => {
  const out = newColumn(length);
  fillPlaces(close, high, low, out, 0, length, period, LOWEST);
  return out;
};

/** `williamsR` one bar at a time. */
export class WilliamsRStream {
  private readonly top: HighestStream;
  private readonly bottom: LowestStream;

  constructor(period: number) {
    this.top = new HighestStream(period);
    this.bottom = new LowestStream(period);
  }

  next(bar: Bar): number {
    return placeInRange(bar.close, this.bottom.next(bar.low), this.top.next(bar.high)) + LOWEST;
  }
}
