import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { overPostgres } from '../../../tests/support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../../../tests/support/postgres-server.ts';
import { DAY_MS } from '../../shared/time.ts';
import { type Database, HOUSE, openDatabase } from '../db/database.ts';
import { SPAN, tendPartitions } from './partitions.ts';
import { KEPT_DAYS, prune } from './retention.ts';

const programs = postgresPrograms();
const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => NOW };
const OLD = NOW - (KEPT_DAYS.logs + 1) * DAY_MS;
/** Before the division of version 34. */
const OLDER_VERSION = '33';

describe.skipIf(programs === null)('alerts and logs in partitions (PostgreSQL)', () => {
  let server: PostgresServer;
  let databases = 0;
  let url = '';
  let database: Database;
  let userId = 0;

  const ask = <Row extends object>(statement: string): Promise<Row[]> =>
    overPostgres(url, async (client) => (await client.query<Row>(statement)).rows);
  /** Writes lines of the log. Returns the id of the last. */
  const write = async (lines: number, at: number): Promise<number> => {
    const rows = await ask<{ id: string }>(
      `insert into logs (user_id, kind, level, topic, text, at)
       select ${userId}, 'activity', 'info', 't', 'x', ${at} from generate_series(1, ${lines}) returning id`,
    );
    return Number(rows.at(-1)?.id);
  };
  /** Writes a line of the log as the program does. */
  const writeHere = () =>
    database.write(userId, ({ query }) =>
      query
        .insertInto('logs')
        .values({
          user_id: userId,
          kind: 'activity',
          level: 'info',
          topic: 't',
          text: 'x',
          strategy_id: null,
          at: NOW,
        })
        .execute(),
    );
  /** The next ids are those of a partition. */
  const goTo = (number: number) =>
    ask(`select setval(pg_get_serial_sequence('logs', 'id'), ${number * SPAN + 1}, false)`);
  /** Rows of each partition of the logs. */
  const rowsByPartition = async (): Promise<Record<string, number>> => {
    const rows = await ask<{ name: string; rows: string }>(
      `select tableoid::regclass::text as name, count(*) as rows from logs group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]));
  };
  const partitions = async (): Promise<string[]> =>
    (
      await ask<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'logs'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  const tend = () => tendPartitions(database, { alerts: OLD + 1, logs: OLD + 1 });

  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    url = await server.newDatabase(`divided${databases++}`);
    database = await openDatabase(url);
    userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
    return () => database.close();
  });

  it('keep what an older version has written, and its ids go on', async () => {
    url = await server.newDatabase('older');
    await ask('create schema partitions');
    await expect(openDatabase(url)).rejects.toThrow('schema "partitions" already exists');
    expect(await ask(`select value from meta where key = 'schema-version'`)).toEqual([
      { value: OLDER_VERSION },
    ]);
    await ask(`insert into users select (jsonb_populate_record(null::users, jsonb_object_agg(
        attname, case when attname = 'referrer_id' then 'null'::jsonb
          when atttypid = 'text'::regtype then '"1"'::jsonb else '1'::jsonb end))).*
      from pg_attribute where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`);
    userId = 1;
    const before = await write(3, NOW);
    await ask('drop schema partitions');
    await (await openDatabase(url)).close();
    const after = await write(1, NOW);
    expect([before, after]).toEqual([3, 4]);
    expect(await rowsByPartition()).toEqual({ 'partitions.logs_0': 4 });
    await expect(ask('insert into logs select * from logs where id = 1')).rejects.toThrow('logs_pkey');
    await expect(ask('delete from users')).rejects.toThrow('foreign key');
  });

  it('are made before there is anything for them; what comes without one is kept all the same', async () => {
    await tend();
    await tend();
    expect(await partitions()).toEqual(
      [0, 1, 2].map((n) => `partitions.logs_${n}`).concat('partitions.logs_rest'),
    );
    await write(1, NOW);
    await goTo(2);
    await write(1, NOW);
    await goTo(7);
    await write(1, NOW);
    await tend();
    await goTo(8);
    await write(1, NOW);
    expect(await rowsByPartition()).toEqual({
      'partitions.logs_0': 1,
      'partitions.logs_2': 1,
      'partitions.logs_8': 1,
      'partitions.logs_rest': 1,
    });
    // An index of the table is one of each of them.
    const plan = await ask<{ 'QUERY PLAN': string }>(
      `explain select id from logs where user_id = ${userId} and kind = 'activity' order by id desc limit 1`,
    );
    const scans = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Scan'));
    expect(scans.filter((line) => !line.includes('Index Only Scan Backward'))).toEqual([]);
    expect(scans).toHaveLength((await partitions()).length);
  });

  it('are made also while an old one cannot go: somebody reads it for long, or has a view of it', async () => {
    await tend();
    await write(1, OLD);
    await goTo(1);
    await write(1, NOW);
    await ask('create view of_somebody as select * from partitions.logs_0');
    await expect(tend()).rejects.toThrow('other objects depend on it');
    expect(await partitions()).toContain('partitions.logs_3');
    await ask('drop view of_somebody');
    await overPostgres(url, async (reader) => {
      await reader.query('begin');
      await reader.query('select from partitions.logs_0');
      // Who writes meanwhile waits for no longer than the drop does.
      await Promise.all([expect(tend()).rejects.toThrow('lock timeout'), writeHere()]);
      await reader.query('rollback');
    });
    await tend();
    expect(await partitions()).not.toContain('partitions.logs_0');
  });

  it('go a whole partition at a time once all of it is old, and never the one in use', async () => {
    await tend();
    await write(3, OLD);
    await tend();
    expect(await rowsByPartition()).toEqual({ 'partitions.logs_0': 3 });
    await goTo(1);
    await write(2, OLD);
    const kept = await write(1, NOW);
    await goTo(2);
    await write(1, NOW);
    await tend();
    expect(await rowsByPartition()).toEqual({ 'partitions.logs_1': 3, 'partitions.logs_2': 1 });
    expect(await partitions()).not.toContain('partitions.logs_0');
    // Of a partition that stays, old rows go one by one.
    await prune({ database, clock });
    expect(await ask('select id from logs order by id limit 1')).toEqual([{ id: String(kept) }]);
  });
});
