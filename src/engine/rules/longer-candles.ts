import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istMidnight, istMinuteOfDay, MINUTE_MS } from '../../shared/time.ts';
import { joinBars, type Bar } from '../bars.ts';
import type { Traded } from '../instrument.ts';
import { sessionHoursOn } from '../trading/session-hours.ts';
import { barsPerSession, minuteAtClose } from './bar-close.ts';

/** Most candles of a timeframe that make a longer one. */
export const candlesIn = (longer: Timeframe, own: Timeframe): number =>
  longer === '1d' ? barsPerSession(own) : TIMEFRAME_MINUTES[longer] / TIMEFRAME_MINUTES[own];

/**
 * Longer candles, made of closed shorter ones. They are counted from the open of the session. A candle closes with its last part,
 * or, where that is missing, when the next candle begins. What had begun before the first part was seen is left out.
 */
export class LongerCandles {
  private readonly longer: Timeframe;
  private readonly own: Timeframe;
  private readonly traded: Traded;
  private candle: Bar | null = null;
  /** Start of the candle at hand; closed ones are at hand no more. */
  private start = Number.NaN;
  private hasBegun = false;

  constructor(longer: Timeframe, own: Timeframe, traded: Traded) {
    this.longer = longer;
    this.own = own;
    this.traded = traded;
  }

  /** Add the next part: the candles that it closes, oldest first. */
  next(bar: Bar): Bar[] {
    const closed: Bar[] = [];
    const start = this.startOf(bar.time);
    if (start !== this.start) {
      if (this.candle) closed.push(this.candle);
      this.candle = this.hasBegun || this.isFirstPart(bar, start) ? { ...bar, time: start } : null;
      this.start = start;
      this.hasBegun = true;
    } else if (this.candle) this.candle = joinBars(this.candle, bar);
    const { longer, own, traded } = this;
    if (
      this.candle &&
      minuteAtClose(bar.time, own, traded) >= minuteAtClose(this.candle.time, longer, traded)
    ) {
      closed.push(this.candle);
      this.candle = null;
    }
    return closed;
  }

  private startOf(time: number): number {
    const midnight = istMidnight(time);
    if (this.longer === '1d') return midnight;
    const { open } = sessionHoursOn(this.traded, time);
    const length = TIMEFRAME_MINUTES[this.longer];
    const minute = open + Math.floor((istMinuteOfDay(time) - open) / length) * length;
    return midnight + minute * MINUTE_MS;
  }

  private isFirstPart({ time }: Bar, start: number): boolean {
    return this.longer === '1d'
      ? istMinuteOfDay(time) <= sessionHoursOn(this.traded, time).open
      : time === start;
  }
}
