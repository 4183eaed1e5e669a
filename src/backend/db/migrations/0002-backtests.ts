import { type Kysely, sql } from 'kysely';

/** Runs of rules over history: their results and their trades. Rows from before count as done. */
export const backtests = {
  async up(db: Kysely<unknown>): Promise<void> {
    const column = (name: string, type: 'text' | 'integer' | 'bigint' | 'real', value: string | number) =>
      db.schema
        .alterTable('backtest_runs')
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute();
    const optional = (name: string, type: 'text' | 'integer' | 'bigint') =>
      db.schema.alterTable('backtest_runs').addColumn(name, type).execute();

    await column('kind', 'text', 'backtest');
    await column('name', 'text', 'Backtest');
    await optional('trick_id', 'integer');
    await column('state', 'text', 'done');
    await column('message', 'text', '');
    await column('source', 'text', 'simulated');
    await column('from_day', 'text', '1970-01-01');
    await column('to_day', 'text', '1970-01-01');
    await column('capital', 'bigint', 0);
    await column('instruments_json', 'text', '[]');
    await column('timeframe', 'text', '1d');
    await column('order_json', 'text', '{}');
    await column('attempts', 'integer', 0);
    await column('progress', 'real', 100);
    await column('credits', 'integer', 1);
    await optional('finished_at', 'bigint');
    await optional('figures_json', 'text');
    await optional('assumptions_json', 'text');
    await optional('result_json', 'text');
    await optional('sweep_json', 'text');
    await db.schema
      .createIndex('backtest_runs_by_user')
      .on('backtest_runs')
      .columns(['user_id', 'created_at'])
      .execute();
    // Few rows are ever waiting or under way; a start looks for them.
    await sql`create index backtest_runs_unfinished on backtest_runs (id) where state in ('queued', 'running')`.execute(
      db,
    );

    await db.schema
      .createTable('backtest_trades')
      .addColumn('run_id', 'integer', (c) => c.notNull().references('backtest_runs.id'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('entry_at', 'bigint', (c) => c.notNull())
      .addColumn('entry_price', 'bigint', (c) => c.notNull())
      .addColumn('entry_rule', 'text', (c) => c.notNull())
      .addColumn('exit_at', 'bigint', (c) => c.notNull())
      .addColumn('exit_price', 'bigint', (c) => c.notNull())
      .addColumn('exit_reason', 'text', (c) => c.notNull())
      .addColumn('exit_rule', 'text', (c) => c.notNull())
      .addColumn('bars_held', 'integer', (c) => c.notNull())
      .addColumn('gross', 'bigint', (c) => c.notNull())
      .addColumn('charges', 'bigint', (c) => c.notNull())
      .addColumn('charge_items_json', 'text', (c) => c.notNull())
      .addColumn('net', 'bigint', (c) => c.notNull())
      .addColumn('running_total', 'bigint', (c) => c.notNull())
      .addColumn('is_open_at_end', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('backtest_trades_pk', ['run_id', 'number'])
      .execute();
  },
};
