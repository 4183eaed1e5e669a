import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Scans that people have saved. */
export const savedScans: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('saved_scans')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', 'text', (c) => c.notNull())
      .addColumn('document_json', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await sql`create unique index saved_scans_by_name on saved_scans (user_id, name_key)`.execute(db);
  },
};
