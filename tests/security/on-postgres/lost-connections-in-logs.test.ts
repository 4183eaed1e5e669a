import pg from 'pg';
import { expect, it } from 'vitest';
import { createLogger } from '../../../src/backend/log.ts';
import { startTestBackend } from '../../support/test-backend.ts';
import { isOnPostgres, placeOf } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

/** Characters of a log line that says what happened, with its stack. */
const LONGEST = 4_000;
const PASSWORD = 'sesame-open-1';

it.runIf(isOnPostgres)(
  'on PostgreSQL: a connection that breaks off is told without password, statements and the driver’s own parts',
  async () => {
    const lines: string[] = [];
    const logger = createLogger('error', { write: (line: string) => void lines.push(line) });
    const first = await startTestBackend();
    const { dataDir } = first;
    const place = await placeOf(dataDir);
    await first.close();
    const database = place.replace('//postgres@', `//postgres:${PASSWORD}@`);
    const server = await startTestBackend({ logger, dataDir, database });
    await server.backend.prepared;
    const client = new pg.Client({ connectionString: place });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'trickdesk' and pid <> pg_backend_pid()`,
    );
    await client.end();
    await until('a line', () => Promise.resolve(lines.some((line) => line.includes('57P01'))));
    await server.dispose();
    const told = lines.filter((line) => line.includes('57P01'));
    expect(told.join('')).not.toContain(PASSWORD);
    expect(Math.max(...told.map((line) => line.length))).toBeLessThan(LONGEST);
    for (const line of told) expect((JSON.parse(line) as { err: object }).err).not.toHaveProperty('client');
  },
  60_000,
);
