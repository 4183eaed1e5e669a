import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Minutes of futures and options, imported and recorded. */
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
  },
};
