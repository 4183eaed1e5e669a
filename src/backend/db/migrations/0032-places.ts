import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Address of each shard's owner, and market time of its users. */
export const places: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('shards')
      .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('shards').addColumn('market_time', 'bigint').execute();
    // By the database's clock, ms since 1970.
    await db.schema.alterTable('shards').addColumn('market_at', 'bigint').execute();
  },
};
