import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { FETCH_NOW, MadeUpAccount, madeUpFetches } from '../support/fetch-world.ts';

/**
 * Goes on with the fetches of a database until it is killed; the broker has a few milliseconds of work with each call.
 * Started by `kill-fetch.test.ts` with the place of the database. Reports each call that it makes.
 */
const [place = ''] = process.argv.slice(2);
const ANSWER_MS = 4;

const database = await openDatabase(place);
const account = new MadeUpAccount();
account.before = async (call) => {
  process.send?.(call);
  await wait(ANSWER_MS);
};
const fetches = madeUpFetches(database, new EventHub({ now: () => FETCH_NOW }), () => account);
await fetches.open();
// Nothing else keeps it alive when all is fetched.
setInterval(() => undefined, 1_000);
