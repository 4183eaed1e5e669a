import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Fetches of prices from users' brokers, and months as fetched. */
export const historyFetches: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('history_fetches')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text', (c) => c.notNull())
      .addColumn('from_day', 'text', (c) => c.notNull())
      .addColumn('to_day', 'text', (c) => c.notNull())
      .addColumn('on_difference', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('next_month', 'text')
      .addColumn('months_done', 'integer', (c) => c.notNull())
      .addColumn('bars_kept', 'integer', (c) => c.notNull())
      .addColumn('bars_replaced', 'integer', (c) => c.notNull())
      .addColumn('bars_set_aside', 'integer', (c) => c.notNull())
      .addColumn('months_differing', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await schema
      .createIndex('history_fetches_by_user')
      .on('history_fetches')
      .columns(['user_id', 'id'])
      .execute();
    // Of a series one at a time: two would ask for the same months.
    await sql`create unique index history_fetches_one_open on history_fetches (user_id, symbol, timeframe)
      where state in ('queued', 'running', 'waiting', 'paused')`.execute(db);
    await schema
      .createTable('fetched_months')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text', (c) => c.notNull())
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('from_time', 'bigint', (c) => c.notNull())
      .addColumn('until_time', 'bigint', (c) => c.notNull())
      .addColumn('fetched_at', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('differing', 'integer', (c) => c.notNull())
      .addColumn('gone', 'integer', (c) => c.notNull())
      .addColumn('examples_json', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('fetched_months_pk', ['user_id', 'symbol', 'timeframe', 'month'])
      .execute();
  },
};
