import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { FETCH_NOW, MadeUpAccount, madeUpFetches } from '../support/fetch-world.ts';

/**
 * Continues the fetches of a database. The broker answers each call after a few milliseconds. Started by
 * `kill-fetch.test.ts` with the database, a number of calls and a delay in ms: that long after that call the process
 * kills itself. The test cannot kill it, because on a busy machine all is fetched before the test runs again. Reports
 * each call to the test.
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
// The process exits when the test that started it has ended.
process.once('disconnect', () => process.exit(1));
