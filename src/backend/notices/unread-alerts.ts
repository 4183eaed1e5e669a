import { type Kysely, sql } from 'kysely';
import { FILLS_MS, seriesOf } from '../../shared/alert-series.ts';
import type { Transaction } from '../db/database.ts';
import type { AlertRow, Schema } from '../db/schema.ts';

/** The most fills of one group; the next begins another. */
const MOST_IN_GROUP = 100;

/** How many alerts somebody has not read; a group of fills counts once. */
export const unreadAlerts = async (db: Kysely<Schema>, userId: number): Promise<number> => {
  const { unread } = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('group_id', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
};

/**
 * Group a new alert with unread ones of its series. They came shortly before, and it stands for them. Returns how many
 * it stands for, itself included.
 */
export const groupAlert = async ({ query }: Transaction, alert: AlertRow): Promise<number> => {
  const {
    id,
    user_id: userId,
    strategy_id: strategyId,
    title,
    category,
    at,
    is_critical: isCritical,
  } = alert;
  if (isCritical === 1 || seriesOf({ categoryId: category, strategyId, title }) === null) return 1;
  const last = await query
    .selectFrom('alerts')
    .select(['id', 'group_size'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('group_id', 'is', null)
    .where('id', '<', id)
    .where('strategy_id', '=', strategyId)
    .where('category', '=', category)
    .where('title', '=', title)
    .where('is_critical', '=', 0)
    .where('at', '>=', at - FILLS_MS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.group_size >= MOST_IN_GROUP) return 1;
  await sql`update alerts set group_id = ${id}, group_size = 1 where id = ${last.id} or group_id = ${last.id}`.execute(
    query,
  );
  const size = last.group_size + 1;
  await query.updateTable('alerts').set({ group_size: size }).where('id', '=', id).execute();
  return size;
};
