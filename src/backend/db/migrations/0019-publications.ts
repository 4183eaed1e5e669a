import { type Kysely, sql } from 'kysely';
import { appendOnly } from '../dialect-differences.ts';

/** Strategies that their authors offer to others: how each stands, and its versions, which nothing changes. */
export const publications = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('publications')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('draft_id', 'integer', (c) => c.notNull().unique().references('strategies.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('submission', 'integer', (c) => c.notNull())
      .addColumn('submitted_json', 'text')
      .addColumn('submitted_at', 'bigint')
      .addColumn('checks_json', 'text', (c) => c.notNull())
      .addColumn('current_version_id', 'integer')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('publications_by_author').on('publications').columns(['author_id']).execute();
    await sql`create index publications_in_review on publications (id) where submitted_json is not null`.execute(
      db,
    );
    await db.schema
      .createTable('strategy_versions')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('publication_id', 'integer', (c) => c.notNull().references('publications.id'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('strategy_id', 'integer', (c) => c.notNull().unique().references('strategies.id'))
      .addColumn('document_json', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('figures_json', 'text', (c) => c.notNull())
      .addColumn('published_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('strategy_version', ['publication_id', 'number'])
      .execute();
    await appendOnly(db, 'strategy_versions');
    // What an author says of a verified past return; nothing of it is checked here.
    await db.schema.alterTable('users').addColumn('parrva_reference', 'text').execute();
  },
};
