import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hasDailyCandles } from '../market/candle-range.ts';
import { symbolPartsOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { CandleOrder } from './run-order.ts';

type Origin = 'fetched' | 'files' | 'both';

/** Origin of a symbol's months within the days of an order; null where there are none. */
const originOf = async (
  db: Kysely<Schema>,
  { ownerId, document, fromDay, toDay }: CandleOrder,
  symbol: string,
): Promise<Origin | null> => {
  const isDaily =
    document.timeframe === '1d' && (await hasDailyCandles(db, { source: 'replay', ownerId }, symbol));
  const months: { differing: number | null; gone: number | null }[] = [];
  for (const { symbol: name, from, until } of await symbolPartsOf(db, ownerId, symbol)) {
    const first = from !== null && from > fromDay ? from : fromDay;
    const last = until !== null && until < toDay ? until : toDay;
    if (first > last) continue;
    months.push(
      ...(await db
        .selectFrom('candle_chunks')
        .leftJoin('fetched_months', (join) =>
          join
            .onRef('fetched_months.user_id', '=', 'candle_chunks.owner_id')
            .onRef('fetched_months.symbol', '=', 'candle_chunks.symbol')
            .onRef('fetched_months.timeframe', '=', 'candle_chunks.timeframe')
            .onRef('fetched_months.month', '=', 'candle_chunks.month'),
        )
        .select(['differing', 'gone'])
        .where('candle_chunks.owner_id', '=', ownerId)
        .where('candle_chunks.source', '=', 'replay')
        .where('candle_chunks.symbol', '=', name)
        .where('candle_chunks.timeframe', '=', isDaily ? '1d' : '1m')
        .where('candle_chunks.month', '>=', first.slice(0, 7))
        .where('candle_chunks.month', '<=', last.slice(0, 7))
        .execute()),
    );
  }
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
