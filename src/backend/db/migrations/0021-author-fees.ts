import type { Kysely } from 'kysely';
import { appendOnly } from '../dialect-differences.ts';

/** Fees of authors for a copy of their strategies, and who paid. */
export const authorFees = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('publications')
      .addColumn('fee', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('licences')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('publication_id', 'integer', (c) => c.notNull().references('publications.id'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('purchase_id', 'integer', (c) => c.notNull().unique().references('purchases.id'))
      .addColumn('fee', 'integer', (c) => c.notNull())
      .addColumn('share', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('licence', ['publication_id', 'user_id'])
      .execute();
    await appendOnly(db, 'licences');
  },
};
