import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Last sign of life of each backtest run, for several processes. */
export const runBeats: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    // By the database's clock, ms since 1970.
    await db.schema.alterTable('backtest_runs').addColumn('beat_at', 'bigint').execute();
  },
};
