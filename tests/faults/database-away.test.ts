import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { Connections } from '../../src/backend/db/postgres/connections.ts';
import { CommitUnknown, DatabaseAway } from '../../src/backend/db/postgres/trouble.ts';
import { PostgresWrites } from '../../src/backend/db/postgres/writes.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { addUser } from '../support/new-user.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { openStream } from '../support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const programs = postgresPrograms();
const PEOPLE = 8;
const TRANSFERS = 64;
const START_PAISE = 10_000_00;
const PAISE = 10_00;
/** The server is killed when so many have been answered. */
const KILLED_AFTER = 8;

const AWAY = 'The database cannot be reached, so nothing was saved. Try again in a moment.';
const BUSY = 'The database is busy, so nothing was saved. Try again in a moment.';

describe.skipIf(programs === null)('a database server that goes away (PostgreSQL)', () => {
  let server: PostgresServer;
  let proxy: CuttingProxy;
  let backend: TestBackend;
  let folder = '';
  const people: { user: TestUser; id: number; code: string }[] = [];

  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '', true);
    await server.newDatabase('house');
    proxy = await startCuttingProxy(server.url('house'));
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-away-'));
    backend = await startTestBackend({ dataDir: folder, database: proxy.url('house') });
    await backend.backend.prepared;
    const { ledger, database } = backend.backend.parts;
    for (let number = 0; number < PEOPLE; number++) {
      const user = await backend.register(`away${number}`);
      const { id, referralCode } = await user.call('profile.mine');
      await database.write(id, (tx) =>
        ledger.post(tx, {
          userId: id,
          key: 'start',
          kind: 'added',
          postings: [
            { house: 'promotions', amount: -START_PAISE },
            { userId: id, account: 'available', amount: START_PAISE },
          ],
        }),
      );
      people.push({ user, id, code: referralCode });
    }
    // The first payment to somebody asks who it is.
    await Promise.all(people.map((_, from) => transfer(from, randomUUID())));
  }, 120_000);
  afterAll(async () => {
    await backend.close();
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const transfer = (from: number, key: string) =>
    people[from % PEOPLE]!.user.ask(
      'wallet.transfer',
      { to: people[(from + 1) % PEOPLE]!.code, amount: PAISE },
      { 'idempotency-key': key },
    );
  const read = (): Database['read'] => backend.backend.parts.database.read;
  const timesOf = async (key: string): Promise<number> =>
    (await read().selectFrom('idempotency').select('key').where('key', '=', key).execute()).length;
  const moved = async (): Promise<number> =>
    (await read().selectFrom('ledger_transfers').select('id').where('kind', '=', 'transfer').execute())
      .length;
  const marketTime = async (): Promise<number> =>
    (await read().selectFrom('feeds').select('market_time').orderBy('id').executeTakeFirstOrThrow())
      .market_time;

  it(
    `that is killed amid ${TRANSFERS} transfers loses none that was confirmed and doubles none, and all goes on by itself`,
    { timeout: 120_000 },
    async () => {
      const [{ user }] = people as [(typeof people)[number]];
      await user.call('market.pace', { speed: 60 });
      const stream = await openStream(backend.url, user.accessToken);
      const before = await moved();
      const keys = Array.from({ length: TRANSFERS }, () => randomUUID());
      let answered = 0;
      const killed = Promise.withResolvers<void>();
      const asked = keys.map(async (key, number) => {
        const answer = await transfer(number, key);
        if (++answered === KILLED_AFTER) killed.resolve(server.halt());
        return { key, number, status: answer.status, message: answer.body.message };
      });
      await killed.promise;
      // Rounds and runs fail for a while; commits without an answer wait for one.
      await delay(3_000);
      await server.resume();
      const answers = await Promise.all(asked);
      const confirmed = answers.filter(({ status }) => status === 200);
      const others = answers.filter(({ status }) => status !== 200);
      expect(confirmed.length).toBeGreaterThan(0);
      expect(others.length).toBeGreaterThan(0);
      for (const { status, message } of others)
        expect([503, AWAY, BUSY]).toEqual(expect.arrayContaining([status, message]));
      await until('the database to be reached', async () => (await marketTime().catch(() => 0)) > 0);

      for (const { key } of confirmed) expect(await timesOf(key)).toBe(1);
      for (const { key } of others) expect(await timesOf(key)).toBe(0);
      expect(await moved()).toBe(before + confirmed.length);
      expect((await checkLedger(read())).problems).toEqual([]);
      for (const { key, number } of answers) expect((await transfer(number, key)).status).toBe(200);
      expect(await moved()).toBe(before + TRANSFERS);
      expect((await checkLedger(read())).problems).toEqual([]);

      const [time, told] = [await marketTime(), stream.received.length];
      await until('the market to go on', async () => (await marketTime()) > time + 60_000, 30_000);
      await until('the stream to go on', () => Promise.resolve(stream.received.length > told));
      stream.close();
    },
  );

  it.each([
    ['before', [503, AWAY], 0],
    ['after', [200, expect.stringContaining('Sent ₹10.00')], 1],
  ] as const)(
    'that is cut off right %s a commit is asked what became of it, and the caller gets the truth',
    async (when, answer, times) => {
      const key = randomUUID();
      const before = await moved();
      proxy.cut(when);
      const first = await transfer(0, key);
      proxy.cut(null);
      expect([first.status, first.body.message]).toEqual(answer);
      expect((await moved()) - before).toBe(times);
      expect((await transfer(0, key)).status).toBe(200);
      expect((await moved()) - before).toBe(1);
      expect((await checkLedger(read())).problems).toEqual([]);
    },
  );

  it('is written to by no process whose leases are over, also when they end within a change', async () => {
    let mayWrite = true;
    const database = await openDatabase(server.url('house'), { mayWrite: () => mayWrite });
    const keys = async () =>
      (await database.read.selectFrom('meta').select('key').execute()).map(({ key }) => key);
    const write = (key: string, meanwhile: () => void = () => undefined) =>
      database.write(HOUSE, async ({ query }) => {
        await query.insertInto('meta').values({ key, value: '' }).execute();
        meanwhile();
      });
    await write('fence: before');
    await expect(write('fence: within', () => (mayWrite = false))).rejects.toThrow(DatabaseAway);
    await expect(write('fence: after')).rejects.toThrow(DatabaseAway);
    mayWrite = true;
    await write('fence: again');
    expect((await keys()).filter((key) => key.startsWith('fence'))).toEqual([
      'fence: before',
      'fence: again',
    ]);
    await database.close();
  });

  it('that does not come back leaves a commit unknown, and its process hears of it', async () => {
    const way = await startCuttingProxy(server.url('house'));
    const [writers, readers] = [1, 2].map(() => new Connections(way.url('house'), 1, () => undefined));
    const unknown: unknown[] = [];
    const writes = new PostgresWrites(
      writers!,
      readers!,
      {
        committed: () => undefined,
        failedAfter: () => undefined,
        unknown: (error) => unknown.push(error),
        onWrite: () => undefined,
        mayWrite: () => true,
      },
      1_000,
    );
    await writes.run(HOUSE, () => Promise.resolve());
    way.cut('after');
    const written = writes.run(HOUSE, () => Promise.resolve()).catch((error: unknown) => error);
    await delay(100);
    await way.close();
    expect(await written).toBeInstanceOf(CommitUnknown);
    expect(unknown).toEqual([await written]);
    await Promise.all([writers!.close(), readers!.close()]);
  });

  describe('whose locks are held by others', () => {
    let database: Database;
    let userId = 0;
    beforeAll(async () => {
      await server.newDatabase('held');
      database = await openDatabase(server.url('held'));
      userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
    });
    afterAll(() => database.close());

    const rename = (name: string): Promise<unknown> =>
      database.write(userId, ({ query }) =>
        query.updateTable('users').set({ full_name: name }).where('id', '=', userId).execute(),
      );

    it('makes others wait for a frozen one no longer than a second or so', async () => {
      const holder = spawn(
        process.execPath,
        ['tests/faults/holding-process.ts', server.url('held'), String(userId)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(holder.stdout, 'data');
      holder.kill('SIGSTOP');
      const began = performance.now();
      await rename('Asha');
      expect(performance.now() - began).toBeLessThan(2_500);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    });

    it('says that it is busy when one at work does not let go', async () => {
      const other = await openDatabase(server.url('held'));
      const working = other.write(userId, ({ query }) => sql`select pg_sleep(5)`.execute(query));
      await delay(300);
      const began = performance.now();
      await expect(rename('Ravi')).rejects.toMatchObject({ code: '55P03' });
      expect(performance.now() - began).toBeLessThan(4_500);
      await working;
      await rename('Ravi');
      await other.close();
    });
  });
});
