import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { HOUSE, type Database, DATABASE_FILE, openDatabase, type Transaction } from './database.ts';
import { isPassingTrouble, storageTrouble } from './storage-trouble.ts';
import { migrations } from './migrations.ts';

let folder = '';
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-db-'));
  database = await openDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const put = (tx: Transaction, key: string, value = key) =>
  tx.query.insertInto('meta').values({ key, value }).execute();
const keys = async (): Promise<string[]> =>
  (await database.read.selectFrom('meta').select('key').orderBy('key').execute()).map((row) => row.key);
/** Keys that another reader of the file sees: what is committed, and nothing more. */
const committedKeys = (): string[] => {
  const other = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  const rows = other.prepare('select key from meta order by key').all();
  other.close();
  return rows.map((row) => String(row['key']));
};
const messageOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'rejected' ? String((outcome.reason as Error).message) : 'fulfilled';

it('a full disk may have room later, a damaged file stays damaged, and a defect is neither', () => {
  const passing = ['database or disk is full', 'disk I/O error', 'database is locked', 'EACCES: no'];
  const lasting = ['database disk image is malformed', 'file is not a database', 'no such table: users'];
  expect(passing.map((text) => isPassingTrouble(new Error(text)))).toEqual(passing.map(() => true));
  expect(lasting.map((text) => isPassingTrouble(new Error(text)))).toEqual(lasting.map(() => false));
});

describe('writes', () => {
  it('stand when what follows their commit fails, and the rest that follows is done', async () => {
    const failures: unknown[] = [];
    const other = mkdtempSync(join(tmpdir(), 'trickdesk-after-'));
    const opened = await openDatabase(other, { onFailedAfter: (error) => failures.push(error) });
    const done: string[] = [];
    const failure = new Error('nobody listens');
    const value = await opened.write(HOUSE, async (tx) => {
      tx.afterCommit(() => done.push('before'));
      tx.afterCommit(() => {
        throw failure;
      });
      tx.afterCommit(() => done.push('after'));
      await put(tx, 'a');
      return 'written';
    });
    expect({ value, done, failures }).toEqual({
      value: 'written',
      done: ['before', 'after'],
      failures: [failure],
    });
    await opened.close();
    rmSync(other, { recursive: true });
  });

  it('are on the disk when they are answered', async () => {
    await database.write(HOUSE, (tx) => put(tx, 'a'));
    expect(committedKeys()).toEqual(['a']);
  });

  it('that are refused leave no trace and do not disturb those they share a commit with', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (isGood) => {
        await database.write(HOUSE, (tx) => tx.query.deleteFrom('meta').execute());
        const outcomes = await Promise.allSettled(
          isGood.map((good, index) =>
            database.write(HOUSE, async (tx) => {
              await put(tx, `k${String(index).padStart(2, '0')}`);
              if (!good) throw new Refusal('refused', 'no');
              return index;
            }),
          ),
        );
        expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual(isGood);
        const kept = isGood.flatMap((good, index) => (good ? [`k${String(index).padStart(2, '0')}`] : []));
        expect(await keys()).toEqual(kept);
      }),
      { numRuns: 30 },
    );
  });

  it('that arrive together share a commit', async () => {
    await database.write(HOUSE, (tx) => put(tx, 'warm'));
    let together = 0;
    let commits = 0;
    const noticed = new Set<number>();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        database.write(HOUSE, async (tx) => {
          await put(tx, `t${index}`);
          // Nobody else sees a command before the commit of its whole group.
          noticed.add(committedKeys().length);
          together++;
          tx.afterCommit(() => (commits = Math.max(commits, committedKeys().length)));
        }),
      ),
    );
    expect(together).toBe(100);
    expect([...noticed]).toEqual([1]);
    expect(commits).toBe(101);
  });

  it('that are urgent are on the disk before the turn of the event loop in which others would have joined them', async () => {
    const seen: string[][] = [];
    const turn = new Promise<void>((resolve) =>
      setImmediate(() => {
        seen.push(committedKeys());
        resolve();
      }),
    );
    const waiting = database.write(HOUSE, (tx) => put(tx, 'waiting'));
    const urgent = database.write(HOUSE, (tx) => put(tx, 'urgent'), true);
    await Promise.all([turn, waiting, urgent]);
    expect(seen).toEqual([['urgent', 'waiting']]);
  });

  it('are refused inside a write', async () => {
    await expect(
      database.write(HOUSE, async () => {
        await database.write(HOUSE, (tx) => put(tx, 'inner'));
      }),
    ).rejects.toThrow('A write was begun inside a write.');
    expect(await keys()).toEqual([]);
  });

  it('notify others only after the commit, and nothing when they are refused', async () => {
    const reported: string[] = [];
    await Promise.allSettled([
      database.write(HOUSE, async (tx) => {
        tx.afterCommit(() => reported.push(`kept, ${committedKeys().join()}`));
        await put(tx, 'kept');
        expect(reported).toEqual([]);
      }),
      database.write(HOUSE, async (tx) => {
        tx.afterCommit(() => reported.push('refused'));
        await put(tx, 'dropped');
        throw new Refusal('refused', 'no');
      }),
    ]);
    expect(reported).toEqual(['kept, kept']);
  });

  it('acknowledge nothing when the commit fails', async () => {
    // A foreign key that is only checked at the commit.
    await database.write(HOUSE, (tx) =>
      sql`create table late (id integer references users(id) deferrable initially deferred)`.execute(
        tx.query,
      ),
    );
    const reported: string[] = [];
    const outcomes = await Promise.allSettled([
      database.write(HOUSE, (tx) => {
        tx.afterCommit(() => reported.push('first'));
        return put(tx, 'first');
      }),
      database.write(HOUSE, (tx) => sql`insert into late values (12345)`.execute(tx.query)),
      database.write(HOUSE, (tx) => put(tx, 'third')),
    ]);
    expect(outcomes.map(messageOf)).toEqual(Array(3).fill('FOREIGN KEY constraint failed'));
    expect(reported).toEqual([]);
    expect(committedKeys()).toEqual([]);
    await database.write(HOUSE, (tx) => put(tx, 'afterwards'));
    expect(committedKeys()).toEqual(['afterwards']);
  });
});

