import { newColumn } from '../columns.ts';
import { dayNumber, type Bar, type Bars } from '../bars.ts';
import { inChunks } from './indicator.ts';

/**
 * Volume weighted average price of the session so far in paise: typical price × volume over volume, started afresh on
 * each Indian calendar day. NaN until the session's first trade, so always NaN on a series without volume.
 * Source: S. Berkowitz, D. Logue and E. Noser, Journal of Finance 43 (1988).
 */
export const vwap = (bars: Bars): Float64Array => {
  const out = newColumn(bars.length);
  const session = { value: 0, traded: 0 };
  inChunks(0, bars.length, (from, to) => compute(bars, out, from, to, session));
  return out;
};

/** Looked up once here: in a loop the engine takes several times as long over `Number.NaN`. */
const UNKNOWN = Number.NaN;

/** Value and volume traded since the session's start. */
interface Session {
  value: number;
  traded: number;
}

const compute = (
  { high, low, close, volume, day }: Bars,
  out: Float64Array,
  from: number,
  to: number,
  session: Session,
): void => {
  let { value, traded } = session;
  let today = day[Math.max(from - 1, 0)] as number;
  for (let index = from; index < to; index++) {
    const date = day[index] as number;
    if (date !== today) {
      today = date;
      value = 0;
      traded = 0;
    }
    const shares = volume[index] as number;
    value += (((high[index] as number) + (low[index] as number) + (close[index] as number)) * shares) / 3;
    traded += shares;
    out[index] = traded > 0 ? value / traded : UNKNOWN;
  }
  session.value = value;
  session.traded = traded;
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
