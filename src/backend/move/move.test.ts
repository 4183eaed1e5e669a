import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../tests/support/data-rows.ts';
import { addLiveSample, runLive } from '../../../tests/support/live-sample.ts';
import { addMoneySample } from '../../../tests/support/money-sample.ts';
import { fillWithMuch } from '../../../tests/support/much-data.ts';
import { addPeopleSample } from '../../../tests/support/people-sample.ts';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { addRowEverywhere, emptyTablesOf } from '../../../tests/support/row-everywhere.ts';
import { SeededLinks } from '../../../tests/support/seeded-link.ts';
import { signIn } from '../../../tests/support/signed-in.ts';
import { requestOf, startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { type Database, DATABASE_FILE, HOUSE, openDatabase } from '../db/database.ts';
import { checkLedger } from '../ledger/ledger-check.ts';
import { keepTeamLevels } from '../team/team-levels.ts';
import { reopenMoved } from './reopen-moved.ts';
import { moveData, type MoveSummary } from './move.ts';
import { overPostgres } from '../../../tests/support/over-postgres.ts';

const programs = postgresPrograms();
const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => NOW };
/** Tables that a move changes: those of who is signed in, and of live trading. */
const STANDS_DOWN = [
  'broker_accounts',
  'commit_marks',
  'exit_intents',
  'live_locks',
  'meta',
  'script_keys',
  'sessions',
  'strategies',
];

let postgres: PostgresServer;
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-move-'));
  folders.push(folder);
  return folder;
};
const move = (from: string, to: string): Promise<MoveSummary | null> =>
  moveData({ from, to, now: NOW, report: () => undefined });
