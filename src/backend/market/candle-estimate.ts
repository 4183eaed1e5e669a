import type { Kysely } from 'kysely';
import { TIMEFRAME_MINUTES } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { LONGEST_SESSION_MINUTES } from '../../engine/trading/session-hours.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { type CandleRange, hasDailyCandles, seriesOf } from './candle-range.ts';
import { loadBars } from './candle-store.ts';
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
const storedBars = async (
  db: Kysely<Schema>,
  range: CandleRange,
  symbol: string,
  timeframe: '1m' | '1d',
): Promise<number> => {
  const to = (timeframe === '1d' ? istMidnight(range.before) : range.before) - 1;
  const key = { ...seriesOf(range, symbol), timeframe };
  const months = await (await StoredSeries.open(db, key)).months({ from: range.from, to });
  const isSure = months.some(({ firstTime, lastTime }) => firstTime >= range.from || lastTime <= to);
  return months.length === 0 || isSure
    ? months.reduce((sum, { bars }) => sum + bars, 0)
    : (await loadBars(db, key, { from: range.from, to })).length;
};

/**
 * Approximate candles of each instrument in a range, without loading them. Zero means that there are none. Those to
 * warm up are not counted.
 */
export const estimateCandles = async (
  db: Kysely<Schema>,
  range: CandleRange,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const symbol of range.symbols) {
    const daily =
      range.timeframe === '1d' && (await hasDailyCandles(db, range, symbol))
        ? await storedBars(db, range, symbol, '1d')
        : null;
    if (range.source === 'simulated' && daily !== null) counts.set(symbol, daily);
    else if (range.source === 'simulated') counts.set(symbol, await simulatedCandles(db, range, symbol));
    else {
      const minutes = await storedBars(db, range, symbol, '1m');
      // Days without a daily candle are made of their minutes.
      const made = Math.ceil(minutes / Math.min(TIMEFRAME_MINUTES[range.timeframe], LONGEST_SESSION_MINUTES));
      counts.set(symbol, Math.max(daily ?? 0, made));
    }
  }
  return counts;
};
