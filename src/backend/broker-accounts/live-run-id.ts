import { sql } from 'kysely';
import { istDate } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';

/**
 * The run of a user's live orders: the id of their `feeds` row. A unique index allows one row a user, for all sessions
 * and accounts.
 */
export const liveRunId = async ({ query }: Transaction, userId: number, now: number): Promise<number> => {
  const known = () =>
    query.selectFrom('feeds').select('id').where('user_id', '=', userId).where('source', '=', 'broker');
  const found = await known().executeTakeFirst();
  if (found) return found.id;
  await query
    .insertInto('feeds')
    .values({
      user_id: userId,
      source: 'broker',
      state: 'running',
      seed: 0,
      market_time: now,
      speed: 1,
      from_day: istDate(now),
      to_day: '',
      symbols_json: '[]',
      created_at: now,
    })
    .onConflict((oc) => oc.column('user_id').where('source', '=', sql.lit('broker')).doNothing())
    .execute();
  return (await known().executeTakeFirstOrThrow()).id;
};
