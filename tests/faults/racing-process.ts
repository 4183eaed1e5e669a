import { openDatabase } from '../../src/backend/db/database.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { onceInLedger } from '../../src/backend/ledger/once.ts';
import { Refusal } from '../../src/backend/refusal.ts';
import { contextOf } from '../support/race-world.ts';
import { drawCommands, postingsOf } from '../support/random-transfers.ts';

/**
 * A process that moves money on a database which others have open: `racing-process.ts URL NAME COMMANDS IDS`. At its end
 * it reports the keys that were acknowledged as done, and how many writes ran again.
 */
const [url = '', name = '', count = '', ids = ''] = process.argv.slice(2);
const AT_ONCE = 32;

const people = ids.split(',').map(Number);
let retried = 0;
const database = await openDatabase(url, {
  onWrite: ({ type }) => {
    if (type === 'retried') retried++;
  },
});
const clock = { now: () => Date.now() };
const ledger = new Ledger(clock);
const queue = drawCommands(name, Number(count), people.length);
const done: string[] = [];

const work = async (): Promise<void> => {
  for (let command = queue.shift(); command; command = queue.shift()) {
    const postings = postingsOf(command, people);
    const [userId = 0, { key }] = [people[command.by], command];
    const concerned = postings.flatMap((posting) => ('userId' in posting ? [posting.userId] : []));
    try {
      await onceInLedger({ database, clock }, contextOf(userId, key, command), concerned, async (tx) => {
        const { reference } = await ledger.post(tx, { userId, key, kind: 'correction', postings });
        return { reference };
      });
      done.push(key);
    } catch (error) {
      // The same command a second time gets the first answer: it is no conflict.
      if (!(error instanceof Refusal) || error.code === 'conflict') throw error;
    }
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
await database.close();
process.stdout.write(JSON.stringify({ done, retried }));
