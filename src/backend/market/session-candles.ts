import { joinBars, type Bar } from '../../engine/bars.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS, minuteStart } from '../../shared/time.ts';
import { marketEndOn, sessionOn } from '../../engine/trading/trading-day.ts';
import { aggregateBars, candleStart } from './candle-aggregate.ts';
import { findInstrument, tradedAs } from './instrument-master.ts';
import type { TickBatch } from './tape.ts';

/** A candle that has just closed. */
export interface ClosedCandle {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly bar: Bar;
  /** When it was over, market time; it may be closed later, when the computer slept or no tick came. */
  readonly endedAt: number;
}

interface MutableBar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/**
 * Candles of the current day, built from ticks: aligned to the session, gaps left as gaps, the same whatever way the
 * ticks were batched. Candles within the day are of continuous trading alone; the price of a closing auction belongs to
 * the daily candle, and what comes before the open or after the end to none.
 */
export class SessionCandles {
  /** Open minutes, oldest first: the next may have begun while the last still waits for late ticks. */
  private readonly openMinutes = new Map<string, MutableBar[]>();
  private readonly minutes = new Map<string, Bar[]>();
  private readonly openCandles = new Map<
    string,
    { symbol: string; timeframe: Timeframe; bar: Bar; end: number }
  >();
  private readonly watched = new Map<string, Set<Timeframe>>();
  /** Every minute that ends by then is whole, epoch ms. */
  private closedUntil: number;

  /** `closedUntil`: nothing before this moment (epoch ms) comes as a tick; what is restored of it is whole. */
  constructor(closedUntil = Number.NEGATIVE_INFINITY) {
    this.closedUntil = closedUntil;
  }

  /** Candles of this timeframe are wanted; those already begun today are picked up half-way. */
  watch(symbol: string, timeframe: Timeframe): void {
    const timeframes = this.watched.get(symbol) ?? new Set();
    this.watched.set(symbol, timeframes);
    if (timeframes.has(timeframe)) return;
    timeframes.add(timeframe);
    if (timeframe === '1m') return;
    const begun = aggregateBars(this.minutes.get(symbol) ?? [], timeframe, kindOf(symbol)).at(-1);
    if (begun) this.openCandle(symbol, timeframe, begun);
  }

  /**
   * Add whole minutes of today that were not seen here. They are given oldest first, such as those before the first
   * tick.
   */
  restore(symbol: string, minutes: readonly Bar[]): void {
    const [first] = minutes;
    if (!first) return;
    this.closedUntil = Math.max(this.closedUntil, (minutes.at(-1) ?? first).time + MINUTE_MS);
    const kept = this.minutesOf(symbol, first.time);
    const known = new Set(kept.map(({ time }) => time));
    const unseen = minutes.filter(({ time }) => !known.has(time));
    this.minutes.set(
      symbol,
      [...kept, ...unseen].sort((a, b) => a.time - b.time),
    );
  }

  /**
   * Puts complete minutes in the place of what was seen of them: ticks were lost meanwhile. Candles that are closed
   * already stay as they were decided on; those that are open are built anew.
   */
  mend(symbol: string, minutes: readonly Bar[]): void {
    const [first] = minutes;
    if (!first) return;
    const whole = new Map(minutes.map((bar) => [bar.time, bar]));
    const open = this.openMinutes.get(symbol) ?? [];
    const mended = open.map((bar) => ({ ...(whole.get(bar.time) ?? bar) }));
    if (mended.length > 0) this.openMinutes.set(symbol, mended);
    for (const { time } of mended) whole.delete(time);
    const kept = this.minutesOf(symbol, first.time).filter(({ time }) => !whole.has(time));
    this.minutes.set(
      symbol,
      [...kept, ...whole.values()].sort((a, b) => a.time - b.time),
    );
    for (const timeframe of this.watched.get(symbol) ?? []) this.rebuildOpen(symbol, timeframe);
  }

  private rebuildOpen(symbol: string, timeframe: Timeframe): void {
    if (timeframe === '1m') return;
    const latest = aggregateBars(this.minutes.get(symbol) ?? [], timeframe, kindOf(symbol)).at(-1);
    const open = this.openCandles.get(`${symbol} ${timeframe}`);
    if (!latest || (open && open.bar.time > latest.time)) return;
    if (open || candleEnd(symbol, timeframe, latest.time) > (this.minutes.get(symbol)?.at(-1)?.time ?? 0))
      this.openCandle(symbol, timeframe, latest);
  }

