import type { Kysely } from 'kysely';

/** Tries counted by account, name and address; proofs of a session; recovery codes; to whom somebody has paid. */
export const signIn = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropTable('login_failures').execute();
    await db.schema
      .createTable('tries')
      .addColumn('subject', 'text', (c) => c.primaryKey())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('locked_until', 'bigint', (c) => c.notNull())
      // From then on the row says nothing any more.
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('tries_by_end').on('tries').columns(['ends_at']).execute();
    // When the person behind a session last gave their password or a code; null before the first time.
    await db.schema.alterTable('sessions').addColumn('proven_at', 'bigint').execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      // Of a code with 80 random bits; the code itself is nowhere.
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'hash'])
      .execute();
    await db.schema
      .createIndex('ledger_entries_by_counterparty')
      .on('ledger_entries')
      .columns(['account_id', 'counterparty_id'])
      .where('counterparty_id', 'is not', null)
      .execute();
  },
};
