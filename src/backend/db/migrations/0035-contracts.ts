import type { Kysely } from 'kysely';
import type { Migration } from '../migration.ts';

/** Futures and options of lists, by day, and their daily candles. */
export const contracts: Migration = {
  isAdditive: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('contracts')
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('listed_on', 'text', (c) => c.notNull())
      .addColumn('underlying', 'text', (c) => c.notNull())
      .addColumn('expiry', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('strike', 'bigint', (c) => c.notNull())
      .addColumn('lot_size', 'integer')
      .addColumn('tick_size', 'bigint')
      .addColumn('token', 'text')
      .addColumn('ends_on', 'text')
      .addColumn('is_listed', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('contract_row', ['owner_id', 'symbol', 'source', 'listed_on'])
      .execute();
    await schema
      .createIndex('contracts_by_underlying')
      .on('contracts')
      .columns(['owner_id', 'underlying', 'expiry'])
      .execute();
    await schema
      .createTable('contract_lists')
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('contracts', 'integer', (c) => c.notNull())
      .addColumn('left_out', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('contract_list', ['owner_id', 'source', 'day'])
      .execute();
    await schema
      .createTable('contract_chunks')
      .addColumn('owner_id', 'integer', (c) => c.notNull())
      .addColumn('series', 'text', (c) => c.notNull())
      .addColumn('month', 'text', (c) => c.notNull())
      .addColumn('bars', 'integer', (c) => c.notNull())
      .addColumn('columns', 'blob', (c) => c.notNull())
      .addPrimaryKeyConstraint('contract_chunk', ['owner_id', 'series', 'month'])
      .execute();
  },
};