  /** Minutes of the day of a moment; those of an earlier day are over. */
  private minutesOf(symbol: string, time: number): Bar[] {
    const minutes = this.minutes.get(symbol) ?? [];
    return minutes[0] && istMidnight(minutes[0].time) === istMidnight(time) ? minutes : [];
  }

  /** Apply one moment's ticks, of a minute that was not closed yet. */
  add(batch: TickBatch): void {
    const minute = minuteStart(batch.time);
    for (const { symbol, price, volume } of batch.ticks) {
      const bars = this.openMinutes.get(symbol) ?? [];
      if (bars.length === 0) this.openMinutes.set(symbol, bars);
      const bar = bars.findLast(({ time }) => time === minute);
      if (bar) {
        if (price > bar.high) bar.high = price;
        if (price < bar.low) bar.low = price;
        bar.close = price;
        bar.volume += volume;
      } else {
        bars.push({ time: minute, open: price, high: price, low: price, close: price, volume });
        bars.sort((a, b) => a.time - b.time);
      }
    }
  }

  /** Market time has reached `time`: every candle that ends by then closes. With `endsDay`, all of them do. */
  closeUntil(time: number, endsDay: boolean): ClosedCandle[] {
    const closed: ClosedCandle[] = [];
    this.closedUntil = time;
    for (const [symbol, bars] of this.openMinutes) {
      const left = bars.filter((bar) => bar.time + MINUTE_MS > time && !endsDay);
      if (left.length === bars.length) continue;
      if (left.length === 0) this.openMinutes.delete(symbol);
      else this.openMinutes.set(symbol, left);
      for (const bar of bars.slice(0, bars.length - left.length)) this.closeMinute(symbol, bar, closed);
    }
    for (const [key, { symbol, timeframe, bar, end }] of this.openCandles)
      if (endsDay || end <= time) {
        this.openCandles.delete(key);
        closed.push({ symbol, timeframe, bar, endedAt: Math.min(end, time) });
      }
    if (endsDay) this.minutes.clear();
    return closed;
  }

  private closeMinute(symbol: string, bar: Bar, closed: ClosedCandle[]): void {
    const session = sessionOn(istDate(bar.time), tradedAs(symbol));
    if (session && (bar.time < session.open || bar.time >= session.auctionEnd)) return;
    const isAuction = session !== null && bar.time >= session.close;
    if (!isAuction) {
      const kept = this.minutesOf(symbol, bar.time);
      this.minutes.set(symbol, kept);
      kept.push(bar);
    }
    for (const timeframe of this.watched.get(symbol) ?? [])
      if (timeframe === '1d') this.extend(symbol, timeframe, bar, closed);
      else if (isAuction) continue;
      else if (timeframe === '1m') closed.push({ symbol, timeframe, bar, endedAt: bar.time + MINUTE_MS });
      else this.extend(symbol, timeframe, bar, closed);
  }

  /** Closed candles of today, in order; one that is open, or whose last minute is, is left out. */
  today(symbol: string, timeframe: Timeframe, now: number): Bar[] {
    const candles = aggregateBars(this.minutesOf(symbol, now), timeframe, kindOf(symbol));
    const last = candles.at(-1);
    return last && candleEnd(symbol, timeframe, last.time) > Math.min(now, this.closedUntil)
      ? candles.slice(0, -1)
      : candles;
  }

  private extend(symbol: string, timeframe: Timeframe, minute: Bar, closed: ClosedCandle[]): void {
    const open = this.openCandles.get(`${symbol} ${timeframe}`);
    const start = candleStart(minute.time, timeframe, kindOf(symbol));
    if (open && open.bar.time === start) {
      open.bar = joinBars(open.bar, minute);
      return;
    }
    if (open) closed.push({ symbol, timeframe, bar: open.bar, endedAt: open.end });
    this.openCandle(symbol, timeframe, { ...minute, time: start });
  }

  private openCandle(symbol: string, timeframe: Timeframe, bar: Bar): void {
    const end = candleEnd(symbol, timeframe, bar.time);
    this.openCandles.set(`${symbol} ${timeframe}`, { symbol, timeframe, bar, end });
  }
}

const kindOf = (symbol: string) => findInstrument(symbol)?.kind ?? 'equity';

/** When a candle closes: its length after its start or with its session; a daily one with the market's day. */
const candleEnd = (symbol: string, timeframe: Timeframe, start: number): number => {
  const day = istDate(start);
  if (timeframe === '1d') return marketEndOn(day) ?? Number.POSITIVE_INFINITY;
  const byLength = start + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
  return Math.min(byLength, sessionOn(day, tradedAs(symbol))?.close ?? byLength);
};
