import { type Kysely, sql } from 'kysely';

/** Live orders at a broker, the accounts there, and what guards them. */
export const live = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    const add = (table: string, column: string, type: 'text' | 'bigint') =>
      schema.alterTable(table).addColumn(column, type).execute();

    await sql`alter table tricks add column kind text not null default 'rules'`.execute(db);
    // As the order was sent; all null on test orders from before.
    for (const column of ['tag', 'broker_order_id', 'instrument_json', 'broker_product'])
      await add('orders', column, 'text');
    for (const column of ['price', 'trigger_price', 'sent_at']) await add('orders', column, 'bigint');
    await schema.createIndex('orders_by_tag').on('orders').column('tag').unique().execute();
    for (const column of ['instrument_json', 'protection_problem']) await add('positions', column, 'text');
    await add('tricks', 'status_before', 'bigint');

    await schema
      .createTable('broker_accounts')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('broker_id', 'integer', (c) => c.notNull())
      .addColumn('client_code_masked', 'text', (c) => c.notNull())
      // Sealed with the data key; never returned, never logged.
      .addColumn('credentials_sealed', 'text', (c) => c.notNull())
      .addColumn('session_sealed', 'text')
      .addColumn('session_until', 'bigint')
      .addColumn('linked_at', 'bigint', (c) => c.notNull())
      .addColumn('last_error', 'text')
      .addColumn('registered_address', 'text')
      .addColumn('reminded_on', 'text')
      .addUniqueConstraint('broker_account_of_user', ['user_id', 'broker_id'])
      .execute();

    // What every live strategy of a user has to keep to together.
    await schema
      .createTable('risk_guards')
      .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
      .addColumn('max_loss_per_day', 'bigint')
      .addColumn('max_trades_per_day', 'integer')
      .execute();
    // A lock ends entries until somebody releases it, and not before `locked_until`.
    await schema
      .createTable('live_locks')
      .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('locked_at', 'bigint', (c) => c.notNull())
      .addColumn('locked_until', 'bigint', (c) => c.notNull())
      .execute();

    await schema
      .createTable('broker_instruments')
      .addColumn('broker_id', 'integer', (c) => c.notNull())
      .addColumn('exchange', 'text', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull())
      .addColumn('trading_symbol', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('expiry', 'text')
      .addColumn('lot_size', 'integer', (c) => c.notNull())
      .addColumn('tick_size', 'bigint', (c) => c.notNull())
      // The day of the list that it was read from.
      .addColumn('listed_on', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('broker_instrument', ['broker_id', 'exchange', 'token'])
      .execute();
    await schema
      .createIndex('broker_instruments_by_name')
      .on('broker_instruments')
      .columns(['broker_id', 'name', 'kind'])
      .execute();
  },
};
