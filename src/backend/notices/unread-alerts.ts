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

/** Those that an alert stood for as the last: itself, and its group before it. */
export const standsFor = (userId: number, id: number) => sql<boolean>`(alerts.id = ${id} or (alerts.id < ${id}
  and alerts.group_id = coalesce(
    (select group_id from alerts where id = ${id} and user_id = ${userId}), ${id})))`;

/** How many each alert stands for, of those that are kept; the oldest of a group may be gone. */
export const keptSizes = async (
  db: Kysely<Schema>,
  rows: readonly Pick<AlertRow, 'id' | 'group_size'>[],
): Promise<ReadonlyMap<number, number>> => {
  const ids = rows.filter(({ group_size: size }) => size > 1).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const groups = await db
    .selectFrom('alerts')
    .select(['group_id', (eb) => eb.fn.countAll<number>().as('others')])
    .where('group_id', 'in', ids)
    .groupBy('group_id')
    .execute();
  return new Map(groups.map(({ group_id: id, others }) => [id ?? 0, others + 1]));
};

/**
 * Part a group behind an alert that is about to be read. Its owner has not seen those after it: they stay unread, and
 * one of them stands for the rest.
 */
export const splitGroup = async ({ query }: Transaction, userId: number, id: number): Promise<void> => {
  const { last } =
    (await query
      .selectFrom('alerts')
      .select('group_id as last')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? {};
  if (last === null || last === undefined) return;
  const parted = await query
    .updateTable('alerts')
    .set({ group_id: id })
    .where('group_id', '=', last)
    .where('id', '<=', id)
    .executeTakeFirst();
  const size = Number(parted.numUpdatedRows);
  await query.updateTable('alerts').set({ group_id: null, group_size: size }).where('id', '=', id).execute();
  await query
    .updateTable('alerts')
    .set((eb) => ({ group_size: eb('group_size', '-', size) }))
    .where('id', '=', last)
    .execute();
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
    // A clock that was put back since makes it one of later.
    .where('at', '<=', at + FILLS_MS)
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
