import type { Bar, Bars } from '../bars.ts';
import { HighestStream } from './highest.ts';
import { fillWarmUp } from './indicator.ts';
import { LowestStream } from './lowest.ts';
import { chunkLength, withWindows, type BlockWindow } from './window-maximum.ts';

/** How far the close is below the high, −100–0; in a window without any range it is in the middle. */
const place = (close: number, low: number, high: number): number =>
  high === low ? -50 : (-100 * (high - close)) / (high - low);

/**
 * Williams %R, −100 (the close is the low of the last `period` bars) to 0 (it is their high). Warm-up: `period − 1`.
 * Source: L. Williams, How I Made One Million Dollars Last Year Trading Commodities (1973).
 */
export const williamsR = (bars: Bars, period: number): Float64Array => {
  const out = new Float64Array(bars.length);
  withWindows(period, (newWindow) => fill(bars, out, period, newWindow(1), newWindow(-1)));
  fillWarmUp(out, 0, bars.length, period - 1);
  return out;
};

const fill = (
  { high, low, close, length }: Bars,
  out: Float64Array,
  period: number,
  top: BlockWindow,
  bottom: BlockWindow,
): boolean => {
  const chunk = chunkLength(period);
  const tops = new Float64Array(chunk);
  const bottoms = new Float64Array(chunk);
  for (let start = 0; start < length; start += chunk) {
    const end = Math.min(start + chunk, length);
    if (!top.take(high, start, end, tops, 0) || !bottom.take(low, start, end, bottoms, 0)) return false;
    for (let index = start, k = 0; index < end; index++, k++)
      out[index] = place(close[index] as number, bottoms[k] as number, tops[k] as number);
  }
  return true;
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
