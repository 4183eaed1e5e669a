import { randomInt } from 'node:crypto';
import { type Database, HOUSE } from '../db/database.ts';

const SEED_KEY = 'simulated.seed';

/** The seed of this installation's simulated market; drawn once, or given by a test. */
export const simulatedSeed = async (database: Database, wanted?: number): Promise<number> => {
  const known = await database.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', SEED_KEY)
    .executeTakeFirst();
  if (known) return Number(known.value);
  const seed = wanted ?? randomInt(1, 2 ** 31);
  await database.write(HOUSE, (tx) =>
    tx.query
      .insertInto('meta')
      .values({ key: SEED_KEY, value: String(seed) })
      .execute(),
  );
  return seed;
};
