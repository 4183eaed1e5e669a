import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { HighestStream } from './highest.ts';
import { fillWarmUp, wholeBlocks } from './indicator.ts';
import { LowestStream } from './lowest.ts';
import { withWindows, type BlockWindow } from './window-maximum.ts';

/** How far the close is below the high, −100–0; in a window without any range it is in the middle. */
const place = (close: number, low: number, high: number): number =>
  high === low ? -50 : (-100 * (high - close)) / (high - low);

/**
 * Williams %R, −100 (the close is the low of the last `period` bars) to 0 (it is their high). Warm-up: `period − 1`.
 * Source: L. Williams, How I Made One Million Dollars Last Year Trading Commodities (1973).
 */
export const williamsR = (bars: Bars, period: number): Float64Array => {
  const out = newColumn(bars.length);
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
  const size = wholeBlocks(period);
  const tops = new Float64Array(size);
  const bottoms = new Float64Array(size);
  for (let start = 0; start < length; start += size) {
    const end = Math.min(start + size, length);
    if (!top.take(high, start, end, tops, 0) || !bottom.take(low, start, end, bottoms, 0)) return false;
    placeAll(close, out, start, end, bottoms, tops);
  }
  return true;
};

const placeAll = (
  close: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  bottoms: Float64Array,
  tops: Float64Array,
): void => {
  for (let index = from, k = 0; index < to; index++, k++)
    out[index] = place(close[index] as number, bottoms[k] as number, tops[k] as number);
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
