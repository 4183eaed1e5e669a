import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EVERYBODY } from '../cluster/own-users.ts';
import { addUser } from '../../../tests/support/new-user.ts';
import { inserter } from '../../../tests/support/raw-rows.ts';
import { withSecondWriter } from '../../../tests/support/second-writer.ts';
import { HOUSE, DATABASE_FILE, type Database } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { EventHub } from '../notices/event-hub.ts';
import { quotaOf } from './backtest-plans.ts';
import { BacktestQueue, type BacktestQueueDeps } from './backtest-queue.ts';
import { cancelRun, claimNext, endRun, type NewRun } from './run-store.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-30T23:59:00+05:30');
const NEXT_MONTH = Date.parse('2026-12-01T00:00:00+05:30');

let folder = '';
let database: Database;
let userId = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-credits-'));
  database = await openTestDatabase(folder);
  userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A queue that takes runs in and begins none. */
const queueOn = async (given: Database): Promise<BacktestQueue> => {
  const clock = { now: () => NOW };
  const queue = new BacktestQueue({
    ...{ holder: { users: EVERYBODY, isShared: false }, isRunning: true },
    ...{ database: given, clock, hub: new EventHub(clock), pool: { close: () => Promise.resolve() } },
    logActivity: () => Promise.resolve(),
  } as unknown as BacktestQueueDeps);
  await queue.close();
  return queue;
};
const run = (credits: number): NewRun =>
  ({
    ...{ userId, kind: 'sweep', name: 'Run', strategyId: null, credits },
    order: { source: 'simulated', fromDay: '', toDay: '', capital: 1, document: { instruments: [] } },
  }) as unknown as NewRun;
const accept = async (credits: number, given = database) => (await queueOn(given)).accept(run(credits));
const used = async (now = NOW) => (await quotaOf(database.read, userId, now)).used;

it('of two runs that are accepted at once, only what is left is spent', async () => {
  let refusal = '';
  const between = withSecondWriter(database, {
    after: /credits/,
    write: async (tx) => {
      await sql`savepoint second`.execute(tx.query);
      try {
        await accept(15, { ...database, write: (_of, work) => work(tx) });
      } catch (error) {
        refusal = String(error);
        await sql`rollback to second`.execute(tx.query);
      }
    },
  });
  await accept(10, between);
  expect(refusal).toContain('This run takes 15 credits and 10 are left this month');
});

it('credits of a run without a result are returned once, to the month they were spent in', async () => {
  const cancelled = await accept(3);
  const failed = await accept(4);
  await accept(5);
  expect(await used()).toBe(12);
  for (let time = 0; time < 2; time++)
    await database.write(userId, (tx) => cancelRun(tx, userId, cancelled.backtestId, NEXT_MONTH));
  expect(await used()).toBe(9);
  await claimNext(database, { users: EVERYBODY, isShared: false }, 4);
  for (let time = 0; time < 2; time++)
    await database.write(userId, (tx) =>
      endRun(tx, { id: failed.backtestId, attempts: 1 }, NEXT_MONTH, { failure: 'A defect.' }),
    );
  expect([await used(), await used(NEXT_MONTH)]).toEqual([5, 0]);
});

it.skipIf(isOnPostgres)('the credits of an older SQLite file are those of its runs', async () => {
  const before = mkdtempSync(join(tmpdir(), 'trickdesk-credits-'));
  const old = await makeDatabase(join(before, DATABASE_FILE), 26);
  const user_id = inserter(
    old,
    'users',
  )({
    ...{ full_name: 'A', email: 'a@x', phone: '1', password_hash: '-', referral_code: '1' },
    ...{ role: 'user', is_house: 0, created_at: 0 },
  });
  const add = inserter(old, 'backtest_runs');
  for (const [created_at, credits] of [
    [NOW, 3],
    [NOW, 0],
    [NOW - 1, 4],
    [NEXT_MONTH, 5],
  ] as const)
    add({ user_id, created_at, credits });
  old.close();
  const upgraded = await openTestDatabase(before);
  const rows = await upgraded.read.selectFrom('backtest_credits').selectAll().orderBy('month').execute();
  await upgraded.close();
  rmSync(before, { recursive: true });
  expect(rows.map(({ month, spent }) => [month, spent])).toEqual([
    ['2026-11', 7],
    ['2026-12', 5],
  ]);
});
