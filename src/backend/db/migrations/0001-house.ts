import { type Kysely, sql } from 'kysely';

/** Everything the main job needs: people, tricks, orders to trades, alerts, logs, market history. */
export const house = {
  async up(db: Kysely<unknown>): Promise<void> {
    const table = (name: string) => db.schema.createTable(name);
    const withId = (name: string) =>
      table(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());

    await table('meta')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();

    await withId('users')
      .addColumn('full_name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('phone', 'text', (c) => c.notNull().unique())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('referral_code', 'text', (c) => c.notNull().unique())
      .addColumn('referrer_id', 'integer', (c) => c.references('users.id'))
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('ability_json', 'text')
      .addColumn('is_house', 'integer', (c) => c.notNull())
      .addColumn('bio', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('designation_level', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('is_trade_active', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('is_robo_active', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    await withId('sessions')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();

    await table('refresh_tokens')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('session_id', 'integer', (c) => c.notNull().references('sessions.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('spent_at', 'bigint')
      .addColumn('successor_sealed', 'text')
      .execute();

    await table('login_failures')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('locked_until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('login_failures_pk', ['name', 'address'])
      .execute();

    await withId('tricks')
      .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('parent_id', 'integer', (c) => c.references('tricks.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .addColumn('document_json', 'text', (c) => c.notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('segment', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text', (c) => c.notNull())
      .addColumn('risk', 'text', (c) => c.notNull())
      .addColumn('minimum_capital', 'bigint', (c) => c.notNull())
      .addColumn('capital', 'bigint', (c) => c.notNull())
      .addColumn('quantity', 'integer')
      .addColumn('risk_percent', 'real')
      .addColumn('max_loss_per_day', 'bigint')
      .addColumn('max_trades_per_day', 'integer', (c) => c.notNull())
      .addColumn('square_off_time', 'text', (c) => c.notNull())
      .addColumn('product', 'text', (c) => c.notNull())
      .addColumn('slippage_bp', 'real', (c) => c.notNull())
      .addColumn('stop_loss_json', 'text')
      .addColumn('target_json', 'text')
      .addColumn('trailing_json', 'text')
      .addColumn('is_public', 'integer', (c) => c.notNull())
      .addColumn('broker_id', 'integer', (c) => c.notNull())
      .addColumn('attention', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('removed_at', 'bigint')
      .execute();
    await db.schema.createIndex('tricks_by_owner').on('tricks').columns(['owner_id', 'status']).execute();
    await db.schema.createIndex('tricks_running').on('tricks').columns(['status']).execute();

    await table('follows')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('trick_id', 'integer', (c) => c.notNull().references('tricks.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('follows_pk', ['user_id', 'trick_id'])
      .execute();
    await db.schema.createIndex('follows_by_trick').on('follows').columns(['trick_id']).execute();

    await withId('feeds')
      .addColumn('user_id', 'integer', (c) => c.references('users.id'))
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('seed', 'bigint', (c) => c.notNull())
      .addColumn('market_time', 'bigint', (c) => c.notNull())
      .addColumn('speed', 'real', (c) => c.notNull())
      .addColumn('from_day', 'text', (c) => c.notNull())
      .addColumn('to_day', 'text', (c) => c.notNull())
      .addColumn('symbols_json', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    const traded = (name: string) =>
      withId(name)
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
        .addColumn('trick_id', 'integer', (c) => c.notNull().references('tricks.id'))
        .addColumn('symbol', 'text', (c) => c.notNull())
        .addColumn('mode', 'text', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('run_id', 'integer', (c) => c.notNull());

    await traded('positions')
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('product', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 0`))
      .addColumn('entry_quantity', 'integer', (c) => c.notNull())
      .addColumn('entry_value', 'bigint', (c) => c.notNull())
      .addColumn('exit_value', 'bigint', (c) => c.notNull())
      .addColumn('charges_json', 'text', (c) => c.notNull())
      .addColumn('protection_json', 'text', (c) => c.notNull())
      .addColumn('stop_loss', 'bigint')
      .addColumn('target', 'bigint')
      .addColumn('entry_reason', 'text', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('closed_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('positions_by_user')
      .on('positions')
      .columns(['user_id', 'status', 'id'])
      .execute();
    // A trick holds at most one open position in an instrument on a run: the database says so, not only the runner.
    await sql`create unique index positions_open on positions (trick_id, symbol, source, run_id) where status = 'open'`.execute(
      db,
    );

    await traded('orders')
      .addColumn('position_id', 'integer', (c) => c.references('positions.id'))
      .addColumn('broker_id', 'integer', (c) => c.notNull())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
      .addColumn('filled_quantity', 'integer', (c) => c.notNull().check(sql`filled_quantity <= quantity`))
      .addColumn('filled_value', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('intent_key', 'text', (c) => c.notNull().unique())
      .addColumn('atr_json', 'text')
      .addColumn('placed_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('orders_by_user').on('orders').columns(['user_id', 'mode', 'id']).execute();
    await db.schema.createIndex('orders_by_state').on('orders').columns(['state']).execute();
    await db.schema.createIndex('orders_by_position').on('orders').columns(['position_id']).execute();

    await withId('order_events')
      .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('order_events_by_order').on('order_events').columns(['order_id']).execute();

    await withId('fills')
      .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id'))
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('price', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('fills_by_order').on('fills').columns(['order_id']).execute();

    await traded('trades')
      .addColumn('position_id', 'integer', (c) => c.references('positions.id').unique())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('product', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('entry_at', 'bigint', (c) => c.notNull())
      .addColumn('entry_price', 'bigint', (c) => c.notNull())
      .addColumn('entry_reason', 'text', (c) => c.notNull())
      .addColumn('exit_at', 'bigint', (c) => c.notNull())
      .addColumn('exit_price', 'bigint', (c) => c.notNull())
      .addColumn('exit_reason', 'text', (c) => c.notNull())
      .addColumn('gross', 'bigint', (c) => c.notNull())
      .addColumn('charges', 'bigint', (c) => c.notNull())
      .addColumn('charge_items_json', 'text', (c) => c.notNull())
      .addColumn('net', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('trades_by_user')
      .on('trades')
      .columns(['user_id', 'mode', 'exit_at'])
      .execute();
    await db.schema
      .createIndex('trades_by_trick')
      .on('trades')
      .columns(['trick_id', 'source', 'exit_at'])
      .execute();

    await withId('alerts')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('category', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('link', 'text', (c) => c.notNull())
      .addColumn('is_critical', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('read_at', 'bigint')
      .execute();
    await db.schema.createIndex('alerts_by_user').on('alerts').columns(['user_id', 'id']).execute();

    await withId('logs')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('level', 'text', (c) => c.notNull())
      .addColumn('topic', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('trick_id', 'integer', (c) => c.references('tricks.id'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('logs_by_user').on('logs').columns(['user_id', 'kind', 'id']).execute();

    await table('candle_chunks')
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text', (c) => c.notNull())
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('bars', 'integer', (c) => c.notNull())
      .addColumn('first_time', 'bigint', (c) => c.notNull())
      .addColumn('last_time', 'bigint', (c) => c.notNull())
      .addColumn('has_volume', 'integer', (c) => c.notNull())
      .addColumn('columns', 'blob', (c) => c.notNull())
      .addPrimaryKeyConstraint('candle_chunks_pk', ['owner_id', 'source', 'symbol', 'timeframe', 'month'])
      .execute();

    await table('simulated_days')
      .addColumn('day', 'text', (c) => c.primaryKey())
      .addColumn('state_json', 'text', (c) => c.notNull())
      .execute();

    await withId('ledger_accounts')
      .addColumn('user_id', 'integer', (c) => c.references('users.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('balance', 'bigint', (c) => c.notNull().defaultTo(0))
      .addCheckConstraint('no_user_below_zero', sql`user_id is null or balance >= 0`)
      .execute();
    await db.schema
      .createIndex('ledger_accounts_by_user')
      .on('ledger_accounts')
      .columns(['user_id', 'kind'])
      .unique()
      .execute();

    await withId('backtest_runs')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    await table('idempotency')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('call', 'text', (c) => c.notNull())
      .addColumn('payload_hash', 'text', (c) => c.notNull())
      .addColumn('answer_json', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_pk', ['user_id', 'key'])
      .execute();
  },
};
