import { type Kysely, sql } from 'kysely';

/** Baskets: what they are made of, who holds them, what is put in and when. */
export const baskets = {
  async up(db: Kysely<unknown>): Promise<void> {
    const withId = (name: string) =>
      db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());

    await withId('basket_definitions')
      .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .addColumn('rebalance', 'text', (c) => c.notNull())
      .addColumn('is_public', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('basket_definitions_by_owner')
      .on('basket_definitions')
      .columns(['owner_id', 'name'])
      .unique()
      .execute();
    await db.schema
      .createTable('basket_constituents')
      .addColumn('definition_id', 'integer', (c) => c.notNull().references('basket_definitions.id'))
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('weight', 'integer', (c) => c.notNull().check(sql`weight > 0`))
      .addColumn('place', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('basket_constituent', ['definition_id', 'symbol'])
      .execute();

    await withId('basket_holdings')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('definition_id', 'integer', (c) => c.notNull().references('basket_definitions.id'))
      .addColumn('trick_id', 'integer', (c) => c.notNull().unique().references('tricks.id'))
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('closing_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .addColumn('next_rebalance', 'text')
      .addColumn('told_rebalance', 'text')
      .execute();
    // A basket is held once at a time in each mode: a call names it by its definition and the mode.
    await sql`create unique index basket_held_once on basket_holdings (user_id, definition_id, mode)
      where closed_at is null`.execute(db);

    await withId('basket_flows')
      .addColumn('holding_id', 'integer', (c) => c.notNull().references('basket_holdings.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('basket_flows_by_holding').on('basket_flows').column('holding_id').execute();

    await withId('basket_previews')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('definition_id', 'integer', (c) => c.notNull().references('basket_definitions.id'))
      .addColumn('holding_id', 'integer', (c) => c.references('basket_holdings.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('orders_json', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('sip_run_id', 'integer')
      .addColumn('refusals_json', 'text', (c) => c.notNull().defaultTo('{}'))
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('basket_previews_by_state')
      .on('basket_previews')
      .columns(['state', 'made_at'])
      .execute();

    await db.schema
      .createTable('basket_sips')
      .addColumn('holding_id', 'integer', (c) => c.primaryKey().references('basket_holdings.id'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('frequency', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('next_due', 'text')
      .execute();
    await withId('basket_sip_runs')
      .addColumn('holding_id', 'integer', (c) => c.notNull().references('basket_holdings.id'))
      .addColumn('due_day', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('preview_id', 'integer', (c) => c.references('basket_previews.id'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      // Each due day once, whatever is cut off when.
      .addUniqueConstraint('basket_sip_once', ['holding_id', 'due_day'])
      .execute();
  },
};
