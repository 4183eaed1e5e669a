import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { FetchSchema, FetchState } from '../../shared/contract/market.ts';
import { istIso } from '../../shared/time.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Transaction } from '../db/database.ts';
import type { HistoryFetchRow, Schema } from '../db/schema.ts';
import { monthsBetween } from './fetch-pieces.ts';

export type Fetch = z.output<typeof FetchSchema>;

/** States of a fetch that goes on by itself. */
const GOING: readonly FetchState[] = ['queued', 'running', 'waiting'];
/** States of a fetch that has not ended. */
export const OPEN: readonly FetchState[] = [...GOING, 'paused'];
/** Ended fetches of a user that are kept. */
const MOST_ENDED = 50;

/** A fetch as it is told. */
export const fetchOf = (row: HistoryFetchRow): Fetch => ({
  fetchId: row.id,
  symbol: row.symbol,
  timeframe: row.timeframe,
  from: row.from_day,
  to: row.to_day,
  onDifference: row.on_difference,
  state: row.state,
  message: row.message,
  monthsDone: row.months_done,
  monthsTotal: monthsBetween(row.from_day, row.to_day),
  barsKept: row.bars_kept,
  barsReplaced: row.bars_replaced,
  barsSetAside: row.bars_set_aside,
  monthsDiffering: row.months_differing,
  createdAt: istIso(row.created_at),
  finishedAt: row.finished_at === null ? null : istIso(row.finished_at),
});

/** Users of this process of whom a fetch goes on. */
export const usersWhoFetch = async (db: Kysely<Schema>, users: OwnUsers): Promise<number[]> => {
  const rows = await db
    .selectFrom('history_fetches')
    .select('user_id')
    .distinct()
    .where('state', 'in', GOING)
    .where(users.among('user_id'))
    .execute();
  return rows.map(({ user_id: userId }) => userId);
};

/** The fetch of a user whose turn it is. Null when none goes on. */
export const fetchInTurn = async (db: Kysely<Schema>, userId: number): Promise<HistoryFetchRow | null> =>
  (await db
    .selectFrom('history_fetches')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', GOING)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) ?? null;

/** A user's fetches, the newest first. */
export const fetchesOf = async (db: Kysely<Schema>, userId: number): Promise<Fetch[]> => {
  const rows = await db
    .selectFrom('history_fetches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(fetchOf);
};

/** Change a fetch that is in one of some states. Null when it is in none of them. */
export const changeFetch = async (
  { query }: Transaction,
  { id, userId }: { readonly id: number; readonly userId: number },
  from: readonly FetchState[],
  change: Partial<HistoryFetchRow>,
): Promise<HistoryFetchRow | null> =>
  (await query
    .updateTable('history_fetches')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()) ?? null;

/** Delete a user's ended fetches, save for the latest. */
export const dropEnded = async ({ query }: Transaction, userId: number): Promise<void> => {
  const rows = await query
    .selectFrom('history_fetches')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'not in', OPEN)
    .orderBy('id', 'desc')
    .limit(MOST_ENDED)
    .offset(MOST_ENDED)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await query.deleteFrom('history_fetches').where('id', 'in', ids).execute();
};
