import type { Bar, Bars } from '../bars.ts';
import { newColumns } from './indicator.ts';

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
  fill(bars, open, high, low, close);
  return { open, high, low, close };
};

const fill = (
  bars: Bars,
  opens: Float64Array,
  highs: Float64Array,
  lows: Float64Array,
  closes: Float64Array,
): void => {
  let twiceOpen = bars.length === 0 ? 0 : (bars.open[0] as number) + (bars.close[0] as number);
  for (let index = 0; index < bars.length; index++) {
    const high = bars.high[index] as number;
    const low = bars.low[index] as number;
    const open = twiceOpen / 2;
    const close = ((bars.open[index] as number) + high + low + (bars.close[index] as number)) / 4;
    opens[index] = open;
    highs[index] = Math.max(high, open, close);
    lows[index] = Math.min(low, open, close);
    closes[index] = close;
    twiceOpen = open + close;
  }
};

/** `heikinAshi` one bar at a time. */
export class HeikinAshiStream {
  private twiceOpen = Number.NaN;

  next(bar: Bar): HeikinAshi<number> {
    const open = (Number.isNaN(this.twiceOpen) ? bar.open + bar.close : this.twiceOpen) / 2;
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    this.twiceOpen = open + close;
    return { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close };
  }
}
