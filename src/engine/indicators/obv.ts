import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { inChunks } from './indicator.ts';
import { directionOf } from './without-branches.ts';

/** Shares of a bar that count as bought (positive) or sold (negative). */
const flowOf = (close: number, previousClose: number, volume: number): number =>
  volume * directionOf(close - previousClose);

/**
 * On-balance volume in shares: the volume of every bar that closed higher, less that of every bar that closed lower,
 * added up from the start of the series, where it is 0. No warm-up.
 *
 * Its height depends on where the series starts and means nothing; its changes do not. So it can only be compared
 * with itself some bars ago, and a live stream needs no longer history for that than the one bar before.
 * Source: J. Granville, New Key to Stock Market Profits (1963).
 */
export const obv = (bars: Bars): Float64Array => {
  const out = newColumn(bars.length);
  if (bars.length > 0) out[0] = 0;
  inChunks(1, bars.length, (from, to) => compute(bars, out, from, to));
  return out;
};

const compute = ({ close, volume }: Bars, out: Float64Array, from: number, to: number): void => {
  let balance = out[from - 1] as number;
  let previous = close[from - 1] as number;
  for (let index = from; index < to; index++) {
    const price = close[index] as number;
    balance += flowOf(price, previous, volume[index] as number);
    previous = price;
    out[index] = balance;
  }
};

/** `obv` one bar at a time. */
export class ObvStream {
  private previousClose = Number.NaN;
  private balance = 0;

  next(bar: Bar): number {
    if (!Number.isNaN(this.previousClose)) this.balance += flowOf(bar.close, this.previousClose, bar.volume);
    this.previousClose = bar.close;
    return this.balance;
  }
}
