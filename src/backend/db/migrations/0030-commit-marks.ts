import type { Kysely } from 'kysely';

/**
 * Marks of commits on PostgreSQL. There is a row for each place at which a process writes. By them it knows whether a commit is
 * done whose answer was lost. SQLite, whose commits answer, leaves them alone.
 */
export const commitMarks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('commit_marks')
      .addColumn('place', 'text', (c) => c.primaryKey())
      .addColumn('number', 'bigint', (c) => c.notNull())
      // Strategies that the commit changed, as the transaction had noted them.
      .addColumn('changed', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
