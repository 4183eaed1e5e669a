import type { Kysely } from 'kysely';

/** Trades that people made elsewhere, from their broker's files. It never mixes with what is traded here. */
export const tradebook = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('tradebook_files')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('broker', 'text', (c) => c.notNull())
      .addColumn('rows_read', 'integer', (c) => c.notNull())
      .addColumn('rows_kept', 'integer', (c) => c.notNull())
      .addColumn('rows_repeated', 'integer', (c) => c.notNull())
      .addColumn('rows_refused', 'integer', (c) => c.notNull())
      .addColumn('imported_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('tradebook_files_by_user')
      .on('tradebook_files')
      .columns(['user_id', 'id'])
      .execute();
    await schema
      .createTable('tradebook_fills')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('file_id', 'integer', (c) => c.notNull().references('tradebook_files.id'))
      .addColumn('line', 'integer', (c) => c.notNull())
      // What makes it the same fill in another file.
      .addColumn('identity', 'text', (c) => c.notNull())
      .addColumn('broker', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text', (c) => c.notNull())
      .addColumn('exchange', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('side', 'text', (c) => c.notNull())
      .addColumn('quantity', 'integer', (c) => c.notNull())
      .addColumn('price', 'bigint', (c) => c.notNull())
      .addColumn('traded_at', 'bigint', (c) => c.notNull())
      .addColumn('has_time', 'integer', (c) => c.notNull())
      .addColumn('order_id', 'text', (c) => c.notNull())
      .addColumn('trade_id', 'text', (c) => c.notNull())
      // Null when the broker's file does not tell them.
      .addColumn('charges_json', 'text')
      .addUniqueConstraint('tradebook_fill_once', ['user_id', 'identity'])
      .execute();
    await schema
      .createIndex('tradebook_fills_by_time')
      .on('tradebook_fills')
      .columns(['user_id', 'traded_at', 'id'])
      .execute();
    await schema.createIndex('tradebook_fills_by_file').on('tradebook_fills').column('file_id').execute();
  },
};
