import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { FETCH_NOW, MadeUpAccount, madeUpFetches } from '../support/fetch-world.ts';

/**
 * Goes on with the fetches of a database; the broker has a few milliseconds of work with each call. Started by
 * `kill-fetch.test.ts` with the place of the database, the number of calls and the ms after the last of them: there it
 * kills itself, as whoever waits for it outside may get no turn before all is fetched. Reports each call that it makes.
 */
const [place = '', calls, delayMs] = process.argv.slice(2);
const ANSWER_MS = 4;

const database = await openDatabase(place);
const account = new MadeUpAccount();
let made = 0;
account.before = async (call) => {
  process.send?.(call);
  if (++made === Number(calls)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delayMs));
  await wait(ANSWER_MS);
};
const fetches = madeUpFetches(database, new EventHub({ now: () => FETCH_NOW }), () => account);
await fetches.open();
// When all is fetched it is alive until whoever has started it is gone.
process.once('disconnect', () => process.exit(1));
