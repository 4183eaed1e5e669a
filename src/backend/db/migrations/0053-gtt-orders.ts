import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Orders by hand that wait at the broker over days. */
export const gttOrders: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('gtt_orders')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('account', 'text', (c) => c.notNull())
      .addColumn('mark', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('trigger_price', 'integer', (c) => c.notNull())
      .addColumn('price', 'integer', (c) => c.notNull())
      .addColumn('instrument_json', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('end_wanted', 'text')
      .addColumn('broker_rule_id', 'text')
      .addColumn('asked_json', 'text', (c) => c.notNull())
      .addColumn('before_json', 'text', (c) => c.notNull())
      .addColumn('placed_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await sql`create unique index gtt_orders_by_mark on gtt_orders (user_id, mark)`.execute(db);
    await sql`create unique index gtt_orders_by_rule on gtt_orders (user_id, account, broker_rule_id)`.execute(
      db,
    );
  },
};
