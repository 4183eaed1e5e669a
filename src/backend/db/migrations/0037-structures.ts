import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Progress of strategies with legs, and the leg of orders and positions. */
export const structures: Migration = {
  isAdditive: true,
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.alterTable('orders').addColumn('leg', 'integer').execute();
    await schema.alterTable('positions').addColumn('leg', 'integer').execute();
    await schema
      .createTable('structures')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('strategy_id', 'integer', (c) => c.notNull().references('strategies.id'))
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('progress_json', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('structure', ['strategy_id', 'source', 'run_id'])
      .execute();
  },
};
