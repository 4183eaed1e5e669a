import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Terms of orders that people place by hand. */
export const manualOrders: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.alterTable('orders').addColumn('manual_json', 'text').execute();
  },
};
