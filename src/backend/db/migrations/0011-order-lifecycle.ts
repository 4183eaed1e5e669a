import { type Kysely, sql } from 'kysely';

/**
 * Orders with slots and their events, wanted exits, protection, and differences. The events are all of an order's life;
 * the differences are those with the account.
 */
export const orderLifecycle = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await sql`alter table orders add column slot text not null default 'entry'`.execute(db);
    await sql`update orders set slot = case
        when purpose = 'entry' then 'entry'
        when purpose = 'stop-loss' then 'resting-stop'
        when purpose = 'target' and mode = 'test' then 'resting-target'
        else 'leaving' end`.execute(db);
    await schema.alterTable('orders').addColumn('pending', 'text').execute();
    await schema.alterTable('orders').addColumn('exit_intent_id', 'integer').execute();
    for (const table of ['orders', 'order_events']) {
      await sql`update ${sql.table(table)} set state = 'submitted' where state = 'sent'`.execute(db);
      await sql`update ${sql.table(table)} set state = 'accepted' where state = 'acknowledged'`.execute(db);
    }
    await schema.createIndex('orders_by_broker_order').on('orders').columns(['broker_order_id']).execute();

    // What happened, with the broker's own words, and the figures that it changed: an order is rebuilt from these.
    for (const column of ['event', 'said', 'change_json'])
      await sql`alter table order_events add column ${sql.ref(column)} text not null default ''`.execute(db);

    for (const column of ['protection_state', 'protection_why'])
      await schema.alterTable('positions').addColumn(column, 'text').execute();
    await schema.alterTable('positions').addColumn('protection_since', 'bigint').execute();

    await schema
      .createTable('exit_intents')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('position_id', 'integer', (c) => c.notNull().references('positions.id'))
      // Shares to take off; null for all of them.
      .addColumn('quantity', 'integer')
      .addColumn('filled', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('decision_price', 'bigint')
      .addColumn('intent_key', 'text', (c) => c.notNull().unique())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('exit_intents_by_position')
      .on('exit_intents')
      .columns(['position_id', 'status'])
      .execute();

    await schema
      .createTable('account_differences')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      // Exchange, token and product: what is compared.
      .addColumn('contract_key', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('ours', 'integer', (c) => c.notNull())
      .addColumn('theirs', 'integer', (c) => c.notNull())
      // What both sides showed when it was found.
      .addColumn('evidence_json', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('resolution', 'text')
      .addColumn('found_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await schema
      .createIndex('account_differences_by_user')
      .on('account_differences')
      .columns(['user_id', 'status'])
      .execute();
  },
};
