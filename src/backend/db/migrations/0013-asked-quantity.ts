import { type Kysely, sql } from 'kysely';

/** Changed quantity asked of an order, while its outcome is open. */
export const askedQuantity = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('orders').addColumn('asked_quantity', 'integer').execute();
    // Of a change that was out before this was written, anything is possible.
    await sql`update orders set asked_quantity = ${1_000_000_000} where pending = 'change'`.execute(db);
  },
};
