import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Corporate actions that were applied to positions, orders and plans. Each once. */
export const carriedActions: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('carried_actions')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('action_json', 'text', (c) => c.notNull())
      .addColumn('quantity_before', 'integer', (c) => c.notNull())
      .addColumn('quantity_after', 'integer', (c) => c.notNull())
      .addColumn('cost', 'bigint', (c) => c.notNull())
      .addColumn('charges_json', 'text', (c) => c.notNull())
      .addColumn('payout', 'bigint', (c) => c.notNull())
      .addColumn('fraction', 'real', (c) => c.notNull())
      .addColumn('corrected_json', 'text')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('carried_action', ['subject', 'day', 'kind'])
      .execute();
    await schema
      .createIndex('carried_actions_of_user')
      .on('carried_actions')
      .columns(['user_id', 'symbol'])
      .execute();
  },
};
