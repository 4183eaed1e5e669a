import type { Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import { DAY_MS, istDate, istMidnight } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';
import type { Schema } from '../db/schema.ts';
import { aggregateBars } from './candle-aggregate.ts';
import { loadBars, type Reading, type Span } from './candle-store.ts';
import { findInstrument } from './instrument-master.ts';
import { type SeriesKey, type SeriesMonth, StoredSeries } from './stored-series.ts';

/** Whether days have all trading days of a month's minutes. Each is its midnight. */
const hasAllDays = (days: ReadonlySet<number>, { firstTime, lastTime }: SeriesMonth): boolean => {
  for (let day = istMidnight(firstTime); day <= lastTime; day += DAY_MS)
    if (!days.has(day) && isTradingDay(istDate(day))) return false;
  return true;
};

/**
 * Daily candles of whole days, in time order. Those that are stored, and of other days those of the day's minutes. None
 * where no daily candle is stored: such a series is made of its minutes alone.
 */
export const loadDailyBars = async (
  db: Kysely<Schema>,
  key: Omit<SeriesKey, 'timeframe'>,
  span: Span,
  { pause }: Pick<Reading, 'pause'> = {},
): Promise<Bar[]> => {
  // The other markets keep a candle of every day.
  if (key.source !== 'replay') return loadBars(db, { ...key, timeframe: '1d' }, span, { pause });
  const daily = await StoredSeries.open(db, { ...key, timeframe: '1d' });
  if (!(await daily.hasCandles())) return [];
  const minutes = await StoredSeries.open(db, { ...key, timeframe: '1m' });
  const daysOf = new Map((await daily.months(span)).map((one) => [one.month, one]));
  const minutesOf = new Map((await minutes.months(span)).map((one) => [one.month, one]));
  const kind = findInstrument(key.symbol)?.kind ?? 'equity';
  const from = span.from ?? Number.NEGATIVE_INFINITY;
  const to = span.to ?? Number.POSITIVE_INFINITY;
  const months: Bar[][] = [];
  let count = 0;
  for (const month of [...new Set([...daysOf.keys(), ...minutesOf.keys()])].sort().reverse()) {
    const stored = daysOf.has(month) ? await daily.bars(month) : [];
    const days = new Set(stored.map(({ time }) => istMidnight(time)));
    const ofMinutes = minutesOf.get(month);
    const made =
      ofMinutes && !hasAllDays(days, ofMinutes)
        ? aggregateBars(await minutes.bars(month), '1d', kind).filter(
            ({ time }) => !days.has(istMidnight(time)),
          )
        : [];
    const bars = [...stored, ...made]
      .filter(({ time }) => time >= from && time <= to)
      .sort((a, b) => a.time - b.time);
    months.push(bars);
    count += bars.length;
    if (span.limit !== undefined && count >= span.limit) break;
    await pause?.();
  }
  const all = months.reverse().flat();
  return span.limit === undefined ? all : all.slice(Math.max(0, all.length - span.limit));
};
