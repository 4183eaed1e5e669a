import { type Kysely, sql } from 'kysely';

/**
 * The last invoice number of each financial year, taken by one update. Two sales that look for the highest number at
 * once would find the same. A database from before goes on where its invoices end.
 */
export const invoiceCounters = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('invoice_counters')
      .addColumn('year', 'text', (c) => c.primaryKey())
      .addColumn('last', 'integer', (c) => c.notNull())
      .execute();
    await sql`insert into invoice_counters (year, last)
      select year, max(sequence) from invoices group by year`.execute(db);
  },
};
