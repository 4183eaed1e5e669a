import type { Bar } from '../../engine/bars.ts';
import { istIso } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { FetchedMonthRow, HistoryFetchRow } from '../db/schema.ts';
import { hashOf } from '../market/candle-hash.ts';
import { byMonth, chunkOf, type ChunkPlace, putChunk, storedMonth } from '../market/candle-store.ts';
import {
  type CleanCandles,
  type Difference,
  type FetchedMerge,
  mergeFetched,
} from '../market/fetched-candles.ts';
import { requireHistoryQuota } from '../quotas.ts';
import type { Piece, Stretch } from './fetch-pieces.ts';
import { changeFetch } from './fetch-rows.ts';

/** Differences of a month that are kept to be shown. */
const MOST_EXAMPLES = 5;

/** Sign that a fetch was paused or cancelled meanwhile. */
export class FetchGone extends Error {
  override readonly name = 'FetchGone';
}

/** Candles of a stretch. */
export const within = (bars: readonly Bar[], { from, until }: Stretch): readonly Bar[] =>
  bars.filter(({ time }) => time >= from && time < until);

const valuesOf = (bar: Bar | null) =>
  bar && { open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume };

const exampleOf = ({ time, kept, sent }: Difference) => ({
  at: istIso(time),
  kept: valuesOf(kept),
  sent: valuesOf(sent),
});

const putMonth = async (tx: Transaction, row: FetchedMonthRow): Promise<void> => {
  await tx.query
    .insertInto('fetched_months')
    .values(row)
    .onConflict((oc) => oc.columns(['user_id', 'symbol', 'timeframe', 'month']).doUpdateSet(row))
    .execute();
};

/** Keep the candles that were sent of a month. */
const storeMonth = async (
  tx: Transaction,
  fetch: HistoryFetchRow,
  { month, ...stretch }: Piece['months'][number],
  sent: readonly Bar[],
  now: number,
): Promise<FetchedMerge> => {
  const { user_id, symbol, timeframe } = fetch;
  // In the same place as what was imported: backtests and replays run on it.
  const place: ChunkPlace = { owner_id: user_id, source: 'replay', symbol, timeframe, month };
  const merge = mergeFetched(await storedMonth(tx.query, place), sent, stretch, fetch.on_difference);
  if (merge.added + merge.replaced > 0) await putChunk(tx, place, chunkOf(merge.bars));
  await putMonth(tx, {
    ...{ user_id, symbol, timeframe, month },
    from_time: stretch.from,
    until_time: stretch.until,
    fetched_at: now,
    sha256: hashOf(within(merge.bars, stretch)),
    differing: merge.differing.length,
    gone: merge.gone.length,
    examples_json: JSON.stringify([...merge.differing, ...merge.gone].slice(0, MOST_EXAMPLES).map(exampleOf)),
  });
  return merge;
};

/**
 * Keep the candles of a piece. With them it is written that its months are done.
 * @throws FetchGone; Refusal `refused` when the account has too many candles
 */
export const storePiece = async (
  tx: Transaction,
  fetch: HistoryFetchRow,
  piece: Piece,
  { bars, setAside }: CleanCandles,
  now: number,
): Promise<HistoryFetchRow> => {
  const sent = byMonth(bars);
  const done = { ...fetch };
  for (const part of piece.months) {
    const merge = await storeMonth(tx, fetch, part, sent.get(part.month) ?? [], now);
    done.months_done++;
    done.bars_kept += merge.added;
    done.bars_replaced += merge.replaced;
    if (merge.differing.length + merge.gone.length > 0) done.months_differing++;
  }
  if (done.bars_kept > fetch.bars_kept)
    await requireHistoryQuota(tx, fetch.user_id, 'The fetch has ended; what came before is kept.');
  const isLast = piece.next === null;
  const written = await changeFetch(tx, { id: fetch.id, userId: fetch.user_id }, ['running'], {
    months_done: done.months_done,
    bars_kept: done.bars_kept,
    bars_replaced: done.bars_replaced,
    bars_set_aside: fetch.bars_set_aside + setAside,
    months_differing: done.months_differing,
    next_month: piece.next,
    ...(isLast && { state: 'done' as const, finished_at: now }),
  });
  if (!written) throw new FetchGone();
  return written;
};
