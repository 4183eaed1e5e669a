import type { Kysely } from 'kysely';
import type { Bar } from '../../../engine/bars.ts';
import { DAY_MS, istDate, istDayStart, istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import type { Schema } from '../../db/schema.ts';
import { sessionOn } from '../../../engine/trading/trading-day.ts';
import { pauses } from '../../pauses.ts';
import { loadBars } from '../candle-store.ts';
import { tradedAs } from '../instrument-master.ts';
import { type Tape, type TapeStep, type Tick, type TickBatch, TICK_OFFSETS_MS } from '../tape.ts';

/** Range of a replay: a user's imported history of some instruments over a range of days, ends included. */
export interface ReplayRange {
  readonly ownerId: number;
  readonly symbols: readonly string[];
  readonly fromDay: string;
  readonly toDay: string;
}

/**
 * Minutes after the open at which a daily candle's prices are played. The day is only known as its daily candle; its
 * fourth price is played in its last minute.
 */
const DAILY_TICK_MINUTES = [0, 105, 225] as const;

/** Prices of a bar in their assumed order. An up bar visits its low first. */
const pricePath = (bar: Bar): number[] =>
  bar.close >= bar.open ? [bar.open, bar.low, bar.high, bar.close] : [bar.open, bar.high, bar.low, bar.close];

const volumePart = (volume: number, index: number): number => {
  const part = Math.floor(volume / TICK_OFFSETS_MS.length);
  return index === 0 ? volume - part * (TICK_OFFSETS_MS.length - 1) : part;
};

type Minutes = Map<number, Map<number, Tick[]>>;

const addTick = (minutes: Minutes, minute: number, offset: number, tick: Tick): void => {
  const batches = minutes.get(minute) ?? new Map<number, Tick[]>();
  minutes.set(minute, batches);
  const ticks = batches.get(offset) ?? [];
  batches.set(offset, ticks);
  ticks.push(tick);
};

/**
 * Imported history as a tape: minute candles minute by minute, and where an instrument has only daily ones, each day's
 * open, extremes and close spread over its session. Gaps stay gaps. Days are loaded one at a time.
 */
export class ReplayTape implements Tape {
  readonly symbols: readonly string[];
  private readonly db: Kysely<Schema>;
  private readonly range: ReplayRange;
  private day: string | null = null;
  private steps: TapeStep[] = [];
  private months = new Map<string, { month: string; minutes: Bar[]; daily: Bar[] }>();

  constructor(db: Kysely<Schema>, range: ReplayRange) {
    this.db = db;
    this.range = range;
    this.symbols = range.symbols;
  }

  async next(time: number): Promise<TapeStep | null> {
    const last = istDayStart(this.range.toDay);
    // Years may lie between two days that were imported.
    const pause = pauses();
    const first = Math.max(istMidnight(time), istDayStart(this.range.fromDay));
    for (let midnight = first; midnight <= last; midnight += DAY_MS) {
      const day = istDate(midnight);
      if (day !== this.day) {
        this.steps = await this.loadDay(day, pause);
        this.day = day;
      }
      const step = this.steps.find((candidate) => candidate.start >= time);
      if (step) return step;
    }
    return null;
  }

  private async loadDay(day: string, pause: () => Promise<void>): Promise<TapeStep[]> {
    const from = istDayStart(day);
    const to = from + DAY_MS - 1;
    const minutes: Minutes = new Map();
    for (const symbol of this.symbols) {
      const history = await this.monthOf(symbol, day.slice(0, 7));
      const bars = history.minutes.filter((bar) => bar.time >= from && bar.time <= to);
      for (const bar of bars)
        pricePath(bar).forEach((price, index) =>
          addTick(minutes, bar.time, TICK_OFFSETS_MS[index] ?? 0, {
            symbol,
            price,
            volume: volumePart(bar.volume, index),
            isGap: index === 0,
          }),
        );
      const daily =
        bars.length === 0 ? history.daily.find((bar) => bar.time >= from && bar.time <= to) : undefined;
      if (daily) this.addDaily(minutes, symbol, day, daily);
      await pause();
    }
    const starts = [...minutes.keys()].sort((a, b) => a - b);
    return starts.map((start, index) => ({
      start,
      end: start + MINUTE_MS,
      batches: [...(minutes.get(start) ?? [])]
        .sort(([a], [b]) => a - b)
        .map(([offset, ticks]): TickBatch => ({ time: start + offset, ticks })),
      endsDay: index === starts.length - 1,
    }));
  }

  private addDaily(minutes: Minutes, symbol: string, day: string, bar: Bar): void {
    const session = sessionOn(day, tradedAs(symbol));
    const open = session?.open ?? bar.time;
    const lastMinute = (session?.close ?? open + 375 * MINUTE_MS) - MINUTE_MS;
    pricePath(bar).forEach((price, index) => {
      const minute = DAILY_TICK_MINUTES[index];
      const at = minute === undefined ? lastMinute : Math.min(lastMinute, open + minute * MINUTE_MS);
      addTick(minutes, at, index * 1_000, {
        symbol,
        price,
        volume: volumePart(bar.volume, index),
        isGap: true,
      });
    });
  }

  private async monthOf(symbol: string, month: string) {
    const known = this.months.get(symbol);
    if (known?.month === month) return known;
    const from = istDayStart(`${month}-01`);
    const span = { from, to: from + 31 * DAY_MS };
    const key = { ownerId: this.range.ownerId, source: 'replay' as const, symbol };
    const fresh = {
      month,
      minutes: await loadBars(this.db, { ...key, timeframe: '1m' }, span),
      daily: await loadBars(this.db, { ...key, timeframe: '1d' }, span),
    };
    this.months.set(symbol, fresh);
    return fresh;
  }
}
