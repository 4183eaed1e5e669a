import { writeSync } from 'node:fs';
import { attemptOf } from '../../src/backend/attempt.ts';
import { openDatabase } from '../../src/backend/db/database.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { onceInLedger } from '../../src/backend/ledger/once.ts';

/**
 * Moves money between the users of a database until it is killed. Many transfers at once; reports the key of each that
 * was acknowledged as done. Started by `kill-transfers.test.ts` with the place of the database and a name for its keys.
 */
const [place = '', name = ''] = process.argv.slice(2);
const AT_ONCE = 16;
const MOST_PAISE = 500;

const database = await openDatabase(place);
const clock = { now: () => Date.now() };
const ledger = new Ledger(clock);
const users = await database.read.selectFrom('users').select('id').orderBy('id').execute();

let number = 0;
const transfer = async (): Promise<void> => {
  const key = `${name}-${number++}`;
  const pick = () => users[Math.floor(Math.random() * users.length)]?.id ?? 0;
  const [from, to] = [pick(), pick()];
  const amount = 1 + Math.floor(Math.random() * MOST_PAISE);
  const attempt = attemptOf(from, key, 'wallet.transfer', { to, amount });
  const context = {
    userId: from,
    sessionId: 0,
    ownKey: key,
    address: '',
    source: null,
    device: '',
    language: 'en' as const,
    key: null,
    attempt,
  };
  await onceInLedger({ database, clock }, context, [to], async (tx) => {
    await ledger.post(tx, {
      userId: from,
      key,
      kind: 'transfer',
      postings: [
        { userId: from, account: 'available', amount: -amount, kind: 'sent', counterpartyId: to },
        { userId: to, account: 'available', amount, kind: 'received', counterpartyId: from },
      ],
    });
    return {};
  });
  writeSync(1, `${key}\n`);
};

const work = async (): Promise<never> => {
  for (;;) await transfer();
};
writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: AT_ONCE }, work));
