import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Notes, labels and pictures of closed trades. */
export const journal: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('journal_labels')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', 'text', (c) => c.notNull())
      .execute();
    await sql`create unique index journal_labels_by_name on journal_labels (user_id, kind, name_key)`.execute(
      db,
    );
    await schema
      .createTable('trade_notes')
      .addColumn('trade_id', 'integer', (c) => c.primaryKey().references('trades.id'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('trade_notes_by_user').on('trade_notes').column('user_id').execute();
    await schema
      .createTable('trade_pictures')
      .addColumn('trade_id', 'integer', (c) => c.primaryKey().references('trades.id'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('bytes', 'blob', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .execute();
    await schema.createIndex('trade_pictures_by_user').on('trade_pictures').column('user_id').execute();
    await schema
      .createTable('trade_labels')
      .addColumn('trade_id', 'integer', (c) => c.notNull().references('trades.id'))
      .addColumn('label_id', 'integer', (c) => c.notNull().references('journal_labels.id'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addPrimaryKeyConstraint('trade_label', ['trade_id', 'label_id'])
      .execute();
    await schema.createIndex('trade_labels_by_label').on('trade_labels').column('label_id').execute();
  },
};
