import type { Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import { DAY_MS, istDate, istMidnight } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';
import type { Schema } from '../db/schema.ts';
import { aggregateBars } from './candle-aggregate.ts';
import { loadMonths, type Reading, type Span } from './candle-store.ts';
import { findInstrument } from './instrument-master.ts';
import { type SeriesKey, type SeriesMonth, StoredSeries } from './stored-series.ts';

/** Whether days have all trading days of a month's minutes. Each is its midnight. */
const hasAllDays = (days: ReadonlySet<number>, { firstTime, lastTime }: SeriesMonth): boolean => {
  for (let day = istMidnight(firstTime); day <= lastTime; day += DAY_MS)
    if (!days.has(day) && isTradingDay(istDate(day))) return false;
  return true;
};

/** Daily candles of an instrument: those that are stored, and of other days those of the day's minutes. */
export class DailyBars {
  private readonly daily: StoredSeries;
  /** Null where every day has its candle. */
  private readonly minutes: StoredSeries | null;
  private readonly symbol: string;

  private constructor(daily: StoredSeries, minutes: StoredSeries | null, symbol: string) {
    this.daily = daily;
    this.minutes = minutes;
    this.symbol = symbol;
  }

  /** Null where no daily candle is stored: such a series is made of its minutes alone. */
  static async open(db: Kysely<Schema>, key: Omit<SeriesKey, 'timeframe'>): Promise<DailyBars | null> {
    const daily = await StoredSeries.open(db, { ...key, timeframe: '1d' });
    if (!(await daily.hasCandles())) return null;
    // Only imported history has days of minutes alone: the other markets keep a candle of every day.
    const minutes = key.source === 'replay' ? daily.of('1m') : null;
    return new DailyBars(daily, (await minutes?.hasCandles()) ? minutes : null, key.symbol);
  }

  /** Candles of whole days, in time order. */
  async load(span: Span, { pause }: Pick<Reading, 'pause'> = {}): Promise<Bar[]> {
    const { daily, minutes } = this;
    const minutesOf = new Map((await minutes?.months(span))?.map((one) => [one.month, one]));
    const months = new Set([...(await daily.months(span)).map(({ month }) => month), ...minutesOf.keys()]);
    const barsOf = async (month: string): Promise<Bar[]> => {
      const stored = await daily.bars(month);
      const ofMinutes = minutesOf.get(month);
      if (!minutes || !ofMinutes) return stored;
      const days = new Set(stored.map(({ time }) => istMidnight(time)));
      if (hasAllDays(days, ofMinutes)) return stored;
      const kind = findInstrument(this.symbol)?.kind ?? 'equity';
      const made = aggregateBars(await minutes.bars(month), '1d', kind);
      return [...stored, ...made.filter(({ time }) => !days.has(time))].sort((a, b) => a.time - b.time);
    };
    return loadMonths([...months].sort().reverse(), span, { barsOf, pause });
  }
}
