import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** People's own alerts, their firings, and the deliveries of those. */
export const alertRules: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('alert_rules')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text')
      .addColumn('condition_json', 'text', (c) => c.notNull())
      .addColumn('repeat', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text')
      .addColumn('until_day', 'text')
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('channels_json', 'text', (c) => c.notNull())
      .addColumn('is_urgent', 'integer', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      // Which way a crossing is waited for: up or down. Null before the first price beside its level.
      .addColumn('direction', 'text')
      // Nothing of its market before this moment is looked at.
      .addColumn('state_at', 'bigint', (c) => c.notNull())
      .addColumn('last_bar', 'bigint')
      .addColumn('fired', 'integer', (c) => c.notNull())
      .addColumn('last_fired_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('alert_rules_by_user').on('alert_rules').columns(['user_id', 'id']).execute();
    await sql`create index alert_rules_watched on alert_rules (user_id)
      where state in ('armed', 'waiting')`.execute(db);
    await schema
      .createTable('alert_firings')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('rule_id', 'integer', (c) => c.notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('occasion', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('written_at', 'bigint', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('alert_firings_once')
      .unique()
      .on('alert_firings')
      .columns(['rule_id', 'occasion'])
      .execute();
    await schema
      .createIndex('alert_firings_by_user')
      .on('alert_firings')
      .columns(['user_id', 'id'])
      .execute();
    await schema
      .createTable('alert_deliveries')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('firing_id', 'integer', (c) => c.notNull().references('alert_firings.id'))
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('mark', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('unanswered', 'integer', (c) => c.notNull())
      .addColumn('problem', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('alert_deliveries_once')
      .unique()
      .on('alert_deliveries')
      .columns(['firing_id', 'channel'])
      .execute();
    await sql`create index alert_deliveries_open on alert_deliveries (user_id, channel, id)
      where state in ('pending', 'sending')`.execute(db);
    await schema
      .createTable('alert_channels')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('config_sealed', 'text', (c) => c.notNull())
      .addColumn('shown', 'text', (c) => c.notNull())
      .addColumn('problem', 'text', (c) => c.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('alert_channels_once')
      .unique()
      .on('alert_channels')
      .columns(['user_id', 'channel'])
      .execute();
    await schema
      .createTable('alert_settings')
      .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
      .addColumn('hides_amounts', 'integer', (c) => c.notNull())
      .addColumn('quiet_from', 'text')
      .addColumn('quiet_to', 'text')
      .execute();
  },
};
