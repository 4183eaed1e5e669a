import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Minutes of futures and options, and what is recorded of them. */
export const contractMinutes: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('contract_minutes')
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('series', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('bars', 'integer', (c) => c.notNull())
      .addColumn('prices', 'blob', (c) => c.notNull())
      .addColumn('extras', 'blob', (c) => c.notNull())
      .addColumn('has_quotes', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('contract_minute', ['owner_id', 'series', 'day', 'source'])
      .execute();
    await schema
      .createTable('recordings')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('underlying', 'text', (c) => c.notNull())
      .addColumn('strikes', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('recording', ['user_id', 'underlying'])
      .execute();
  },
};
