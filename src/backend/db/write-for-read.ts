import type { Kysely } from 'kysely';
import type { Database, Transaction } from './database.ts';
import type { Schema } from './schema.ts';

/** Read whom a write concerns. */
type Concerned = (db: Kysely<Schema>) => Promise<readonly number[]>;

/**
 * Write for users who are known by reading only. They are read before, to be named, and once more by the write itself:
 * where somebody has come to them meanwhile, it begins anew.
 */
export const writeForRead = async <T>(
  database: Database,
  concerned: Concerned,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const named = new Set(await concerned(database.read));
    const done = await database.write([...named], async (tx) => {
      const now = await concerned(tx.query);
      return now.every((userId) => named.has(userId)) ? { value: await work(tx) } : null;
    });
    if (done) return done.value;
  }
};
