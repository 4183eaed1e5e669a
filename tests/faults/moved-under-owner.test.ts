import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShardLeases } from '../../src/backend/cluster/shard-leases.ts';
import { HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { openPostgresAside } from '../../src/backend/db/postgres/open-postgres.ts';
import { moveData } from '../../src/backend/move/move.ts';
import { addUser } from '../support/new-user.ts';
import { overPostgres } from '../support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

const programs = postgresPrograms();
/** Renewed seldom, as by a process that is frozen for a while. */
const TIMES = { life: 20_000, renewEvery: 6_000, margin: 2_000 };

describe.skipIf(programs === null)('data that is moved away from PostgreSQL', () => {
  let server: PostgresServer;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-moved-'));
    server = await PostgresServer.start(programs ?? '');
    await server.newDatabase('house');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    'while its owner is frozen and has lost its connections is not traded there any more',
    { timeout: 60_000 },
    async () => {
      const url = server.url('house');
      const database = await openDatabase(url);
      await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
      await database.close();
      const aside = openPostgresAside(url);
      let lost: string | null = null;
      const owner = await ShardLeases.claim(aside, (reason) => (lost = reason), { times: TIMES });
      const renewals = () =>
        overPostgres(url, async (client) => {
          const { rows } = await client.query<{ until: string }>('select max(until) as until from shards');
          return rows[0]?.until;
        });
      try {
        // The server of the database has heard nothing of it for so long that it has let the connection go.
        await overPostgres(server.url('postgres'), (client) =>
          client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'house'`),
        );
        const moved = await moveData({
          ...{ from: url, to: join(folder, 'new'), now: Date.now() },
          report: () => undefined,
        }).then(
          () => true,
          () => false,
        );
        if (!moved) return;
        const before = await renewals();
        await until(
          'the owner to look at its leases',
          async () => lost !== null || (await renewals()) !== before,
          TIMES.renewEvery + 5_000,
        );
        expect([lost === null, owner.isHeld(1)]).toEqual([false, false]);
      } finally {
        await owner.release();
        await aside.destroy();
      }
    },
  );
});
