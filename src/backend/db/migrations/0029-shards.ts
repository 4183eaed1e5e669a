import { type Kysely, sql } from 'kysely';

const SHARDS = 1_024;

/**
 * Leases of the processes of a house: each shard of the users, who owns it, by which claim, and until when. A desktop,
 * which is one process, leaves them alone.
 */
export const shards = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('shards')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('owner', 'text', (c) => c.notNull().defaultTo(''))
      // Grows with every claim: what an owner of before writes is known by it.
      .addColumn('epoch', 'integer', (c) => c.notNull().defaultTo(0))
      // By the database's clock, ms since 1970.
      .addColumn('until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`insert into shards (id) with recursive numbers (id) as (
      select 0 union all select id + 1 from numbers where id < ${sql.lit(SHARDS - 1)}) select id from numbers`.execute(
      db,
    );
  },
};
