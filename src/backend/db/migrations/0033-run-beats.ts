import type { Kysely } from 'kysely';

/** Last sign of life of each backtest run, where several processes run them. */
export const runBeats = {
  async up(db: Kysely<unknown>): Promise<void> {
    // By the database's clock, ms since 1970.
    await db.schema.alterTable('backtest_runs').addColumn('beat_at', 'bigint').execute();
  },
};
