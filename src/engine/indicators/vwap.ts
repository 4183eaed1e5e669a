import { dayNumber, type Bar, type Bars } from '../bars.ts';

/**
 * Volume weighted average price of the session so far in paise: typical price × volume over volume, started afresh on
 * each Indian calendar day. NaN until the session's first trade, so always NaN on a series without volume.
 * Source: S. Berkowitz, D. Logue and E. Noser, Journal of Finance 43 (1988).
 */
export const vwap = (bars: Bars): Float64Array => {
  const { high, low, close, volume, day, length } = bars;
  const out = new Float64Array(length);
  let value = 0;
  let traded = 0;
  for (let index = 0; index < length; index++) {
    if (index === 0 || day[index] !== day[index - 1]) {
      value = 0;
      traded = 0;
    }
    const shares = volume[index] as number;
    value += (((high[index] as number) + (low[index] as number) + (close[index] as number)) * shares) / 3;
    traded += shares;
    out[index] = traded > 0 ? value / traded : Number.NaN;
  }
  return out;
};

/** `vwap` one bar at a time. */
export class VwapStream {
  private day = Number.NaN;
  private value = 0;
  private traded = 0;

  next(bar: Bar): number {
    const day = dayNumber(bar.time);
    if (day !== this.day) {
      this.day = day;
      this.value = 0;
      this.traded = 0;
    }
    this.value += ((bar.high + bar.low + bar.close) * bar.volume) / 3;
    this.traded += bar.volume;
    return this.traded > 0 ? this.value / this.traded : Number.NaN;
  }
}
