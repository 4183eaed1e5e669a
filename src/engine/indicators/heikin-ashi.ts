import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { inChunks } from './indicator.ts';

/** One averaged candle, in paise (with fractions). */
export interface HeikinAshi<T> {
  readonly open: T;
  readonly high: T;
  readonly low: T;
  readonly close: T;
}

/**
 * Heikin-Ashi candles: the close is the mean of the bar's four prices, the open the middle of the candle before (of
 * the first bar's open and close), high and low reach as far as the bar and the candle do. No warm-up; the open
 * forgets half of where it started with every bar.
 * Source: D. Valcu, Using the Heikin-Ashi Technique, Stocks & Commodities 22:2 (2004).
 */
export const heikinAshi = (bars: Bars): HeikinAshi<Float64Array> => {
  const [open, high, low, close] = newColumns(4, bars.length) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const candles = { open, high, low, close };
  if (bars.length > 0) open[0] = ((bars.open[0] as number) + (bars.close[0] as number)) / 2;
  inChunks(0, bars.length, (from, to) => compute(bars, candles, from, to));
  return candles;
};

/** Each bar leaves the open of the next in its place. */
const compute = (bars: Bars, candles: HeikinAshi<Float64Array>, from: number, to: number): void => {
  const { open: opens, high: highs, low: lows, close: closes } = candles;
  let open = opens[from] as number;
  for (let index = from; index < to; index++) {
    const high = bars.high[index] as number;
    const low = bars.low[index] as number;
    const close = ((bars.open[index] as number) + high + low + (bars.close[index] as number)) / 4;
    opens[index] = open;
    highs[index] = Math.max(high, open, close);
    lows[index] = Math.min(low, open, close);
    closes[index] = close;
    open = (open + close) / 2;
  }
  if (to < opens.length) opens[to] = open;
};

/** `heikinAshi` one bar at a time. */
export class HeikinAshiStream {
  private open = Number.NaN;

  next(bar: Bar): HeikinAshi<number> {
    const open = Number.isNaN(this.open) ? (bar.open + bar.close) / 2 : this.open;
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    this.open = (open + close) / 2;
    return { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close };
  }
}
