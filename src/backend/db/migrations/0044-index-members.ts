import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Members of indices by date, as a user has imported them. */
export const indexMembers: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('index_members')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('index_name', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('from_day', 'text', (c) => c.notNull())
      .addColumn('to_day', 'text')
      .addPrimaryKeyConstraint('index_member', ['user_id', 'index_name', 'symbol', 'from_day'])
      .execute();
  },
};
