import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Orders that are to be taken back, until they have ended; the price of a change of which nobody knows. */
export const wantedEnds: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.alterTable('orders').addColumn('end_wanted', 'text').execute();
    await schema.alterTable('orders').addColumn('asked_price', 'integer').execute();
  },
};
