import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShardLeases } from '../../src/backend/cluster/shard-leases.ts';
import { openDatabase } from '../../src/backend/db/database.ts';
import { OBJECTS_KEY } from '../../src/backend/db/postgres/migrate.ts';
import { openPostgresAside } from '../../src/backend/db/postgres/open-postgres.ts';
import { overPostgres } from '../support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { startTestBackend } from '../support/test-backend.ts';

const programs = postgresPrograms();
const PATIENCE_MS = 60_000;

describe.skipIf(programs === null)('a server on a PostgreSQL database', () => {
  let server: PostgresServer;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-second-'));
    server = await PostgresServer.start(programs ?? '');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    'of another version that is refused has not changed the database under the one at work',
    { timeout: PATIENCE_MS },
    async () => {
      const url = await server.newDatabase('house');
      await (await openDatabase(url)).close();
      const aside = openPostgresAside(url);
      const atWork = await ShardLeases.claim(aside, () => undefined);
      // What the version at work has defined beside its tables.
      await overPostgres(url, (client) =>
        client.query(`update meta set value = 'of the version at work' where key = $1`, [OBJECTS_KEY]),
      );
      try {
        await expect(startTestBackend({ dataDir: join(folder, 'second'), database: url })).rejects.toThrow(
          'Another TrickDesk server works on this database',
        );
        const { rows } = await overPostgres(url, (client) =>
          client.query('select value from meta where key = $1', [OBJECTS_KEY]),
        );
        expect(rows).toEqual([{ value: 'of the version at work' }]);
      } finally {
        await atWork.release();
        await aside.destroy();
      }
    },
  );

  it('ends when it is told to, also while the database is away', { timeout: PATIENCE_MS }, async () => {
    const url = await server.newDatabase('away');
    const backend = await startTestBackend({ dataDir: join(folder, 'away'), database: url });
    await backend.backend.prepared;
    await server.halt();
    try {
      const closed = backend.backend.close().then(
        () => 'closed',
        (error: unknown) => `failed: ${String(error)}`,
      );
      expect(await Promise.race([closed, delay(40_000, 'still closing')])).toBe('closed');
    } finally {
      await server.resume();
    }
  });
});
