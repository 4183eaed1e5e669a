import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Lists of instruments that users look at, and their rows. */
export const watchlists: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('watchlists')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', 'text', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await sql`create unique index watchlists_by_name on watchlists (user_id, name_key)`.execute(db);
    await schema
      .createTable('watchlist_entries')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('watchlist_id', 'integer', (c) => c.notNull().references('watchlists.id'))
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('symbol', 'text')
      .addColumn('heading', 'text')
      .execute();
    await schema
      .createIndex('watchlist_entries_in_order')
      .on('watchlist_entries')
      .columns(['watchlist_id', 'place'])
      .execute();
    // A symbol stands in a list once; of headings there may be two of a name.
    await sql`create unique index watchlist_entries_once on watchlist_entries (watchlist_id, symbol)
      where symbol is not null`.execute(db);
  },
};
