import type { Kysely } from 'kysely';

/** What entering a position was charged, apart from what leaving it was: a part of it goes with every part sold. */
export const lots = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null on positions from before: they were never left in parts, so their first trade bears it all.
    await db.schema.alterTable('positions').addColumn('entry_charges_json', 'text').execute();
  },
};
