import type { Kysely } from 'kysely';

/** Attached files on PostgreSQL. On SQLite they lie in the data folder, and the table is empty. */
export const attachmentFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('attachment_files')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('bytes', 'blob', (c) => c.notNull())
      .execute();
  },
};
