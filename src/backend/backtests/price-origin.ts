import type { Kysely } from 'kysely';
import { DAY_MS, istDate, istMidnight } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';
import type { Schema } from '../db/schema.ts';
import { symbolPartsOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { CandleOrder } from './run-order.ts';

type Origin = 'fetched' | 'files' | 'both';

/** A month of candles, and whether a broker sent them. */
interface Month {
  readonly timeframe: string;
  readonly month: string;
  readonly bars: number;
  readonly first_time: number;
  readonly last_time: number;
  /** Null where nothing was fetched. */
  readonly differing: number | null;
  readonly gone: number | null;
}

/** Months of a share within an order's days. All of its symbols count. */
const monthsOf = async (
  db: Kysely<Schema>,
  { ownerId, fromDay, toDay }: CandleOrder,
  symbol: string,
): Promise<Month[]> => {
  const months: Month[] = [];
  for (const { symbol: name, from, until } of await symbolPartsOf(db, ownerId, symbol)) {
    const first = from !== null && from > fromDay ? from : fromDay;
    const last = until !== null && until < toDay ? until : toDay;
    if (first > last) continue;
    const ofSymbol = await db
      .selectFrom('candle_chunks')
      .leftJoin('fetched_months', (join) =>
        join
          .onRef('fetched_months.user_id', '=', 'candle_chunks.owner_id')
          .onRef('fetched_months.symbol', '=', 'candle_chunks.symbol')
          .onRef('fetched_months.timeframe', '=', 'candle_chunks.timeframe')
          .onRef('fetched_months.month', '=', 'candle_chunks.month'),
      )
      .select(['candle_chunks.timeframe', 'candle_chunks.month', 'bars', 'first_time', 'last_time'])
      .select(['differing', 'gone'])
      .where('candle_chunks.owner_id', '=', ownerId)
      .where('candle_chunks.source', '=', 'replay')
      .where('candle_chunks.symbol', '=', name)
      .where('candle_chunks.month', '>=', first.slice(0, 7))
      .where('candle_chunks.month', '<=', last.slice(0, 7))
      .execute();
    months.push(...ofSymbol);
  }
  return months;
};

const tradingDays = ({ first_time, last_time }: Month): number => {
  let days = 0;
  for (let day = istMidnight(first_time); day <= last_time; day += DAY_MS)
    if (isTradingDay(istDate(day))) days++;
  return days;
};

/** Months that a run reads. Days without a daily candle are made of their minutes. */
const readBy = ({ document }: CandleOrder, months: readonly Month[]): Month[] => {
  const minutes = months.filter(({ timeframe }) => timeframe === '1m');
  if (document.timeframe !== '1d') return minutes;
  const daily = months.filter(({ timeframe }) => timeframe === '1d');
  const daysOf = (month: string): number =>
    daily.reduce((sum, one) => sum + (one.month === month ? one.bars : 0), 0);
  return [...daily, ...minutes.filter((one) => daysOf(one.month) < tradingDays(one))];
};

/** Origin of a symbol's months within the days of an order; null where there are none. */
const originOf = async (db: Kysely<Schema>, order: CandleOrder, symbol: string): Promise<Origin | null> => {
  const months = readBy(order, await monthsOf(db, order, symbol));
  if (months.length === 0) return null;
  if (months.every(({ differing }) => differing === null)) return 'files';
  return months.every(({ differing, gone }) => differing === 0 && gone === 0) ? 'fetched' : 'both';
};

/** Origin of the prices of a run, as sentences among its assumptions. The simulated market has none. */
export const priceOrigins = async (db: Kysely<Schema>, order: CandleOrder): Promise<string[]> => {
  if (order.source !== 'replay') return [];
  const symbols: Record<Origin, string[]> = { fetched: [], files: [], both: [] };
  for (const symbol of order.document.instruments) {
    const origin = await originOf(db, order, symbol);
    if (origin) symbols[origin].push(symbol);
  }
  const listOf = (origin: Origin): string => symbols[origin].join(', ');
  const sentences: Readonly<Record<Origin, string>> = {
    fetched: `The prices of ${listOf('fetched')} were fetched from Angel One.`,
    files: `The prices of ${listOf('files')} come from imported files.`,
    both: `The prices of ${listOf('both')} come from Angel One in part, and from imported files.`,
  };
  return (['fetched', 'files', 'both'] as const)
    .filter((origin) => symbols[origin].length > 0)
    .map((origin) => sentences[origin]);
};
