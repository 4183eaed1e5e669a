import type { Kysely } from 'kysely';

/** How many shares of after a split an earlier trade of the position took off. */
export const splits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('trades').addColumn('quantity_after_split', 'integer').execute();
  },
};
