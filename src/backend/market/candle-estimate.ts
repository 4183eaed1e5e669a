import type { Kysely } from 'kysely';
import { TIMEFRAME_MINUTES } from '../../shared/rule-document.ts';
import { istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { type CandleRange, hasDailyCandles, ownerOf } from './candle-range.ts';
import { loadBars } from './candle-store.ts';
import { tradedAs } from './instrument-master.ts';

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
  const chunks = await db
    .selectFrom('candle_chunks')
    .select(['bars', 'first_time', 'last_time'])
    .where('owner_id', '=', ownerOf(range))
    .where('source', '=', range.source)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .where('last_time', '>=', range.from)
    .where('first_time', '<=', to)
    .execute();
  const isSure = chunks.some((chunk) => chunk.first_time >= range.from || chunk.last_time <= to);
  if (chunks.length > 0 && !isSure) {
    const key = { ownerId: ownerOf(range), source: range.source, symbol, timeframe };
    return (await loadBars(db, key, { from: range.from, to })).length;
  }
  return chunks.reduce((sum, chunk) => sum + chunk.bars, 0);
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
    if (range.timeframe === '1d' && (await hasDailyCandles(db, range, symbol))) {
      counts.set(symbol, await storedBars(db, range, symbol, '1d'));
      continue;
    }
    if (range.source === 'simulated') counts.set(symbol, await simulatedCandles(db, range, symbol));
    else {
      const minutes = await storedBars(db, range, symbol, '1m');
      counts.set(symbol, Math.ceil(minutes / TIMEFRAME_MINUTES[range.timeframe]));
    }
  }
  return counts;
};
