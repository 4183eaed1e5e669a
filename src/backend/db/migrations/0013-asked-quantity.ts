import { type Kysely, sql } from 'kysely';

/** What an order was to be changed to, until it is known what became of that. */
export const askedQuantity = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('orders').addColumn('asked_quantity', 'integer').execute();
    // Of a change that was out before this was written, anything is possible.
    await sql`update orders set asked_quantity = ${1_000_000_000} where pending = 'change'`.execute(db);
  },
};
