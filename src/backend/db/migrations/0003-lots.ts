import { type Kysely, sql } from 'kysely';

const TRADE_COLUMNS = sql.raw(
  [
    'id, user_id, trick_id, symbol, mode, source, run_id, position_id, side, product, quantity',
    'entry_at, entry_price, entry_reason, exit_at, exit_price, exit_reason',
    'gross, charges, charge_items_json, net',
  ].join(', '),
);

/** Several entries of a trick in an instrument, left in parts. So there are several positions and several trades. */
export const lots = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null on positions from before: they were never left in parts, so their one trade bears it all.
    await db.schema.alterTable('positions').addColumn('entry_charges_json', 'text').execute();
    await db.schema.dropIndex('positions_open').execute();

    // A constraint of a column cannot be taken back: the table is written anew without it.
    await db.schema
      .createTable('trades_in_parts')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('trick_id', 'integer', (c) => c.notNull().references('tricks.id'))
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('run_id', 'integer', (c) => c.notNull())
      .addColumn('position_id', 'integer', (c) => c.references('positions.id'))
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('product', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('entry_at', 'bigint', (c) => c.notNull())
      .addColumn('entry_price', 'bigint', (c) => c.notNull())
      .addColumn('entry_reason', 'text', (c) => c.notNull())
      .addColumn('exit_at', 'bigint', (c) => c.notNull())
      .addColumn('exit_price', 'bigint', (c) => c.notNull())
      .addColumn('exit_reason', 'text', (c) => c.notNull())
      .addColumn('gross', 'bigint', (c) => c.notNull())
      .addColumn('charges', 'bigint', (c) => c.notNull())
      .addColumn('charge_items_json', 'text', (c) => c.notNull())
      .addColumn('net', 'bigint', (c) => c.notNull())
      .execute();
    await sql`insert into trades_in_parts (${TRADE_COLUMNS}) select ${TRADE_COLUMNS} from trades`.execute(db);
    await db.schema.dropTable('trades').execute();
    await db.schema.alterTable('trades_in_parts').renameTo('trades').execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('trades').columns(columns).execute();
    await index('trades_by_user', ['user_id', 'mode', 'exit_at']);
    await index('trades_by_trick', ['trick_id', 'source', 'exit_at']);
    await index('trades_by_position', ['position_id']);
  },
};
