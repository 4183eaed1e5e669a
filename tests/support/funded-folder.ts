import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUSE } from '../../src/backend/db/database.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { addUser } from './new-user.ts';
import { openTestDatabase } from './test-database.ts';

const USERS = 8;
const START_PAISE = 1_000_00;

/** A data folder whose users have money, all in their wallets. */
export const fundedFolder = async (name: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), `trickdesk-${name}-`));
  const database = await openTestDatabase(folder);
  const ledger = new Ledger({ now: () => Date.now() });
  await database.write(HOUSE, async (tx) => {
    for (let number = 0; number < USERS; number++) {
      const userId = await addUser(tx, { number });
      await ledger.post(tx, {
        userId,
        key: 'start',
        kind: 'added',
        postings: [
          { house: 'upi-clearing', amount: -START_PAISE },
          { userId, account: 'available', amount: START_PAISE },
        ],
      });
    }
  });
  await database.close();
  return folder;
};

/** Errors in a folder's books after partly acknowledged transfers. The acknowledged ones are given by their keys. */
export const wrongBooks = async (folder: string, acknowledged: readonly string[]): Promise<string[]> => {
  const database = await openTestDatabase(folder);
  try {
    const written = await database.read.selectFrom('ledger_transfers').select('key').execute();
    const counts = new Map<string, number>();
    for (const { key } of written) counts.set(key, (counts.get(key) ?? 0) + 1);
    const wrong = acknowledged
      .filter((key) => counts.get(key) !== 1)
      .map((key) => `${key} was acknowledged, and is there ${counts.get(key) ?? 0} times.`);
    const report = await checkLedger(database.read);
    wrong.push(...report.problems);
    if (report.entries !== 2 * report.transfers) wrong.push('A transfer is there by half.');
    const { total } = await database.read
      .selectFrom('ledger_accounts')
      .select((eb) => eb.fn.sum<number>('balance').as('total'))
      .where('user_id', 'is not', null)
      .executeTakeFirstOrThrow();
    if (total !== USERS * START_PAISE) wrong.push(`The wallets hold ${total} paise.`);
    // Kept answers and moved money come together: a retry of any of them finds its answer.
    const { kept } = await database.read
      .selectFrom('idempotency')
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow();
    if (kept !== report.transfers - USERS)
      wrong.push(`${kept} answers are kept of ${report.transfers} transfers.`);
    return wrong;
  } finally {
    await database.close();
  }
};
