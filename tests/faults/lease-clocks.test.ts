import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShardLeases } from '../../src/backend/cluster/shard-leases.ts';
import { openDatabase } from '../../src/backend/db/database.ts';
import { openPostgresAside } from '../../src/backend/db/postgres/open-postgres.ts';
import type { Schema } from '../../src/backend/db/schema.ts';
import { overPostgres } from '../support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';

/** Seconds for which this machine was suspended. Its monotonic clock stood still. */
const suspension = vi.hoisted(() => ({ seconds: 0 }));
vi.mock(import('node:os'), async (original) => {
  const os = await original();
  return { ...os, uptime: () => os.uptime() + suspension.seconds };
});

const programs = postgresPrograms();
const TIMES = { life: 1_500, renewEvery: 600, margin: 300 };
const HOUR_MS = 3_600_000;

/** The ends of leases are by the clock of the database: to set that forward is to set all of them back. */
describe.skipIf(programs === null)('leases while the clock of the database is set (PostgreSQL)', () => {
  let server: PostgresServer;
  let [one, other]: Kysely<Schema>[] = [];
  let leases: ShardLeases[] = [];
  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
    await server.newDatabase('house');
    await (await openDatabase(server.url('house'))).close();
  });
  beforeEach(() => {
    leases = [];
    one = openPostgresAside(server.url('house'));
    other = openPostgresAside(server.url('house'));
  });
  afterEach(async () => {
    for (const held of leases) await held.release();
    await one?.destroy();
    await other?.destroy();
  });
  afterAll(() => server.stop());

  const claim = async (db: Kysely<Schema> | undefined): Promise<ShardLeases> => {
    const held = await ShardLeases.claim(db as Kysely<Schema>, () => undefined, { times: TIMES });
    leases.push(held);
    return held;
  };
  const setClock = (ms: number): Promise<unknown> =>
    overPostgres(server.url('house'), (client) =>
      client.query('update shards set until = until - $1::bigint', [ms]),
    );

  it('set forward, a second process is refused while the first one renews', async () => {
    const first = await claim(one);
    await setClock(HOUR_MS);
    await expect(claim(other)).rejects.toThrow('Another TrickDesk server works on this database');
    expect(first.isHeld(1)).toBe(true);
  });

  it('are not held by a machine that was suspended for longer, before they are renewed', async () => {
    const first = await claim(one);
    expect(first.isHeld(1)).toBe(true);
    suspension.seconds += TIMES.life / 1_000;
    expect([first.isHeld(1), first.leftMs]).toEqual([false, 0]);
    await expect.poll(() => first.isHeld(1), { timeout: 5_000 }).toBe(true);
  });

  it('restored from a copy of before, no two processes hold a user in the same moment', async () => {
    const former = await claim(one);
    const copied = await sql<{ id: number; owner: string; epoch: number; until: number }>`
      select * from shards`.execute(one as Kysely<Schema>);
    await former.release();
    const first = await claim(one);
    await overPostgres(server.url('house'), async (client) => {
      for (const { id, owner, epoch, until } of copied.rows.slice(0, 1))
        await client.query('update shards set owner = $2, epoch = $3, until = $4 where id >= $1', [
          ...[id, owner, epoch, until],
        ]);
    });
    const second = await claim(other);
    expect([first.isHeld(1), second.isHeld(1)]).not.toEqual([true, true]);
  });

  it('set back after their owner has died, the next one is not kept out for longer than their life', async () => {
    // The owner that has died: it renews nothing any more.
    await overPostgres(server.url('house'), (client) =>
      client.query(
        `update shards set owner = 'dead', epoch = epoch + 1,
           until = cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + $1::bigint`,
        [TIMES.life],
      ),
    );
    await setClock(-HOUR_MS);
    const next = await claim(other).catch((error: unknown) => error);
    await setClock(HOUR_MS);
    expect(next).toBeInstanceOf(ShardLeases);
  });
});
