import type { Kysely } from 'kysely';

/** Shares that an earlier trade took off, counted after the split. Those of the same position. */
export const splits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('trades').addColumn('quantity_after_split', 'integer').execute();
  },
};