describe('a full disk', () => {
  it('is reported in a sentence to everybody who wrote, acknowledges nothing, and passes when there is room', async () => {
    const pages = async (limit: number) =>
      database.write(HOUSE, (tx) => sql`${sql.raw(`pragma max_page_count = ${limit}`)}`.execute(tx.query));
    const { page_count: used } = (await sql<{ page_count: number }>`pragma page_count`.execute(database.read))
      .rows[0]!;
    await pages(used + 4);
    const big = 'x'.repeat(200_000);
    const outcomes = await Promise.allSettled([
      database.write(HOUSE, (tx) => put(tx, 'small')),
      database.write(HOUSE, (tx) => put(tx, 'big', big)),
      database.write(HOUSE, (tx) => put(tx, 'late')),
    ]);
    const reported = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [storageTrouble(outcome.reason)] : [],
    );
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported)).toEqual(
      new Set(['The disk is full, so nothing was saved. Free some space and try again.']),
    );
    // Whatever was acknowledged is there, and nothing else.
    const acknowledged = ['small', 'big', 'late'].filter(
      (_, index) => outcomes[index]?.status === 'fulfilled',
    );
    expect(committedKeys()).toEqual([...acknowledged].sort());
    await pages(1_000_000);
    await database.write(HOUSE, (tx) => put(tx, 'after'));
    expect(committedKeys()).toContain('after');
  });
});

describe('a data file', () => {
  const reopen = (): Promise<unknown> => openDatabase(folder).catch((error: unknown) => error);

  it('of a newer version is left alone, and says so', async () => {
    await database.close();
    const path = join(folder, DATABASE_FILE);
    const handle = new DatabaseSync(path);
    handle.exec('pragma user_version = 999; create table of_the_future (x)');
    handle.close();
    expect(await reopen()).toMatchObject({
      name: 'DatabaseUnusable',
      message:
        'Your data was written by a newer version of TrickDesk. Update TrickDesk to open it; nothing was changed.',
    });
    const kept = new DatabaseSync(path);
    expect(kept.prepare('pragma user_version').get()).toEqual({ user_version: 999 });
    expect(
      kept.prepare("select count(*) as n from sqlite_schema where name = 'of_the_future'").get(),
    ).toEqual({
      n: 1,
    });
    kept.exec(`drop table of_the_future; pragma user_version = ${migrations.length}`);
    kept.close();
    database = await openDatabase(folder);
  });

  it('that is no database says so, and is not written over', async () => {
    await database.close();
    const path = join(folder, DATABASE_FILE);
    const good = readFileSync(path);
    const junk = Buffer.alloc(8_192, 'not a database at all ');
    writeFileSync(path, junk);
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    expect(await reopen()).toMatchObject({
      name: 'DatabaseUnusable',
      message: 'The data file is damaged. Restore a backup, or move the file away to start afresh.',
    });
    expect(readFileSync(path).equals(junk)).toBe(true);
    writeFileSync(path, good);
    database = await openDatabase(folder);
  });

  it('with a damaged page says so when it is read', async () => {
    // Not `meta`, of which every opening reads a row.
    await database.write(HOUSE, async (tx) => {
      for (let index = 0; index < 2_000; index++)
        await tx.query
          .insertInto('simulated_days')
          .values({ day: `k${index}`, state_json: 'v'.repeat(50) })
          .execute();
    });
    await database.close();
    const path = join(folder, DATABASE_FILE);
    const good = readFileSync(path);
    const bad = Buffer.from(good);
    // The rows are the last that were written; what every opening reads stands before them.
    bad.fill(0xff, Math.floor(bad.length * 0.9));
    writeFileSync(path, bad);
    const opened = await openDatabase(folder);
    const error = await opened.read
      .selectFrom('simulated_days')
      .selectAll()
      .execute()
      .catch((failure: unknown) => failure);
    expect(storageTrouble(error)).toBe(
      'The data file is damaged. Restore a backup, or move the file away to start afresh.',
    );
    await opened.close();
    writeFileSync(path, good);
    database = await openDatabase(folder);
  });

  it('in a folder that cannot be made says so', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const error = await openDatabase(join(file, 'data')).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).name).toBe('DatabaseUnusable');
  });
});
