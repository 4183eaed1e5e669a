import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { DATABASE_FILE, HOUSE, openDatabase, openReader } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { MOVED_TO } from '../db/moved-mark.ts';
import { moveData } from './move.ts';

const programs = postgresPrograms();
const NOW = Date.parse('2026-11-20T10:00:00+05:30');

let postgres: PostgresServer;
/** Of two users, to be copied. */
let source = '';
const folders: string[] = [];
let made = 0;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-hostile-'));
  folders.push(folder);
  return folder;
};
/** Copy of the source that somebody has changed. */
const tampered = (statements: string): string => {
  const folder = newFolder();
  cpSync(source, folder, { recursive: true });
  const handle = new DatabaseSync(join(folder, DATABASE_FILE), { defensive: false });
  handle.exec(`pragma foreign_keys = off; ${statements}`);
  handle.close();
  return folder;
};
/** Changes how a table is declared, as a text. */
const redeclared = (table: string, from: string, to: string, then = ''): string =>
  tampered(`pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${table}';
    pragma writable_schema = reset; ${then}`);
const newDatabase = (): Promise<string> => postgres.newDatabase(`hostile${made++}`);
/** How a move ends: done, refused with a sentence, or with an error that nobody has thought of. */
const outcomeOf = async (from: string, to: string): Promise<string> =>
  moveData({ from, to, now: NOW, report: () => undefined }).then(
    () => 'moved',
    (error: unknown) =>
      (error instanceof Error && /^(?:MoveRefused|DatabaseUnusable)$/.test(error.name)) ||
      storageTrouble(error) !== null
        ? 'refused'
        : `broke: ${String(error)}`,
  );

beforeAll(async () => {
  source = newFolder();
  const database = await openDatabase(source);
  await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
  await database.write(HOUSE, (tx) => addUser(tx, { number: 2 }));
  await database.close();
  if (programs !== null) postgres = await PostgresServer.start(programs);
}, 60_000);
afterAll(async () => {
  if (programs !== null) await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(programs === null)('a source that somebody has tampered with', () => {
  it.each([
    [
      'is no database at all',
      () => {
        const folder = newFolder();
        writeFileSync(join(folder, DATABASE_FILE), 'no database at all, however long it is. '.repeat(50));
        return folder;
      },
    ],
    [
      'has an empty value where there must be one',
      () =>
        redeclared(
          'users',
          '"full_name" text not null',
          '"full_name" text',
          'update users set full_name = null where id = 1',
        ),
    ],
    [
      'has a mark of a move that is none',
      () => tampered(`insert into meta (key, value) values ('${MOVED_TO}', '{')`),
    ],
    [
      'has a counter of ids beyond all numbers',
      () => tampered("update sqlite_sequence set seq = 9223372036854775807 where name = 'users'"),
    ],
    [
      'has a counter of ids that leaves none',
      () => tampered("update sqlite_sequence set seq = 9007199254740991 where name = 'users'"),
    ],
  ])('that %s is refused with a sentence', async (_name, make) => {
    expect(await outcomeOf(make(), await newDatabase())).toBe('refused');
  });

  it('cannot hand its mark away: no two places can be started', async () => {
    const from = tampered(
      `create trigger quiet before insert on meta when new.key = '${MOVED_TO}' begin select raise(ignore); end`,
    );
    const outcome = await outcomeOf(from, await newDatabase());
    const reader = await openReader(from);
    const mark = await reader.selectFrom('meta').select('key').where('key', '=', MOVED_TO).executeTakeFirst();
    await reader.destroy();
    expect([outcome, mark?.key]).not.toEqual(['moved', undefined]);
  });

  it('with a counter of ids that is a word leaves new rows ids of their own', async () => {
    const to = await newDatabase();
    if (
      (await outcomeOf(tampered("update sqlite_sequence set seq = 'x' where name = 'users'"), to)) ===
      'refused'
    )
      return;
    const database = await openDatabase(to);
    const added = await writeForAll(database, (tx) => addUser(tx, { number: 3 })).finally(() =>
      database.close(),
    );
    expect(added).toBeGreaterThan(2);
  });
});
