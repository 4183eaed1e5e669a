import { type Kysely, sql, type CreateTableBuilder } from 'kysely';
import { appendOnly, refuseChange } from '../dialect-differences.ts';

/** As they were when this migration was written. */
const HOUSE_ACCOUNTS = [
  'upi-clearing',
  'bank-clearing',
  'fees',
  'gst',
  'rewards',
  'promotions',
  'usdt-clearing',
];

type Build = CreateTableBuilder<string, string>;

/** The ledger, payments, withdrawals, purchases, subscriptions, invoices and rewards. */
export const money = {
  async up(db: Kysely<unknown>): Promise<void> {
    const withId = (name: string): Build =>
      db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
    const user = (build: Build): Build =>
      build.addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'));
    const index = (table: string, columns: string[], more: { unique?: boolean } = {}) => {
      const build = db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns);
      return (more.unique ? build.unique() : build).execute();
    };

    // Whose command it was, or whom it is for when the house acts by itself.
    await user(withId('ledger_transfers'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await index('ledger_transfers', ['user_id', 'key'], { unique: true });
    await withId('ledger_entries')
      .addColumn('transfer_id', 'integer', (c) => c.notNull().references('ledger_transfers.id'))
      .addColumn('account_id', 'integer', (c) => c.notNull().references('ledger_accounts.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('balance', 'bigint', (c) => c.notNull())
      .addColumn('counterparty_id', 'integer', (c) => c.references('users.id'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await index('ledger_entries', ['account_id', 'at']);
    await index('ledger_entries', ['transfer_id']);
    for (const kind of HOUSE_ACCOUNTS)
      await sql`insert into ledger_accounts (user_id, kind, balance) values (null, ${kind}, 0)`.execute(db);
    await appendOnly(db, 'ledger_transfers');
    await appendOnly(db, 'ledger_entries');

    await user(withId('payment_intents'))
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('upi_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('deep_link', 'text', (c) => c.notNull())
      .addColumn('payee_json', 'text', (c) => c.notNull())
      .addColumn('is_sandbox', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('settled_at', 'bigint')
      .execute();
    await index('payment_intents', ['user_id', 'created_at']);
    await index('payment_intents', ['state']);

    // Everything the provider has ever told, and what it led to: what it tells twice is found here.
    await db.schema
      .createTable('provider_events')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('effect', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();

    await user(withId('withdrawals'))
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('account_last4', 'text', (c) => c.notNull())
      // The account as it was then, sealed with the data key: a later change does not lead this money elsewhere.
      .addColumn('account_sealed', 'text', (c) => c.notNull())
      .addColumn('ifsc', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('is_sandbox', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('settled_at', 'bigint')
      .execute();
    await index('withdrawals', ['user_id', 'created_at']);
    await index('withdrawals', ['state']);

    await user(withId('subscriptions'))
      .addColumn('plan_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('price', 'bigint', (c) => c.notNull())
      .addColumn('gst', 'bigint', (c) => c.notNull())
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('paid_until', 'bigint', (c) => c.notNull())
      .addColumn('grace_until', 'bigint')
      // When its owner was last told that money is missing.
      .addColumn('warned_at', 'bigint')
      .addColumn('is_renewing', 'integer', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .execute();
    await index('subscriptions', ['user_id', 'kind']);
    await index('subscriptions', ['state', 'paid_until']);
    await db.schema
      .createIndex('subscriptions_one_of_a_kind')
      .on('subscriptions')
      .columns(['user_id', 'kind'])
      .unique()
      .where(sql.ref('state'), '<>', 'ended')
      .execute();

    await user(withId('purchases'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('taxable', 'bigint', (c) => c.notNull())
      .addColumn('gst', 'bigint', (c) => c.notNull())
      .addColumn('paid_with', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('subscription_id', 'integer', (c) => c.references('subscriptions.id'))
      /** The period it pays for: one purchase for each, however often a renewal is tried. */
      .addColumn('period_start', 'bigint')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await index('purchases', ['user_id', 'at']);
    await index('purchases', ['subscription_id', 'period_start'], { unique: true });

    await user(
      db.schema
        .createTable('invoices')
        .addColumn('number', 'text', (c) => c.primaryKey()) as unknown as Build,
    )
      .addColumn('year', 'text', (c) => c.notNull())
      .addColumn('sequence', 'integer', (c) => c.notNull())
      .addColumn('purchase_id', 'integer', (c) => c.notNull().unique().references('purchases.id'))
      .addColumn('invoice_json', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await index('invoices', ['year', 'sequence'], { unique: true });
    await appendOnly(db, 'invoices');

    await user(withId('rewards'))
      .addColumn('from_user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('purchase_id', 'integer', (c) => c.notNull().references('purchases.id'))
      .addColumn('level', 'integer', (c) => c.notNull())
      .addColumn('percent', 'real', (c) => c.notNull())
      .addColumn('paid', 'bigint', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('transfer_id', 'integer', (c) => c.notNull().references('ledger_transfers.id'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await index('rewards', ['user_id', 'at']);
    await index('rewards', ['purchase_id', 'level'], { unique: true });

    await index('users', ['referrer_id']);
    // Active members brought in directly, and at any depth: what a designation asks for.
    for (const counter of ['active_direct', 'active_team'])
      await db.schema
        .alterTable('users')
        .addColumn(counter, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    // Whoever refers was there before: so nobody refers themselves and no ring can come about.
    await refuseChange(db, {
      name: 'users_referrer_fixed',
      change: 'before update of referrer_id on users',
      when: 'new.referrer_id is not old.referrer_id',
      sentence: 'a referrer never changes',
    });
    await refuseChange(db, {
      name: 'users_referrer_earlier',
      change: 'after insert on users',
      when: 'new.referrer_id >= new.id',
      sentence: 'a referrer was there before',
    });
    await index('idempotency', ['created_at']);
  },
};
