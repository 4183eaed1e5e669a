import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { DATABASE_FILE, HOUSE, openDatabase, openReader } from '../db/database.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { migrations } from '../db/migrations.ts';
import { MOVED_TO } from '../db/moved-mark.ts';
import { decideClearing } from '../backup/pending-change.ts';
import { moveCommandOf } from './move-command.ts';
import { moveTrouble } from './move-trouble.ts';
import { moveData } from './move.ts';
import { reopenMoved } from './reopen-moved.ts';
import { overPostgres } from '../../../tests/support/over-postgres.ts';

const programs = postgresPrograms();
const NOW = Date.parse('2026-11-20T10:00:00+05:30');

let postgres: PostgresServer;
/** Of one user, to be copied. */
let source = '';
const folders: string[] = [];
let made = 0;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-refused-'));
  folders.push(folder);
  return folder;
};
const copyOfSource = (): string => {
  const folder = newFolder();
  cpSync(source, folder, { recursive: true });
  return folder;
};
const newDatabase = async (how = ''): Promise<string> => {
  const name = `refused${made++}`;
  return postgres.newDatabase(name, how);
};
/** The database that all filled ones are copied from; its data was moved once. */
let filled: Promise<string> | null = null;
const fillOne = async (): Promise<string> => {
  const url = await newDatabase();
  await move(copyOfSource(), url);
  return url;
};
/** Database with the data of one user. */
const filledDatabase = async (): Promise<string> => {
  const url = await (filled ??= fillOne());
  return newDatabase(`template ${new URL(url).pathname.slice(1)}`);
};
const move = (from: string, to: string) => moveData({ from, to, now: NOW, report: () => undefined });
const change = (folder: string, statements: string): void => {
  const handle = new DatabaseSync(join(folder, DATABASE_FILE));
  handle.exec(`pragma foreign_keys = off; ${statements}`);
  handle.close();
};
const expectRefused = async (from: string, to: string, sentence: string): Promise<void> => {
  const failure = await move(from, to).then(
    () => 'It was moved.',
    (error: unknown) => moveTrouble(error),
  );
  expect(failure).toContain(sentence);
};
const isEmpty = (url: string): Promise<boolean> =>
  overPostgres(url, async (client) => {
    const { rows } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`);
    return rows.length === 0;
  });
const isMarked = async (place: string): Promise<boolean> => {
  const reader = await openReader(place);
  const row = await reader.selectFrom('meta').select('key').where('key', '=', MOVED_TO).executeTakeFirst();
  await reader.destroy();
  return row !== undefined;
};
const program = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/move.mjs', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

beforeAll(async () => {
  source = newFolder();
  const database = await openDatabase(source);
  await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
  await database.close();
  if (programs !== null) postgres = await PostgresServer.start(programs);
}, 60_000);
afterAll(async () => {
  if (programs !== null) await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it.each([
  [['--from', '/one'], 'Say from where and to where.'],
  [['--from', '/one', '--to', '/one/'], 'Both are the same place.'],
  [['--from', 'postgres://u:a@h/n', '--to', 'postgres://u:b@h/n'], 'Both are the same place.'],
  [['--from', '/one', '--to', '/two'], 'One of the two must be a data folder'],
  [['--from', 'postgres://h/a', '--to', 'postgres://h/b'], 'One of the two must be a data folder'],
  [['--from', '/one', '--to', 'postgres://[/'], 'That is no address of a database.'],
  [['--from', '/one', '--too', '/two'], "Unknown option '--too'"],
  [['--reopen', '/one', '--from', '/one', '--to', '/two'], 'Say from where and to where.'],
])('%j cannot be followed, and it says why', (args, reported) => {
  expect(() => moveCommandOf(args)).toThrow(reported);
});

it('what cannot be followed ends with how it is used', () => {
  const { status, stdout, stderr } = program('--from', '/one', '--to', '/two');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^One of the two must be a data folder.*\nUsage: npm run move/);
});

describe.skipIf(programs === null)('a move is refused, and nothing is changed (needs PostgreSQL)', () => {
  describe('for its source:', () => {
    it.each([
      ['no such folder', () => '/nowhere/at/all', 'There is no trickdesk.sqlite in /nowhere/at/all'],
      ['a folder without data', newFolder, 'There is no trickdesk.sqlite'],
      [
        'an older version',
        () => {
          const folder = copyOfSource();
          change(folder, `pragma user_version = ${migrations.length - 1}`);
          return folder;
        },
        'is of an older version of TrickDesk. Start TrickDesk on it once',
      ],
      [
        'a newer version',
        () => {
          const folder = copyOfSource();
          change(folder, 'pragma user_version = 999');
          return folder;
        },
        'was written by a newer version of TrickDesk. Update TrickDesk',
      ],
      [
        'a damaged file',
        () => {
          const folder = copyOfSource();
          const path = join(folder, DATABASE_FILE);
          const bytes = readFileSync(path);
          bytes.fill(0xff, Math.floor(bytes.length * 0.8));
          writeFileSync(path, bytes);
          return folder;
        },
        'damaged',
      ],
      [
        'data that is to be deleted at its next start',
        () => {
          const folder = copyOfSource();
          decideClearing(folder);
          return folder;
        },
        'is being restored or deleted',
      ],
      [
        'a number that JavaScript cannot hold',
        () => {
          const folder = copyOfSource();
          change(
            folder,
            "insert into tries (subject, count, last_at, locked_until, ends_at) values ('s', 1, 9007199254740993, 1, 1)",
          );
          return folder;
        },
        '“last_at” of the row with subject s in “tries” is too large to be counted exactly',
      ],
      [
        'a text in a column of numbers',
        () => {
          const folder = copyOfSource();
          change(folder, "update users set created_at = 'today'");
          return folder;
        },
        '“created_at” of the row with id 1 in “users” is no whole number',
      ],
      [
        'bytes that are no text',
        () => {
          const folder = copyOfSource();
          change(folder, "update users set bio = cast(x'ff41' as text)");
          return folder;
        },
        '“bio” of a row in “users” is written in bytes that are no text',
      ],
      [
        'a row that names one that is not there',
        () => {
          const folder = copyOfSource();
          change(folder, 'insert into follows (user_id, strategy_id, created_at) values (1, 77, 1)');
          return folder;
        },
        'A row in “follows” names one in “strategies” that is not there',
      ],
      [
        'a table that is not as TrickDesk makes it',
        () => {
          const folder = copyOfSource();
          change(folder, 'alter table tries drop column count');
          return folder;
        },
        'The table “tries” of this data is not as TrickDesk makes it',
      ],
    ])('%s', async (_name, make, sentence) => {
      const to = await newDatabase();
      await expectRefused(make(), to, sentence);
      expect(await isEmpty(to)).toBe(true);
    });

    it('a running TrickDesk', async () => {
      const [from, to] = [copyOfSource(), await newDatabase()];
      const lock = lockFolder(from, NOW);
      await expectRefused(from, to, 'TrickDesk is already open with this data folder');
      lock.release();
      const url = await filledDatabase();
      const running = await openDatabase(url);
      await running.read.selectFrom('users').select('id').execute();
      await expectRefused(url, newFolder(), 'TrickDesk is connected to the database that is to be moved');
      await running.close();
      expect(await isMarked(url)).toBe(false);
    });

    it('a database that is being written, not started, older, newer, or damaged in its books', async () => {
      await expectRefused(await newDatabase(), newFolder(), 'There is no data of TrickDesk in the database');
      const url = await filledDatabase();
      await overPostgres(url, async (client) => {
        await client.query('begin; update users set bio = bio');
        await expectRefused(url, newFolder(), 'Somebody else is using the database');
        await client.query('rollback');
        await client.query(`update meta set value = '1' where key = 'schema-version'`);
        await expectRefused(url, newFolder(), 'is of an older version of TrickDesk');
        await client.query(`update meta set value = '999' where key = 'schema-version'`);
        await expectRefused(url, newFolder(), 'was written by a newer version of TrickDesk');
        await client.query(`update meta set value = '${migrations.length}' where key = 'schema-version'`);
        await client.query('update ledger_accounts set balance = 1 where id = 1');
      });
      const to = join(newFolder(), 'new');
      expect(program('--from', url, '--to', to)).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('says 1, its entries 0') as string,
        stderr: 'The books of this data are not right, so it was not moved. Nothing was changed.\n',
      });
      expect(existsSync(to)).toBe(false);
      expect(await isMarked(url)).toBe(false);
    });

    it('a number of a database that JavaScript cannot hold', async () => {
      const url = await filledDatabase();
      await overPostgres(url, (client) => client.query('update users set created_at = 9007199254740993'));
      await expectRefused(
        url,
        newFolder(),
        '“created_at” of the row with id 1 in “users” is too large to be counted exactly',
      );
    });

    it('data that was moved already, until it is reopened', async () => {
      const [from, to] = [copyOfSource(), await newDatabase()];
      await move(from, to);
      await expectRefused(from, await newDatabase(), `This data was moved to ${to} on 20-11-2026, 10:00:00.`);
      await expect(openDatabase(from)).rejects.toThrow(
        `This data was moved to ${to} on 20-11-2026, 10:00:00.`,
      );
      expect(await reopenMoved(from, NOW)).toBe(to);
      await (await openDatabase(from)).close();
      await expect(reopenMoved(from, NOW)).rejects.toThrow('This data was not moved away.');
      await expect(reopenMoved('/nowhere/at/all', NOW)).rejects.toThrow('There is no trickdesk.sqlite');
    });
  });

  describe('for its target:', () => {
    const refusedFor = async (to: string, sentence: string): Promise<void> => {
      const from = copyOfSource();
      await expectRefused(from, to, sentence);
      expect(await isMarked(from)).toBe(false);
    };

    it('no such database, no such server, no name', async () => {
      await refusedFor(
        postgres.url('not_there'),
        'There is no such database on the server. Create it first.',
      );
      await refusedFor('postgres://u@127.0.0.1:1/n', 'No PostgreSQL server listens at the address');
      await refusedFor('postgres://u@127.0.0.1', 'does not name one');
    });

    it('one that is not empty', async () => {
      const other = await newDatabase();
      await overPostgres(other, (client) => client.query('create table meta (mine text)'));
      await refusedFor(other, 'The target database is not empty');
      const view = await newDatabase();
      await overPostgres(view, (client) =>
        client.query('create schema own; create view own.v as select 1 as one'),
      );
      await refusedFor(view, 'The target database is not empty');
      await refusedFor(await filledDatabase(), 'The target database is not empty');
      const url = await filledDatabase();
      const folder = copyOfSource();
      await expectRefused(url, folder, `The folder ${folder} is not empty`);
      const strange = newFolder();
      writeFileSync(join(strange, DATABASE_FILE), 'no database at all');
      await expectRefused(url, strange, 'is not empty');
      expect(readFileSync(join(strange, DATABASE_FILE), 'utf8')).toBe('no database at all');
      const cleared = newFolder();
      decideClearing(cleared);
      await expectRefused(url, cleared, 'is not empty');
      const taken = newFolder();
      const lock = lockFolder(taken, NOW);
      await expectRefused(url, taken, 'TrickDesk is already open with this data folder');
      lock.release();
      expect(await isMarked(url)).toBe(false);
    });

    it('one that sorts by a language, and one in which nothing may be made', async () => {
      const sorted = await newDatabase(`template template0 encoding 'UTF8' locale 'C.UTF-8'`);
      await refusedFor(sorted, 'in the order of its codes, which TrickDesk needs');
      const own = await newDatabase();
      await overPostgres(own, (client) => client.query('create role stranger login'));
      await refusedFor(
        own.replace('//postgres@', '//stranger@'),
        'The user of the database may not do what TrickDesk needs',
      );
      expect(await isEmpty(own)).toBe(true);
    });

    it('a folder that cannot be made', async () => {
      const file = join(newFolder(), 'a-file');
      writeFileSync(file, '');
      const { status, stderr } = program('--from', await filledDatabase(), '--to', join(file, 'data'));
      expect([status, stderr]).toEqual([
        2,
        'The data folder cannot be written to. Check its permissions and try again.\n',
      ]);
    });
  });

  it('and a good one says what it did, and what must be kept', async () => {
    const [from, to] = [copyOfSource(), await newDatabase()];
    change(from, 'create table of_somebody (x)');
    mkdirSync(join(from, 'attachments'));
    const { status, stdout, stderr } = program('--from', from, '--to', to.replace('@', ':secret@'));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 rows  users');
    expect(stdout).toContain('“of_somebody” stays behind: it is no table of TrickDesk.');
    expect(stdout).toContain('the books are right');
    expect(stdout).toMatch(/^\d+ tables, 1032 rows in [\d.]+ seconds: the data is moved$/m);
    expect(stdout).toContain(`Keep the folder ${from}: the server still needs its data.key and session.key`);
    expect(stdout).not.toContain('secret');
    expect(program('--reopen', from)).toMatchObject({ status: 0, stderr: '' });
  });
});
