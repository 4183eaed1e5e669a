import type { Bar, Bars } from '../bars.ts';
import { HighestStream, highest } from './highest.ts';
import { LowestStream, lowest } from './lowest.ts';

/** How far the close is below the high, −100–0; in a window without any range it is in the middle. */
const place = (close: number, low: number, high: number): number =>
  high === low ? -50 : (-100 * (high - close)) / (high - low);

/**
 * Williams %R, −100 (the close is the low of the last `period` bars) to 0 (it is their high). Warm-up: `period − 1`.
 * Source: L. Williams, How I Made One Million Dollars Last Year Trading Commodities (1973).
 */
export const williamsR = (bars: Bars, period: number): Float64Array => {
  const top = highest(bars.high, period);
  const out = lowest(bars.low, period);
  for (let index = 0; index < bars.length; index++)
    out[index] = place(bars.close[index] as number, out[index] as number, top[index] as number);
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
    return place(bar.close, this.bottom.next(bar.low), this.top.next(bar.high));
  }
}
