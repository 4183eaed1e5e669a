import { type Kysely, sql } from 'kysely';
import { allOf } from '../all-of.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { isPostgres } from '../db/dialect-differences.ts';
import type { Schema } from '../db/schema.ts';

/** Tables that PostgreSQL keeps in partitions. Migration 0034 has divided them. */
const DIVIDED = ['alerts', 'logs'] as const;
export type Divided = (typeof DIVIDED)[number];

/** Ids of a partition. Partition n ends before the id (n + 1) × SPAN. */
export const SPAN = 100_000_000;
/** Partitions that are made before there is anything for them. */
const AHEAD = 2;

/** Numbers of the partitions of a table, oldest first. The one for the rest has none. */
const numbersOf = async (query: Kysely<Schema>, table: Divided): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select substring(c.relname from '_(\\d+)$')::bigint as number
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_\\d+$' order by 1`.execute(query);
  return rows.map(({ number }) => number);
};

/** Partition in which ids are given out now. */
const currentOf = async (query: Kysely<Schema>, table: Divided): Promise<number> => {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`.execute(query);
  return Math.floor((rows[0]?.last ?? 0) / SPAN);
};

const partitionOf = (table: Divided, number: number) => sql.id('partitions', `${table}_${number}`);

/** Make the next partitions of a table. */
const addPartitions = (database: Database, table: Divided): Promise<void> =>
  database.write(HOUSE, async ({ query }) => {
    const known = await numbersOf(query, table);
    const current = await currentOf(query, table);
    // Never the current one: rows of it may lie with the rest already.
    for (let number = current + 1; number <= current + AHEAD; number++) {
      if (known.includes(number)) continue;
      const name = partitionOf(table, number);
      const [from, to] = [number * SPAN, (number + 1) * SPAN].map((id) => sql.lit(id));
      // Made apart and attached, it keeps nobody waiting who reads or writes.
      await sql`create table ${name} (like ${sql.table(table)} including defaults)`.execute(query);
      await sql`alter table ${sql.table(table)} attach partition ${name} for values from (${from}) to (${to})`.execute(
        query,
      );
    }
  });

/** Rows that show the age of a partition: more than a replay writes. Its rows have the time of its market. */
const LATEST_ROWS = 10_000;

/** A drop gives up sooner than who writes meanwhile: for it, all of the table is locked. */
const DROP_PATIENCE = '1s';

/** Drop partitions that ended before a moment (epoch ms). */
const dropPartitions = async (database: Database, table: Divided, before: number): Promise<void> => {
  const current = await currentOf(database.read, table);
  for (const number of await numbersOf(database.read, table)) {
    if (number >= current) return;
    const name = partitionOf(table, number);
    const { rows } = await sql<{ latest: number | null }>`
      select max(at) as latest from (select at from ${name} order by id desc limit ${LATEST_ROWS}) latest`.execute(
      database.read,
    );
    if ((rows[0]?.latest ?? 0) >= before) return;
    await database.write(HOUSE, async ({ query }) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_PATIENCE)}`.execute(query);
      await sql`drop table if exists ${name}`.execute(query);
    });
  }
};

/**
 * Make the partitions that are needed next. Drop those older than `before` (epoch ms). Only PostgreSQL has some, and a
 * fault of one table keeps no other.
 */
export const tendPartitions = async (database: Database, before: Record<Divided, number>): Promise<void> => {
  if (!isPostgres(database.read)) return;
  await allOf(
    DIVIDED.map(async (table) => {
      // First: one that cannot be dropped must not keep the next from being made.
      await addPartitions(database, table);
      await dropPartitions(database, table, before[table]);
    }),
  );
};
