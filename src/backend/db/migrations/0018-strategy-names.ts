import { type Kysely, sql } from 'kysely';

/** Tables by the names they had before. */
const RENAMED_TABLES = { tricks: 'strategies', advisor_plan_tricks: 'advisor_plan_strategies' };

/** Tables whose `trick_id` is a `strategy_id` from here on. */
const TABLES_OF_STRATEGIES = [
  'advisor_plan_strategies',
  'backtest_runs',
  'basket_holdings',
  'follows',
  'logs',
  'orders',
  'positions',
  'result_days',
  'strategy_results',
  'tickets',
  'trades',
];

/** Indexes by the names they had before; each is made anew, since an index keeps its name. */
const RENAMED_INDEXES: Readonly<Record<string, string>> = {
  tricks_by_owner: 'strategies_by_owner on strategies (owner_id, status)',
  tricks_running: 'strategies_running on strategies (status)',
  tricks_by_manager: 'strategies_by_manager on strategies (managed_by)',
  tricks_by_parent: 'strategies_by_parent on strategies (parent_id) where parent_id is not null',
  tricks_public: 'strategies_public on strategies (id) where is_public = 1',
  tricks_of_owner:
    'strategies_of_owner on strategies (owner_id, kind, removed_at, id, mode, status, broker_id)',
  follows_by_trick: 'follows_by_strategy on follows (strategy_id)',
  trades_by_trick: 'trades_by_strategy on trades (strategy_id, source, exit_at)',
  positions_by_trick: 'positions_by_strategy on positions (strategy_id, id)',
  orders_by_trick: 'orders_by_strategy on orders (strategy_id, placed_at)',
};

/** Rename what is stored of strategies; before, it was called a trick. */
export const strategyNames = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [before, name] of Object.entries(RENAMED_TABLES))
      await sql`alter table ${sql.table(before)} rename to ${sql.table(name)}`.execute(db);
    for (const table of TABLES_OF_STRATEGIES)
      await sql`alter table ${sql.table(table)} rename column trick_id to strategy_id`.execute(db);
    for (const [before, index] of Object.entries(RENAMED_INDEXES)) {
      await sql`drop index ${sql.id(before)}`.execute(db);
      await sql.raw(`create index ${index}`).execute(db);
    }
  },
};
