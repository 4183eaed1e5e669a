import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** The structure that orders, positions and trades of legs belong to. It is named by its day of entry. */
export const structureDays: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    for (const table of ['orders', 'positions', 'trades'])
      await schema.alterTable(table).addColumn('structure_day', 'text').execute();
  },
};
