import { type RawBuilder, sql } from 'kysely';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { DAY_MS } from '../../shared/time.ts';
import { allOf } from '../all-of.ts';
import type { Clock } from '../clock.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { pauses } from '../pauses.ts';
import type { Divided } from './partitions.ts';

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
  /** Firings of people's own alerts, with their deliveries. */
  alertFirings: 400,
  /** The lives of paper orders that have ended; the orders stay. */
  paperOrderEvents: 400,
  /** Of option chains; the recorder deletes them. */
  recordedMinutes: 400,
} as const;

/** Rows that are looked for at a time; each user's go in a transaction of its own. Nobody waits for more. */
const SLICE = 500;

type Id = number | string;

/** A row that is kept no longer, and whose it is; null for nobody's. */
interface Expired {
  readonly id: Id;
  readonly userId: number | null;
}

/** Rows of one user that are kept no longer. */
interface ExpiredOfOne {
  readonly userId: number | null;
  /** Their ids, as a list for SQL. */
  readonly ids: RawBuilder<unknown>;
  readonly before: number;
}

/** A kind of rows that only ever grows. */
interface Kind {
  /** At most a slice of those older than `before` (epoch ms). */
  readonly find: (before: number) => RawBuilder<Expired>;
  /** Delete some that were found. What was used again meanwhile stays. */
  readonly drop: (expired: ExpiredOfOne) => readonly RawBuilder<unknown>[];
  /** The most slices of a day; all that are there without it. */
  readonly mostSlices?: number;
}

/**
 * Of a table whose ids follow the time of writing: its oldest rows up to the first that is to stay. What a replay writes
 * has the time of its market, years ago; it was written after what stands before it. Where more are written in a day than
 * go in one, they go with their partition.
 */
const oldest = (table: Divided): Kind => ({
  find: (before) => sql`
    with oldest as (select id, user_id, at from ${sql.table(table)} order by id limit ${SLICE})
    select id, user_id as "userId" from oldest
    where id < coalesce((select min(id) from oldest where at >= ${before}), ${Number.MAX_SAFE_INTEGER})`,
  drop: ({ ids }) => [sql`delete from ${sql.table(table)} where id in ${ids}`],
  mostSlices: 2_000,
});

const storedAnswers: Kind = {
  find: (before) => sql`
    select key as id, user_id as "userId" from idempotency where created_at < ${before} limit ${SLICE}`,
  drop: ({ userId, ids, before }) => [
    sql`delete from idempotency where user_id = ${userId} and key in ${ids} and created_at < ${before}`,
  ],
};

const spentTokens: Kind = {
  find: (before) => sql`
    select hash as id, user_id as "userId" from refresh_tokens
    join sessions on sessions.id = session_id where spent_at < ${before} limit ${SLICE}`,
  drop: ({ ids }) => [sql`delete from refresh_tokens where hash in ${ids}`],
};

const codes = (table: 'password_resets' | 'aadhaar_requests'): Kind => ({
  find: (before) => sql`
    select id, user_id as "userId" from ${sql.table(table)} where expires_at < ${before} limit ${SLICE}`,
  drop: ({ ids }) => [sql`delete from ${sql.table(table)} where id in ${ids}`],
});

/** Sessions that were ended, or long unused. Nobody has used them for so long that no token of them holds. */
const endedSessions: Kind = {
  find: (before) => sql`
    select id, user_id as "userId" from sessions
    where revoked_at < ${before} or last_used_at < ${before} limit ${SLICE}`,
  drop: ({ ids, before }) => {
    const ended = sql`id in ${ids} and (revoked_at < ${before} or last_used_at < ${before})`;
    return [
      sql`delete from refresh_tokens where session_id in (select id from sessions where ${ended})`,
      sql`delete from sessions where ${ended}`,
    ];
  },
};

/** Firings of alert rules that are over; what has not left the computer by then was given up long ago. */
const alertFirings: Kind = {
  find: (before) => sql`
    with oldest as (select id, user_id, written_at from alert_firings order by id limit ${SLICE})
    select id, user_id as "userId" from oldest
    where id < coalesce((select min(id) from oldest where written_at >= ${before}), ${Number.MAX_SAFE_INTEGER})`,
  drop: ({ ids }) => [
    sql`delete from alert_deliveries where firing_id in ${ids}`,
    sql`delete from alert_firings where id in ${ids}`,
  ],
};

const KINDS: Readonly<
  Record<Exclude<keyof typeof KEPT_DAYS, 'paperOrderEvents' | 'recordedMinutes'>, readonly Kind[]>
> = {
  storedAnswers: [storedAnswers],
  spentTokens: [spentTokens],
  codes: [codes('password_resets'), codes('aadhaar_requests')],
  endedSessions: [endedSessions],
  alerts: [oldest('alerts')],
  logs: [oldest('logs')],
  alertFirings: [alertFirings],
};

/** Delete rows of many users, each user's in their own transaction. */
const dropByUser = (
  database: Database,
  rows: readonly Expired[],
  drop: (userId: number | null, ids: RawBuilder<unknown>) => readonly RawBuilder<unknown>[],
): Promise<unknown> =>
  allOf(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) =>
      database.write(userId ?? HOUSE, async ({ query }) => {
        const ids = sql`(${sql.join(own.map(({ id }) => id))})`;
        for (const statement of drop(userId, ids)) await statement.execute(query);
      }),
    ),
  );

/** Delete at most a slice of rows older than `before` (epoch ms). Returns how many were found. */
const pruneSlice = async (database: Database, { find, drop }: Kind, before: number): Promise<number> => {
  const { rows } = await find(before).execute(database.read);
  await dropByUser(database, rows, (userId, ids) => drop({ userId, ids, before }));
  return rows.length;
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
      .select(['id', 'user_id as userId'])
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
    const end = orders.at(-1)?.id;
    if (end === undefined) return;
    await dropByUser(database, orders, (_userId, ids) => [
      sql`delete from order_events where order_id in ${ids}`,
    ]);
    last = end;
    await pause();
  }
};

const pruneKind = async (database: Database, kind: Kind, before: number): Promise<void> => {
  for (let slices = 0; slices < (kind.mostSlices ?? Infinity); slices++)
    if ((await pruneSlice(database, kind, before)) < SLICE) return;
};

/** Delete expired rows, a slice at a time: others write in between. */
export const prune = async ({ database, clock }: { database: Database; clock: Clock }): Promise<void> => {
  const before = (days: number): number => clock.now() - days * DAY_MS;
  for (const [what, kinds] of Object.entries(KINDS) as [keyof typeof KINDS, readonly Kind[]][])
    for (const kind of kinds) await pruneKind(database, kind, before(KEPT_DAYS[what]));
  await prunePaperOrderEvents(database, before(KEPT_DAYS.paperOrderEvents));
};
