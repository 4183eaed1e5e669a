import { sql } from 'kysely';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { pauses } from '../pauses.ts';

/**
 * Days for which is kept what only ever grows. The ledger, orders, trades, positions and live orders' lives are kept for
 * good. Told to people in `docs/guide/data.md`.
 */
export const KEPT_DAYS = {
  /** Answers to calls with a key: after that a key counts as new. */
  storedAnswers: 1,
  /** A spent token that comes back within these days ends its session. */
  spentTokens: 7,
  codes: 7,
  endedSessions: 90,
  alerts: 400,
  logs: 400,
  /** The lives of paper orders that have ended; the orders stay. */
  paperOrderEvents: 400,
} as const;

/** Rows that one transaction deletes: nobody waits for more. */
const SLICE = 500;

/** Delete at most a slice of rows older than `before` (epoch ms). Returns how many rows went. */
type Prune = (tx: Transaction, before: number) => Promise<number>;

const pruned = async (tx: Transaction, statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await statement.execute(tx.query)).numAffectedRows ?? 0n);

/**
 * Of a table whose ids follow the time of writing: its oldest rows up to the first that is to stay. What a replay writes
 * has the time of its market, years ago; it was written after what stands before it.
 */
const oldest =
  (table: 'alerts' | 'logs'): Prune =>
  (tx, before) =>
    pruned(
      tx,
      sql`with oldest as (select id, at from ${sql.table(table)} order by id limit ${SLICE})
        delete from ${sql.table(table)} where id in (select id from oldest
          where id < coalesce((select min(id) from oldest where at >= ${before}), ${Number.MAX_SAFE_INTEGER}))`,
    );

/** Sessions that were ended, or long unused. Nobody has used them for so long that no token of them holds. */
const pruneSessions: Prune = async ({ query }, before) => {
  const rows = await query
    .selectFrom('sessions')
    .select('id')
    .where((eb) => eb.or([eb('revoked_at', '<', before), eb('last_used_at', '<', before)]))
    .limit(SLICE)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await query.deleteFrom('refresh_tokens').where('session_id', 'in', ids).execute();
  await query.deleteFrom('sessions').where('id', 'in', ids).execute();
  return ids.length;
};

const PRUNES: Readonly<Record<Exclude<keyof typeof KEPT_DAYS, 'paperOrderEvents'>, readonly Prune[]>> = {
  storedAnswers: [
    (tx, before) =>
      pruned(
        tx,
        sql`delete from idempotency where (user_id, key) in
          (select user_id, key from idempotency where created_at < ${before} limit ${SLICE})`,
      ),
  ],
  spentTokens: [
    (tx, before) =>
      pruned(
        tx,
        sql`delete from refresh_tokens where hash in
          (select hash from refresh_tokens where spent_at < ${before} limit ${SLICE})`,
      ),
  ],
  codes: [
    (tx, before) => pruned(tx, sql`delete from password_resets where expires_at < ${before}`),
    (tx, before) => pruned(tx, sql`delete from aadhaar_requests where expires_at < ${before}`),
  ],
  endedSessions: [pruneSessions],
  alerts: [oldest('alerts')],
  logs: [oldest('logs')],
};

/**
 * Deletes the lives of paper orders that ended before a moment; the orders are gone through in slices. Those of a replay
 * have the time of its market: they are as old as the replay.
 */
const prunePaperOrderEvents = async (database: Database, before: number): Promise<void> => {
  const pause = pauses();
  for (let last = 0; ;) {
    const orders = await database.read
      .selectFrom('orders')
      .select('id')
      .where('id', '>', last)
      .where('mode', '=', 'test')
      .where('state', 'not in', WORKING_STATES)
      .where('updated_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('feeds')
              .select('feeds.id')
              .whereRef('feeds.id', '=', 'orders.run_id')
              .where('feeds.created_at', '>=', before),
          ),
        ),
      )
      .orderBy('id')
      .limit(SLICE)
      .execute();
    const ids = orders.map(({ id }) => id);
    const end = ids.at(-1);
    if (end === undefined) return;
    await database.write((tx) => tx.query.deleteFrom('order_events').where('order_id', 'in', ids).execute());
    last = end;
    await pause();
  }
};

/** Delete expired rows, a slice at a time: others write in between. */
export const prune = async ({ database, clock }: { database: Database; clock: Clock }): Promise<void> => {
  const before = (days: number): number => clock.now() - days * DAY_MS;
  for (const [what, slices] of Object.entries(PRUNES) as [keyof typeof PRUNES, readonly Prune[]][])
    for (const slice of slices)
      while ((await database.write((tx) => slice(tx, before(KEPT_DAYS[what])))) >= SLICE);
  await prunePaperOrderEvents(database, before(KEPT_DAYS.paperOrderEvents));
};
