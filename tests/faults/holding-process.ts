import { writeSync } from 'node:fs';
import { openDatabase } from '../../src/backend/db/database.ts';

/**
 * Begins a write that concerns a user and never ends it. Started by `database-away.test.ts` with the place of the database
 * and the user, which freezes it then.
 */
const [place = '', userId = ''] = process.argv.slice(2);
const database = await openDatabase(place);
const forEver = setInterval(() => undefined, 60_000);
await database
  .write(Number(userId), () => {
    writeSync(1, 'held\n');
    return new Promise<never>(() => undefined);
  })
  .finally(() => clearInterval(forEver));
