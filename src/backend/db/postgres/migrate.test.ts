import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addUser } from '../../../../tests/support/new-user.ts';
import { contentOf } from '../../../../tests/support/postgres-content.ts';
import { overPostgres } from '../../../../tests/support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../../../../tests/support/postgres-server.ts';
import { until } from '../../../../tests/support/until.ts';
import { HOUSE, openDatabase } from '../database.ts';
import type { Migration } from '../migration.ts';
import { migrations } from '../migrations.ts';

type LoadMigration = () => Promise<Migration>;

const programs = postgresPrograms();
const AT_ONCE = 4;

describe.skipIf(programs === null)('migrations (PostgreSQL)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
  });
  afterAll(() => server.stop());

  const newDatabase = (name: string): Promise<string> => server.newDatabase(name);
  const versionOf = (url: string): Promise<number> =>
    overPostgres(url, async (client) => {
      const { rows } = await client.query<{ value: string }>(
        `select value from meta where key = 'schema-version'`,
      );
      return Number(rows[0]?.value);
    });

  const schemaOf = async (url: string): Promise<readonly string[]> =>
    (await contentOf(url)).filter((line) => !line.startsWith('rows'));
  const writesOfMeta = (url: string): Promise<number> =>
    overPostgres(url, async (client) => {
      const { rows } = await client.query<{ writes: string }>(
        `select n_tup_ins + n_tup_upd as writes from pg_stat_user_tables where relname = 'meta'`,
      );
      return Number(rows[0]?.writes);
    });

  it(`run once when ${AT_ONCE} starts come at once, and all of them open`, async () => {
    const url = await newDatabase('at_once');
    const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => openDatabase(url)));
    for (const database of opened) {
      expect(await database.read.selectFrom('users').selectAll().execute()).toEqual([]);
      await database.close();
    }
    expect(await versionOf(url)).toBe(migrations.length);
    const alone = await newDatabase('alone');
    await (await openDatabase(alone)).close();
    expect(await schemaOf(url)).toEqual(await schemaOf(alone));
    // Each migration writes its number once; the server counts what was written when its writer has gone.
    await until('the server has counted', async () => (await writesOfMeta(url)) >= migrations.length);
    expect(await writesOfMeta(url)).toBe(await writesOfMeta(alone));
  });

  it('leave the database at the version before when one fails, and go on from there', async () => {
    const url = await newDatabase('in_the_way');
    // The tenth makes a table of this name.
    await overPostgres(url, (client) => client.query('create table basket_sips (id bigint)'));
    await expect(openDatabase(url)).rejects.toThrow('relation "basket_sips" already exists');
    expect(await versionOf(url)).toBe(9);
    const tables = (await contentOf(url)).filter((line) => line.startsWith('rows basket'));
    expect(tables).toEqual(['rows basket_sips 0 ']);
    await overPostgres(url, (client) => client.query('drop table basket_sips'));
    await (await openDatabase(url)).close();
    expect(await versionOf(url)).toBe(migrations.length);
  });

  it('are not run by a command that takes a database as it finds it', async () => {
    const url = await newDatabase('as_found');
    const before = await contentOf(url);
    await expect(openDatabase(url, { isAsFound: true })).rejects.toThrow('There is no TrickDesk data');
    expect(await contentOf(url)).toEqual(before);
    await (await openDatabase(url)).close();
    await overPostgres(url, (client) =>
      client.query(`update meta set value = '5' where key = 'schema-version'`),
    );
    await expect(openDatabase(url, { isAsFound: true })).rejects.toThrow('of another version of TrickDesk');
    expect(await versionOf(url)).toBe(5);
  });

  it('are not run under a server at work, and are run once it has stopped', { timeout: 60_000 }, async () => {
    const url = await newDatabase('at_work');
    await (await openDatabase(url)).close();
    await overPostgres(url, (client) =>
      client.query(`update meta set value = 'of another time' where key = 'schema-objects'`),
    );
    const renew = () =>
      overPostgres(url, (client) =>
        client.query(`update shards set owner = 'the old one', until = until + 1000`),
      );
    await renew();
    const content = async () => (await contentOf(url)).filter((line) => !line.startsWith('rows shards'));
    const before = await content();
    const work = setInterval(() => void renew(), 1_000);
    await expect(openDatabase(url)).rejects.toThrow(
      /Another TrickDesk server works on this database \(the old one\)/,
    );
    clearInterval(work);
    expect(await content()).toEqual(before);
    // It has died: its leases stand still while the next waits.
    await (await openDatabase(url)).close();
    expect(await versionOf(url)).toBe(migrations.length);
  });

  it('that only add are run under a server at work, which goes on', async () => {
    const url = await newDatabase('rolling');
    const old = await openDatabase(url);
    const users = () => old.read.selectFrom('users').selectAll().execute();
    const rename = (name: string) =>
      old.write(HOUSE, (tx) =>
        tx.query.updateTable('users').set({ full_name: name }).returningAll().executeTakeFirstOrThrow(),
      );
    await old.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
    // Prepared on each connection.
    await Promise.all(Array.from({ length: 20 }, users));
    await Promise.all(Array.from({ length: 20 }, (_, at) => rename(`Before ${at}`)));
    await overPostgres(url, (client) =>
      client.query(
        `update shards set owner = 'the old one', until = extract(epoch from clock_timestamp()) * 1000 + 60000`,
      ),
    );
    const ofTomorrow: Migration = {
      isAdditive: true,
      up: (db) => db.schema.alterTable('users').addColumn('of_tomorrow', 'text').execute(),
    };
    const known = migrations as LoadMigration[];
    known.push(() => Promise.resolve(ofTomorrow));
    onTestFinished(() => void known.pop());
    await (await openDatabase(url)).close();
    expect(await versionOf(url)).toBe(migrations.length);
    expect(await users()).toHaveLength(1);
    for (let turn = 0; turn < 20; turn++)
      expect((await rename(`After ${turn}`)).full_name).toBe(`After ${turn}`);
    await old.close();
  });
});
