import { type Kysely, sql } from 'kysely';

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
    for (const change of ['update', 'delete'])
      await sql
        .raw(
          `create trigger licences_no_${change} before ${change} on licences
           begin select raise(abort, 'licences is append-only'); end`,
        )
        .execute(db);
  },
};