const using = async <T>(place: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** The folder that is moved, as it was; the database that it was moved to; the folder that it was moved back to. */
const place = { before: '', database: '', folder: '' };
let email = '';
let wallet: unknown;
let thereAndBack: (MoveSummary | null)[] = [];

const prepare = async (): Promise<void> => {
  const links = new SeededLinks(clock.now);
  const server = await startTestBackend({ linkBroker: links.link, clock });
  folders.push(server.dataDir);
  await server.backend.prepared;
  const user = await server.register('mover');
  email = user.email;
  await addMoneySample(server, user);
  const { strategyId } = await addLiveSample(server, user, links);
  await addPeopleSample(server, user);
  await runLive(server, strategyId);
  wallet = await user.call('wallet.mine', {});
  await server.close();
  await fillWithMuch(server.dataDir, 0.001);
  addRowEverywhere(server.dataDir);
  // A reward counts in a team.
  await using(server.dataDir, (database) => writeForAll(database, ({ query }) => keepTeamLevels(query)));
  place.before = newFolder();
  cpSync(server.dataDir, place.before, { recursive: true });
  place.database = postgres.url('moved');
  place.folder = newFolder();
  thereAndBack = [await move(server.dataDir, place.database)];
};

beforeAll(async () => {
  if (programs === null) return;
  postgres = await PostgresServer.start(programs);
  await postgres.newDatabase('moved');
  await prepare();
}, 180_000);
afterAll(async () => {
  if (programs !== null) await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Answers of a backend to the user whose data was moved. */
const answersOf = async (server: TestBackend): Promise<readonly unknown[]> => {
  const { bearer } = await signIn(server, email);
  const ask = async (id: 'strategies.mine' | 'positions.open' | 'wallet.mine', input = {}) => {
    const { path, body } = requestOf(id, input);
    const answer = await server.post(path, JSON.parse(body), bearer);
    expect(answer.status, `${id}: ${answer.body.message}`).toBe(200);
    return answer.body.data;
  };
  return [await ask('strategies.mine'), await ask('positions.open'), await ask('wallet.mine')];
};

describe.skipIf(programs === null)('data that was moved to PostgreSQL (needs PostgreSQL)', () => {
  it('had rows in every table', () => {
    expect(emptyTablesOf(place.before)).toEqual([]);
  });

  it('has its books right, and its triggers, references and counters in force', async () => {
    expect(thereAndBack[0]?.live).toMatchObject({ accounts: 1, running: 1 });
    await overPostgres(place.database, async (client) => {
      const off = await client.query(`select tgname from pg_trigger where tgenabled <> 'O'`);
      expect(off.rows).toEqual([]);
      const references = await client.query(
        `select 1 from pg_constraint where contype = 'f' and convalidated`,
      );
      expect(references.rowCount).toBeGreaterThan(60);
      await expect(client.query('delete from ledger_entries')).rejects.toThrow('append-only');
      await expect(
        client.query('insert into fills (order_id, quantity, price, at) values (0, 1, 1, 1)'),
      ).rejects.toThrow('foreign key');
    });
    await using(place.database, async (database) => {
      expect((await checkLedger(database.read)).problems).toEqual([]);
      const { last } = await database.read
        .selectFrom('ledger_transfers')
        .select((eb) => eb.fn.max<number>('id').as('last'))
        .executeTakeFirstOrThrow();
      await expect(
        database.write(HOUSE, async ({ query }) => {
          const row = { user_id: 1, key: 'k', kind: 'correction', reference: 'r', note: '', at: 1 } as const;
          const { id } = await query
            .insertInto('ledger_transfers')
            .values(row)
            .returning('id')
            .executeTakeFirstOrThrow();
          throw new Error(`It got the number ${id - last}.`);
        }),
      ).rejects.toThrow('It got the number 1.');
    });
  });

  it('does not trade live before its owners have looked', async () => {
    await using(place.database, async ({ read }) => {
      expect(await read.selectFrom('broker_accounts').selectAll().execute()).toEqual([]);
      const [strategy] = await read
        .selectFrom('strategies')
        .select(['status', 'attention'])
        .where('name', '=', 'Live sample')
        .execute();
      expect(strategy?.status).toBe(STRATEGY_STATUS.needsAttention);
      expect(strategy?.attention).toContain('The data was moved on 20-11-2026');
      const locks = await read.selectFrom('live_locks').select('reason').execute();
      expect(locks.map(({ reason }) => reason)).toContain(
        'The data was moved to another place. Check what is open at your broker, then release this.',
      );
    });
  });

  it('comes back to a folder as it was, row for row', async () => {
    thereAndBack.push(await move(place.database, place.folder));
    const [there, back] = [contentOf(place.before), contentOf(place.folder)];
    const changed = Object.keys(there).filter((name) => name in back && there[name] !== back[name]);
    expect(changed.filter((name) => !STANDS_DOWN.includes(name))).toEqual([]);
    expect(thereAndBack[0]?.rows).toBeGreaterThan(3_000);
  });

  it('is not started any more where it was, until somebody reopens it there, and trades nothing then', async () => {
    const start = () => startTestBackend({ dataDir: newFolder(), database: place.database, clock });
    await expect(start()).rejects.toThrow(`This data was moved to ${place.folder} on 20-11-2026`);
    expect(await reopenMoved(place.database, NOW)).toBe(place.folder);
    const server = await start();
    await server.backend.prepared;
    const answers = await answersOf(server);
    await server.close();
    expect(answers[2]).toMatchObject({ available: (wallet as { available: number }).available });

    // The same data on the other engine answers the same.
    const copy = newFolder();
    cpSync(place.folder, copy, { recursive: true });
    const onSqlite = await startTestBackend({ dataDir: copy, database: copy, clock });
    await onSqlite.backend.prepared;
    expect(await answersOf(onSqlite)).toEqual(answers);
    await onSqlite.close();
  });

  it('makes the way twice without a difference', async () => {
    await postgres.newDatabase('again');
    const before = contentOf(place.folder);
    const again = newFolder();
    await move(place.folder, postgres.url('again'));
    await move(postgres.url('again'), again);
    const after = contentOf(again);
    expect({ ...after, meta: '' }).toEqual({ ...before, meta: '' });
    const countersOf = (folder: string) => {
      const db = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
      const rows = db.prepare('select name, seq from sqlite_sequence where seq > 0 order by name').all();
      db.close();
      return rows;
    };
    expect(countersOf(again)).toEqual(countersOf(place.folder));
  });
});
