import type { Kysely } from 'kysely';
import { TIMEFRAME_MINUTES } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { pauses } from '../pauses.ts';
import { LONGEST_SESSION_MINUTES } from '../../engine/trading/session-hours.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { type CandleRange, hasDailyCandles, seriesOf } from './candle-range.ts';
import { tradedAs } from './instrument-master.ts';
import { StoredSeries } from './stored-series.ts';

const simulatedCandles = async (db: Kysely<Schema>, range: CandleRange, symbol: string): Promise<number> => {
  const days = await db
    .selectFrom('simulated_days')
    .select('day')
    .where('day', '>=', istDate(range.from))
    .where('day', '<=', istDate(range.before))
    .execute();
  const perCandle = TIMEFRAME_MINUTES[range.timeframe];
  let candles = 0;
  for (const { day } of days) {
    const session = sessionOn(day, tradedAs(symbol));
    if (!session || session.open >= range.before) continue;
    const minutes = (Math.min(session.close, range.before) - session.open) / MINUTE_MS;
    candles += Math.ceil(minutes / perCandle);
  }
  return candles;
};

/** Stored bars in months that the range touches; exact when it is none. */
const storedBars = async (series: StoredSeries, from: number, to: number): Promise<number> => {
  const months = await series.months({ from, to });
  const isSure = months.some(({ firstTime, lastTime }) => firstTime >= from || lastTime <= to);
  if (isSure) return months.reduce((sum, { bars }) => sum + bars, 0);
  let count = 0;
  for (const { month } of months)
    count += (await series.bars(month)).filter(({ time }) => time >= from && time <= to).length;
  return count;
};

/** Stored candles of an instrument, about. Days without a daily candle are made of their minutes. */
const storedCandles = async (db: Kysely<Schema>, range: CandleRange, symbol: string): Promise<number> => {
  const { from, before, timeframe } = range;
  const minutes = await StoredSeries.open(db, { ...seriesOf(range, symbol), timeframe: '1m' });
  const to = (timeframe === '1d' ? istMidnight(before) : before) - 1;
  const perCandle = Math.min(TIMEFRAME_MINUTES[timeframe], LONGEST_SESSION_MINUTES);
  const made = Math.ceil((await storedBars(minutes, from, before - 1)) / perCandle);
  return timeframe === '1d' ? Math.max(await storedBars(minutes.of('1d'), from, to), made) : made;
};

/**
 * Approximate candles of each instrument in a range, without loading them. Zero means that there are none. Those to
 * warm up are not counted. Others are let in between instruments.
 */
export const estimateCandles = async (
  db: Kysely<Schema>,
  range: CandleRange,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  const pause = pauses();
  for (const symbol of range.symbols) {
    await pause();
    const isStored =
      range.source !== 'simulated' ||
      (range.timeframe === '1d' && (await hasDailyCandles(db, range, symbol)));
    const candlesOf = isStored ? storedCandles : simulatedCandles;
    counts.set(symbol, await candlesOf(db, range, symbol));
  }
  return counts;
};
