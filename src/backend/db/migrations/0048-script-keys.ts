import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Keys of scripts with the log of their use, and proposals. */
export const scriptKeys: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('script_keys')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('hint', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('strategies_json', 'text')
      .addColumn('per_minute', 'integer', (c) => c.notNull())
      .addColumn('per_day', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('counted_day', 'text')
      .addColumn('calls_of_day', 'integer', (c) => c.notNull())
      .execute();
    await schema.createIndex('script_keys_by_user').on('script_keys').columns(['user_id', 'id']).execute();
    await schema
      .createTable('key_uses')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('key_id', 'integer', (c) => c.notNull().references('script_keys.id'))
      .addColumn('call', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .execute();
    await schema.createIndex('key_uses_by_key').on('key_uses').columns(['key_id', 'id']).execute();
    await schema
      .createTable('proposals')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('key_name', 'text', (c) => c.notNull())
      .addColumn('call', 'text', (c) => c.notNull())
      .addColumn('input_json', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('idempotency_key', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .execute();
    await schema.createIndex('proposals_by_user').on('proposals').columns(['user_id', 'id']).execute();
  },
};
