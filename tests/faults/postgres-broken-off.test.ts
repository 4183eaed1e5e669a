import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { addUser } from '../support/new-user.ts';
import { overPostgres } from '../support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';

const programs = postgresPrograms();
const NOT_SAVED = 'DatabaseAway';
/** Time in which the driver has heard that its connection is gone. */
const HEARD_MS = 300;

describe.skipIf(programs === null)('a connection that breaks off (PostgreSQL)', () => {
  let server: PostgresServer;
  let database: Database;
  let userId = 0;
  let url = '';
  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
    await server.newDatabase('house');
    url = server.url('house');
    database = await openDatabase(url);
    userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const nameOf = async (): Promise<string> =>
    (
      await database.read
        .selectFrom('users')
        .select('full_name')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).full_name;
  const endSession = (pid: number): Promise<unknown> =>
    overPostgres(server.url('postgres'), (client) =>
      client.query('select pg_terminate_backend($1::int)', [pid]),
    );

  it('before the commit was sent leaves nothing unknown: nothing was saved', async () => {
    const before = await nameOf();
    const writing = database.write(userId, async ({ query }) => {
      await query.updateTable('users').set({ full_name: 'Unsent' }).where('id', '=', userId).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(query);
      await endSession(rows[0]?.pid ?? 0);
      await delay(HEARD_MS);
    });
    const error: unknown = await writing.catch((reason: unknown) => reason);
    expect(await nameOf()).toBe(before);
    expect(error).toMatchObject({ name: NOT_SAVED });
  });

  it('because a work took too long between its statements leaves nothing unknown', async () => {
    const before = await nameOf();
    const writing = database.write(userId, async ({ query }) => {
      await query.updateTable('users').set({ full_name: 'Slow' }).where('id', '=', userId).execute();
      await delay(1_500);
    });
    const error = (await writing.catch((reason: unknown) => reason)) as Error;
    expect(await nameOf()).toBe(before);
    expect(error.name).not.toBe('CommitUnknown');
  });

  it('leaves no statement of the work to run after it', async () => {
    const before = await nameOf();
    let later: Promise<unknown> = Promise.resolve();
    const writing = database.write(userId, ({ query }) => {
      later = delay(100).then(() =>
        query.updateTable('users').set({ full_name: 'Late' }).where('id', '=', userId).execute(),
      );
      return Promise.reject(new Error('Refused.'));
    });
    await expect(writing).rejects.toThrow('Refused.');
    await expect(later).rejects.toThrow();
    expect(await nameOf()).toBe(before);
  });

  it('while a start looks at the database is said in a sentence', async () => {
    const broken: unknown[] = [];
    let outcome: unknown;
    const onUncaught = (error: unknown): void => void broken.push(error);
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', onUncaught);
    try {
      const opening = openDatabase(url, {
        beforeChange: async () => {
          await overPostgres(server.url('postgres'), (client) =>
            client.query(
              `select pg_terminate_backend(pid) from pg_stat_activity
               where application_name = 'trickdesk' and query like '%from meta%' and datname = 'house'`,
            ),
          );
          await delay(HEARD_MS);
        },
      });
      outcome = await opening.catch((reason: unknown) => reason);
    } finally {
      process.off('uncaughtException', onUncaught);
      for (const listener of others) process.on('uncaughtException', listener);
    }
    // A real start would have ended at the first of these, without a word.
    expect(broken).toEqual([]);
    expect(outcome).toMatchObject({ name: 'DatabaseUnusable' });
  });
});
