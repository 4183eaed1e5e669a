import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EVERYBODY } from '../cluster/own-users.ts';
import { type Database, DATABASE_FILE, HOUSE } from '../db/database.ts';
import { migrations } from '../db/migrations.ts';
import { NodeSqliteDialect } from '../db/sqlite/connection.ts';
import { quotaOf } from './backtest-plans.ts';
import { claimNext, endRun, putBack } from './run-store.ts';
import { addUser as addPerson } from '../../../tests/support/new-user.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-21T10:00:00+05:30');
let folder = '';
let database: Database;

const addUsers = (handle: DatabaseSync) => {
  for (const id of [1, 2])
    handle.exec(
      `insert into users (id, full_name, email, phone, password_hash, referral_code, role, is_house, created_at)
       values (${id}, 'A', '${id}@x', '${id}', '-', '${id}', 'user', 0, 0)`,
    );
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-runs-'));
  if (!isOnPostgres) await fillAsFirstVersion();
  database = await openTestDatabase(folder);
  if (isOnPostgres) await fillDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A data file of the first version, with a run in it. */
const fillAsFirstVersion = async (): Promise<void> => {
  const handle = new DatabaseSync(join(folder, DATABASE_FILE));
  const query = new Kysely<unknown>({ dialect: new NodeSqliteDialect(handle) });
  const first = await migrations[0]?.();
  await first?.up(query);
  addUsers(handle);
  handle.exec(`insert into backtest_runs (user_id, created_at) values (1, ${NOW}); pragma user_version = 1`);
  handle.close();
};

/** The same where there is no file. */
const fillDatabase = (): Promise<void> =>
  database.write(HOUSE, async (tx) => {
    for (const number of [1, 2]) await addPerson(tx, { number });
    await sql`insert into backtest_runs (user_id, created_at) values (1, ${NOW})`.execute(tx.query);
    await sql`insert into backtest_credits (user_id, month, spent) values (1, '2026-11', 1)`.execute(
      tx.query,
    );
  });

const add = (userId: number, id: number) =>
  database.write(userId, (tx) =>
    tx.query
      .insertInto('backtest_runs')
      .values({
        id,
        user_id: userId,
        created_at: NOW,
        kind: 'backtest',
        name: 'Run',
        state: 'queued',
        message: '',
        source: 'simulated',
        from_day: '2026-01-01',
        to_day: '2026-02-01',
        capital: 1,
        instruments_json: '[]',
        timeframe: '1d',
        order_json: '{}',
        attempts: 0,
        progress: 0,
        credits: 1,
      })
      .execute(),
  );
const ALONE = { users: EVERYBODY, isShared: false };
const claim = async () => (await claimNext(database, ALONE, 4))?.id;

it('a run from before results were kept counts as done and has used its credit', async () => {
  expect(await claim()).toBeUndefined();
  expect((await quotaOf(database.read, 1, NOW)).used).toBe(1);
  const row = await database.read.selectFrom('backtest_runs').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'done', order_json: '{}', result_json: null });
});

it('credits are those of the calendar month in India', async () => {
  const nextMonth = Date.parse('2026-12-01T00:00:00+05:30');
  expect(await quotaOf(database.read, 1, nextMonth - 1)).toMatchObject({
    used: 1,
    left: 19,
    resetsAt: nextMonth,
  });
  expect(await quotaOf(database.read, 1, nextMonth)).toMatchObject({ used: 0, left: 20 });
});

it('who has the fewest runs under way is next; of those, the one who has waited longest', async () => {
  for (const id of [10, 11, 12]) await add(1, id);
  for (const id of [20, 21]) await add(2, id);
  const order = [];
  for (let turn = 0; turn < 5; turn++) order.push(await claim());
  expect(order).toEqual([10, 20, 11, 21, 12]);
  expect(await claim()).toBeUndefined();
});

it('an attempt is lost when a run is cut off, not when it is put back in good order', async () => {
  await add(1, 10);
  const attempts = async () => {
    const run = await claimNext(database, ALONE, 4);
    if (!run) throw new Error('Nothing waits.');
    return run;
  };
  const first = await attempts();
  await database.write(1, (tx) => putBack(tx, first, 'in good order'));
  const second = await attempts();
  expect(second.attempts).toBe(1);
  await database.write(1, (tx) => putBack(tx, second, 'cut off'));
  expect((await attempts()).attempts).toBe(2);
});

it('a run that was cancelled meanwhile is not ended a second time', async () => {
  await add(1, 10);
  await claim();
  await database.write(1, (tx) =>
    tx.query.updateTable('backtest_runs').set({ state: 'cancelled' }).where('id', '=', 10).execute(),
  );
  expect(
    await database.write(1, (tx) => endRun(tx, { id: 10, attempts: 1 }, NOW, { failure: 'Too late.' })),
  ).toBe(false);
});

it('two queues that look for the next run at once put two under way', async () => {
  for (const id of [10, 11]) await add(1, id);
  let theirs: number | null = null;
  const interruptedOnce: Database = {
    ...database,
    write: async (of, work, isUrgent) => {
      theirs ??= (await claimNext(database, ALONE, 4))?.id ?? null;
      return database.write(of, work, isUrgent);
    },
  };
  const ours = await claimNext(interruptedOnce, ALONE, 4);
  expect([theirs, ours?.id]).toEqual([10, 11]);
  expect(ours?.attempts).toBe(1);
});
