import type { CreateTableBuilder, Kysely } from 'kysely';

type Build = CreateTableBuilder<string, string>;

/** Identity, bank, documents, two-step sign-in, password resets, tickets and alert preferences. */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    const withId = (name: string): Build =>
      db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
    const user = (build: Build): Build =>
      build.addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'));
    const perUser = (name: string): Build =>
      db.schema
        .createTable(name)
        .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'));

    await perUser('personal_details')
      .addColumn('dob', 'text')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('city', 'text', (c) => c.notNull())
      .addColumn('state_code', 'text', (c) => c.notNull())
      .addColumn('pin_code', 'text', (c) => c.notNull())
      .execute();
    await perUser('identities')
      .addColumn('aadhaar_last4', 'text')
      .addColumn('aadhaar_at', 'bigint')
      // Keyed: tells that another account holds the same number, without holding it.
      .addColumn('aadhaar_fingerprint', 'text', (c) => c.unique())
      // Sealed with the data key; shown masked.
      .addColumn('pan_sealed', 'text')
      .addColumn('pan_masked', 'text')
      .addColumn('pan_at', 'bigint')
      .addColumn('pan_fingerprint', 'text', (c) => c.unique())
      .execute();
    await perUser('bank_accounts')
      .addColumn('number_sealed', 'text', (c) => c.notNull())
      .addColumn('last4', 'text', (c) => c.notNull())
      .addColumn('ifsc', 'text', (c) => c.notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('held_until', 'bigint')
      .execute();
    await perUser('second_factors')
      .addColumn('secret_sealed', 'text', (c) => c.notNull())
      .addColumn('is_on', 'integer', (c) => c.notNull())
      // The time step of the last code that was taken: a code works once.
      .addColumn('last_step', 'integer', (c) => c.notNull())
      .execute();
    await user(withId('documents'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('reference_masked', 'text', (c) => c.notNull())
      .addColumn('reference_sealed', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('documents_by_user')
      .on('documents')
      .columns(['user_id', 'kind'])
      .unique()
      .execute();

    // The number itself is never here: only its last four digits.
    await user(
      db.schema
        .createTable('aadhaar_requests')
        .addColumn('id', 'text', (c) => c.primaryKey()) as unknown as Build,
    )
      .addColumn('last4', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('aadhaar_requests_by_user')
      .on('aadhaar_requests')
      .columns(['user_id', 'created_at'])
      .execute();
    await withId('password_resets')
      // What was typed when nobody has that name: asked for and counted alike.
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.references('users.id'))
      .addColumn('code_fingerprint', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('password_resets_by_name')
      .on('password_resets')
      .columns(['name', 'created_at'])
      .execute();
    await db.schema
      .createIndex('password_resets_by_user')
      .on('password_resets')
      .columns(['user_id'])
      .execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
      .execute();

    await user(withId('tickets'))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('trick_id', 'integer', (c) => c.references('tricks.id'))
      .addColumn('order_id', 'integer', (c) => c.references('orders.id'))
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('tickets_by_user').on('tickets').columns(['user_id', 'opened_at']).execute();
    await withId('ticket_messages')
      .addColumn('ticket_id', 'integer', (c) => c.notNull().references('tickets.id'))
      // Null when support wrote it.
      .addColumn('user_id', 'integer', (c) => c.references('users.id'))
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('ticket_messages_by_ticket')
      .on('ticket_messages')
      .columns(['ticket_id'])
      .execute();
    await withId('attachments')
      .addColumn('message_id', 'integer', (c) => c.notNull().references('ticket_messages.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      // Name of its file in the data folder.
      .addColumn('file', 'text', (c) => c.notNull().unique())
      .execute();
    await db.schema.createIndex('attachments_by_message').on('attachments').columns(['message_id']).execute();
    await user(db.schema.createTable('alert_preferences') as unknown as Build)
      .addColumn('category', 'integer', (c) => c.notNull())
      .addColumn('is_wanted', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('alert_preferences_pk', ['user_id', 'category'])
      .execute();
  },
};
