import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Shares that are traded under another symbol, each from a day on. */
export const symbolChanges: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('symbol_changes')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('symbol_before', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('symbol_after', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('symbol_change', ['user_id', 'symbol_before', 'day'])
      .execute();
    await schema
      .createIndex('symbol_change_by_after')
      .on('symbol_changes')
      .columns(['user_id', 'symbol_after'])
      .execute();
  },
};
