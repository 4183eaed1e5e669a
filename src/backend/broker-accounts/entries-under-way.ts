import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isPostgres } from '../db/dialect-differences.ts';

/** Time for the answer to a sent entry, and between looks. */
const [PATIENCE_MS, LOOK_MS] = [5_000, 20];

const isUnderWay = async ({ read }: Database, userId: number): Promise<boolean> =>
  (await read
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('slot', '=', 'entry')
    .where('state', '=', 'submitted')
    .where('broker_order_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Wait until no entry of a user is being sent. One that was marked as sent before a lock was written may
 * be in the hands of another process, and leave a moment later. On SQLite there is no other process.
 * @returns false when one still has no answer after a few seconds
 */
export const entriesAnswered = async (database: Database, userId: number): Promise<boolean> => {
  if (!isPostgres(database.read)) return true;
  for (const until = performance.now() + PATIENCE_MS; ; await delay(LOOK_MS)) {
    if (!(await isUnderWay(database, userId))) return true;
    if (performance.now() > until) return false;
  }
};
