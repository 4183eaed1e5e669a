import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Largest loss and profit of a run's trades while they were open. Null of earlier runs. */
export const excursions: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.alterTable('backtest_trades').addColumn('adverse', 'bigint').execute();
    await schema.alterTable('backtest_trades').addColumn('favourable', 'bigint').execute();
  },
};
