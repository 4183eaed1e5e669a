import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { inChunks } from './indicator.ts';

/** Share of the volume that counts as bought: 1 for a close at the high, −1 at the low, 0 for a bar without range. */
const flowOf = (high: number, low: number, close: number, volume: number): number =>
  high === low ? 0 : ((close - low - (high - close)) / (high - low)) * volume;

/**
 * Accumulation/distribution line in shares: every bar's volume weighed by where the close is in the bar's range,
 * added up from the start of the series. No warm-up.
 *
 * Its height depends on where the series starts and means nothing; its changes do not. So it can only be compared
 * with itself some bars ago, and a live stream needs no history for that.
 * Source: M. Chaikin, as in S. Achelis, Technical Analysis from A to Z (2000).
 */
export const ad = (bars: Bars): Float64Array => {
  const out = newColumn(bars.length);
  inChunks(0, bars.length, (from, to) => compute(bars, out, from, to));
  return out;
};

const compute = ({ high, low, close, volume }: Bars, out: Float64Array, from: number, to: number): void => {
  let line = from === 0 ? 0 : (out[from - 1] as number);
  for (let index = from; index < to; index++) {
    line += flowOf(
      high[index] as number,
      low[index] as number,
      close[index] as number,
      volume[index] as number,
    );
    out[index] = line;
  }
};

/** `ad` one bar at a time. */
export class AdStream {
  private line = 0;

  next(bar: Bar): number {
    this.line += flowOf(bar.high, bar.low, bar.close, bar.volume);
    return this.line;
  }
}
