import type { Kysely } from 'kysely';

/** Indexes of the counted orders of a day. They are counted at every start of a strategy, and at every live entry. */
export const countedOrders = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.createIndex('orders_by_trick').on('orders').columns(['trick_id', 'placed_at']).execute();
    await schema.createIndex('orders_sent').on('orders').columns(['user_id', 'mode', 'sent_at']).execute();
  },
};
