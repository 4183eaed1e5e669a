import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { environmentOf, isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';
import { DATABASE_VARIABLE } from '../db/database-address.ts';
import { HOUSE } from '../db/database.ts';
import { Ledger } from './ledger.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-books-'));
  const database = await openTestDatabase(folder);
  const ledger = new Ledger({ now: () => Date.parse('2026-11-20T10:00:00+05:30') });
  await database.write(HOUSE, async (tx) => {
    const userId = await addUser(tx, { number: 1 });
    await ledger.post(tx, {
      userId,
      key: 'start',
      kind: 'added',
      postings: [
        { house: 'upi-clearing', amount: -500 },
        { userId, account: 'available', amount: 500 },
      ],
    });
  });
  await database.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (args: readonly string[], env = process.env) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ledger-check.mjs', ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
};
/** Checks the books of the test, wherever they are. */
const checkOurs = async () => check(isOnPostgres ? [] : [folder], await environmentOf(folder));

it('says what it counted when the books are right', async () => {
  expect(await checkOurs()).toEqual({
    status: 0,
    stdout: '8 accounts, 1 transfers, 2 entries: the books are right\n',
    stderr: '',
  });
});

it('says what is wrong, and fails', async () => {
  const database = await openTestDatabase(folder);
  await writeForAll(database, (tx) =>
    sql`update ledger_accounts set balance = 501 where user_id is not null`.execute(tx.query),
  );
  await database.close();
  const { status, stdout } = await checkOurs();
  expect(status).toBe(1);
  expect(stdout).toContain('says 501, its entries 500');
  expect(stdout).toContain('problems: 1');
});

it('says where a sum that is kept is not what it sums', async () => {
  const database = await openTestDatabase(folder);
  await writeForAll(database, async (tx) => {
    await addUser(tx, { number: 2, referrerId: 1 });
    await sql`update team_levels set members = 2`.execute(tx.query);
  });
  await database.close();
  const { status, stdout } = await checkOurs();
  expect(status).toBe(1);
  expect(stdout).toContain('The team of user 1 is not what is kept of its level 1');
});

it.each([
  [['/nowhere/at/all'], 'There is no trickdesk.sqlite'],
  [['--wrong'], 'Usage: npm run ledger:check'],
  [['one', 'two'], 'Usage: npm run ledger:check'],
  [['--database', 'postgres://asha:secret@127.0.0.1/books'], '--database may not hold a password'],
  [['one', '--database', 'postgres://127.0.0.1/books'], 'not both'],
  [['--database', 'postgres://postgres@127.0.0.1:1/books'], 'No PostgreSQL server listens'],
])('%j cannot be checked, and it says why', (args, reported) => {
  const { status, stderr } = check(args);
  expect(status).toBe(2);
  expect(stderr).toContain(reported);
});

it.skipIf(!isOnPostgres)('a database without data is left as it is (PostgreSQL)', async () => {
  const { [DATABASE_VARIABLE]: url = '' } = await environmentOf(folder);
  const { status, stderr } = check(['--database', new URL('/postgres', url).href]);
  expect([status, stderr]).toEqual([
    2,
    'There is no TrickDesk data in this database. Give the address of the one that the server uses.\n',
  ]);
});
