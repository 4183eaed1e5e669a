import { randomInt } from 'node:crypto';
import { type Database, HOUSE } from '../db/database.ts';

const SEED_KEY = 'simulated.seed';

/** The seed of this installation's simulated market; drawn once, or given by a test. */
export const simulatedSeed = async (database: Database, wanted?: number): Promise<number> => {
  const known = await seedIn(database.read);
  if (known !== null) return known;
  const seed = wanted ?? randomInt(1, 2 ** 31);
  return database.write(HOUSE, async ({ query }) => {
    // Another process of a house may have drawn one meanwhile.
    await query
      .insertInto('meta')
      .values({ key: SEED_KEY, value: String(seed) })
      .onConflict((same) => same.column('key').doNothing())
      .execute();
    return (await seedIn(query)) ?? seed;
  });
};

const seedIn = async (db: Database['read']): Promise<number | null> => {
  const row = await db.selectFrom('meta').select('value').where('key', '=', SEED_KEY).executeTakeFirst();
  return row ? Number(row.value) : null;
};
