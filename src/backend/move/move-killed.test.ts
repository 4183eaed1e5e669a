import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../../../tests/support/bundled.ts';
import { addUser } from '../../../tests/support/new-user.ts';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { DATABASE_FILE, HOUSE, openDatabase, openReader } from '../db/database.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { MOVED_TO } from '../db/moved-mark.ts';
import { Ledger } from '../ledger/ledger.ts';
import { moveData } from './move.ts';
import { reopenMoved } from './reopen-moved.ts';
import { overPostgres } from '../../../tests/support/over-postgres.ts';

const programs = postgresPrograms();
const USERS = 10;
const LOGS = 5_000;
const NOW = Date.parse('2026-11-20T10:00:00+05:30');
/** Moments of a move: what it has just said, and so many ms later. */
const EARLY = [
  ['Moving', 0],
  ['Moving', 200],
  ['logs', 0],
  ['users', 0],
] as const;
/** About its change, and what follows it. */
const LATE = [0, 5, 15, 60].map((ms) => ['the books are right', ms] as const);

let postgres: PostgresServer;
let source = '';
const folders: string[] = [];
let made = 0;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-killed-'));
  folders.push(folder);
  return folder;
};
const newDatabase = (): Promise<string> => postgres.newDatabase(`killed${made++}`);
const tablesIn = (url: string): Promise<number> =>
  overPostgres(url, async (client) => {
    const { rows } = await client.query<{ tables: string }>(
      `select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace`,
    );
    return Number(rows[0]?.tables);
  });
const mark = async (place: string): Promise<string | null> => {
  const reader = await openReader(place);
  const row = await reader.selectFrom('meta').select('value').where('key', '=', MOVED_TO).executeTakeFirst();
  await reader.destroy();
  return row?.value ?? null;
};
const logsIn = async (place: string): Promise<number> => {
  const reader = await openReader(place);
  const { rows } = await reader
    .selectFrom('logs')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  await reader.destroy();
  return rows;
};
const move = (from: string, to: string) => moveData({ from, to, now: NOW, report: () => undefined });

/** Moves in a process of its own. It is killed some time after it has said something. */
const moveKilled = async (
  from: string,
  to: string,
  [said, afterMs]: readonly [said: string, afterMs: number],
): Promise<void> => {
  const program = await bundled('src/backend/move/move-data.ts');
  const child = spawn(process.execPath, [program, '--from', from, '--to', to]);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const before = output;
    output += chunk.toString();
    if (!before.includes(said) && output.includes(said)) setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  await gone;
  expect(output).toContain(said);
};

const prepare = async (): Promise<void> => {
  source = newFolder();
  const database = await openDatabase(source);
  const ledger = new Ledger({ now: () => NOW });
  await database.write(HOUSE, async (tx) => {
    for (let number = 0; number < USERS; number++) {
      const userId = await addUser(tx, { number });
      const postings = [
        { house: 'upi-clearing', amount: -500 },
        { userId, account: 'available', amount: 500 },
      ] as const;
      await ledger.post(tx, { userId, key: 'start', kind: 'added', postings });
    }
    for (let number = 0; number < LOGS; number++)
      await tx.query
        .insertInto('logs')
        .values({
          user_id: 1,
          kind: 'activity',
          level: 'info',
          topic: 't',
          text: 'x'.repeat(80),
          strategy_id: null,
          at: number,
        })
        .execute();
  });
  await database.close();
};

beforeAll(async () => {
  if (programs === null) return;
  postgres = await PostgresServer.start(programs);
  await prepare();
}, 60_000);
afterAll(async () => {
  if (programs !== null) await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The source as a folder of its own. */
const copyOfSource = (): string => {
  const folder = newFolder();
  cpSync(source, folder, { recursive: true });
  return folder;
};

/** Moves again after a cut. All of it must be there then. */
const finish = async (from: string, to: string): Promise<void> => {
  if (!(await mark(from))?.includes('"isDone":true')) await move(from, to);
  expect(await mark(from)).toContain('"isDone":true');
  expect(await logsIn(to)).toBe(LOGS);
};

describe.skipIf(programs === null)('a move that is killed (needs PostgreSQL)', () => {
  it('to PostgreSQL leaves nothing or everything there, and is finished by the next', async () => {
    for (const moment of [...EARLY, ...LATE]) {
      const [from, to] = [copyOfSource(), await newDatabase()];
      await moveKilled(from, to, moment);
      // The server undoes what was not committed once it has noticed.
      await delay(200);
      const isThere = (await tablesIn(to)) > 0;
      if (moment[0] !== 'the books are right') expect([isThere, await mark(from)]).toEqual([false, null]);
      if (isThere) expect(await mark(from), 'nobody may start on data that is elsewhere').not.toBeNull();
      await finish(from, to);
    }
  }, 180_000);

  it('to a folder leaves no database or a whole one, and is finished by the next', async () => {
    const url = await newDatabase();
    await move(copyOfSource(), url);
    for (const moment of [...EARLY.slice(1), ...LATE.slice(0, 3)]) {
      const to = newFolder();
      await moveKilled(url, to, moment);
      await delay(200);
      const isThere = readdirSync(to).includes(DATABASE_FILE);
      if (moment[0] !== 'the books are right') expect([isThere, await mark(url)]).toEqual([false, null]);
      if (isThere) expect(await mark(url)).not.toBeNull();
      await finish(url, to);
      const left = readdirSync(to).filter((name) => name.endsWith('.part'));
      // Killed right after its change, it leaves a folder without anything in it.
      expect(left.flatMap((name) => readdirSync(join(to, name)))).toEqual([]);
      await reopenMoved(url, NOW);
    }
  }, 180_000);

  it('between the change there and the mark here is finished, not done again', async () => {
    const [from, to] = [copyOfSource(), await newDatabase()];
    await move(from, to);
    const setDone = async (isDone: boolean, id?: string) => {
      const database = await openDatabase(from, { evenIfMoved: true });
      const value = JSON.parse((await mark(from)) ?? '{}') as Record<string, unknown>;
      const changed = JSON.stringify({ ...value, isDone, ...(id !== undefined && { id }) });
      await database.write(HOUSE, ({ query }) =>
        query.updateTable('meta').set({ value: changed }).where('key', '=', MOVED_TO).execute(),
      );
      await database.close();
    };
    await setDone(false);
    await expect(openDatabase(from)).rejects.toThrow('was cut off. Run it again');
    expect(await move(from, to)).toBeNull();
    expect(await mark(from)).toContain('"isDone":true');
    // What stands there came from elsewhere: it is not taken for ours.
    await setDone(false, 'another move');
    await expect(move(from, to)).rejects.toThrow('is not empty');
    await expect(move(from, await newDatabase())).rejects.toThrow(
      `to ${to} on 20-11-2026, 10:00:00 was cut off`,
    );
    lockFolder(from, NOW).release();
  });
});
