import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUSE } from '../../src/backend/db/database.ts';
import { NatsServer, natsProgram } from '../support/nats-server.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { startTestBackend } from '../support/test-backend.ts';
import type { Row } from './measure.ts';
import { BENCH_KEYS } from './house-keys.ts';
import { addCopies } from './running-copies.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Running strategies: `TRICKDESK_STRATEGIES=20000 npm run bench -- house-minute`. */
const STRATEGIES = Number(process.env['TRICKDESK_STRATEGIES'] ?? 5_000);
/** Market minutes that are looked at, each as long as a minute; `TRICKDESK_MINUTES` asks for others. */
const MINUTES = Number(process.env['TRICKDESK_MINUTES'] ?? 3);
const MINUTE_MS = 60_000;
const LOOK_MS = 100;

/** Fill a house with running strategies, at a real market's pace. */
const prepare = async (database: string, folder: string): Promise<void> => {
  const first = await startTestBackend({
    dataDir: join(folder, 'first'),
    database,
    keys: BENCH_KEYS,
  });
  await first.backend.prepared;
  const { parts } = first.backend;
  await addCopies(parts.database, STRATEGIES);
  await parts.database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: 1 }).execute());
  await first.close();
};

/** The lag that a server reports, in seconds. */
const lagOf = async (metrics: string): Promise<number> => {
  const text = await (await fetch(metrics)).text();
  return Number(/^trickdesk_market_minute_lag_seconds ([\d.e+-]+)$/m.exec(text)?.[1]);
};

/** Latest close of a minute at any of so many processes, seconds. */
const worstLag = async (
  root: string,
  database: string,
  folder: string,
  processes: number,
): Promise<number> => {
  const bus = await NatsServer.start(natsProgram() ?? '');
  const servers: ServerProcess[] = [];
  try {
    const script = join(root, 'tests/bench/house-server.ts');
    for (let index = 0; index < processes; index++)
      servers.push(
        await startServer(
          script,
          join(folder, `${processes}-${index}`),
          database,
          bus.url,
          String(processes),
        ),
      );
    let worst = 0;
    for (const until = Date.now() + MINUTES * MINUTE_MS; Date.now() < until; await wait(LOOK_MS))
      for (const { metrics } of servers) worst = Math.max(worst, await lagOf(metrics ?? ''));
    return worst;
  } finally {
    for (const server of servers) await server.stop();
    await bus.stop();
  }
};

/** How late market minutes are closed on two processes. Beside the same strategies on one. */
export const houseMinute = async (root: string): Promise<Row[]> => {
  const name = `minute of ${STRATEGIES} running strategies on two processes, the latest close (peer: one process)`;
  const programs = postgresPrograms();
  if (programs === null || natsProgram() === null)
    return [{ name, skipped: 'PostgreSQL and nats-server are not both installed' }];
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const postgres = await PostgresServer.start(programs);
  try {
    const database = await postgres.newDatabase('house');
    await prepare(database, folder);
    const ours = await worstLag(root, database, folder, 2);
    const peer = await worstLag(root, database, folder, 1);
    return [{ name, unit: 's', ours, peer }];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
