import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Corporate actions of shares that a user has imported. */
export const corporateActions: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('corporate_actions')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('action_json', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('corporate_action', ['user_id', 'symbol', 'day', 'kind'])
      .execute();
  },
};
