import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { shardOf } from '../../src/backend/cluster/own-users.ts';
import { openReader } from '../../src/backend/db/database.ts';
import { NatsServer, natsProgram } from '../support/nats-server.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { requestOf } from '../support/test-backend.ts';
import { inTurn, type Row } from './measure.ts';
import { registerUser, type ServerProcess, startServer } from './server-process.ts';

const CALLS = 1_000;
const PERCENTILE = 0.99;
const NAME = 'forwarded call, p99 one at a time (peer: at its own server)';

/** Times of calls one after the other over a kept connection; returns their 99th percentile, ms. */
const p99Of = async (url: string, token: string): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { path, body } = requestOf('strategies.mine', { strategyStatus: 0, pageType: 'All' });
  const call = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = request(`${url}${path}`, {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
      asked.once('error', reject);
      asked.once('response', (response) => {
        void text(response).then((answer) => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(answer));
        });
      });
      asked.end(body);
    });
  const times: number[] = [];
  for (let count = 0; count < CALLS; count++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b)[Math.floor(CALLS * PERCENTILE)] ?? Number.NaN;
};

/** Address of the server that serves a user, as the leases say. */
const ownerOf = async (database: string, userId: number): Promise<string> => {
  const db = await openReader(database);
  const row = await db
    .selectFrom('shards')
    .select('address')
    .where('id', '=', shardOf(userId))
    .executeTakeFirst();
  await db.destroy();
  return row?.address ?? '';
};

/** A call that a server forwards. Beside the same call at the server that it is forwarded to. */
export const forwarded = async (root: string): Promise<Row[]> => {
  const [programs, nats] = [postgresPrograms(), natsProgram()];
  if (programs === null || nats === null)
    return [{ name: NAME, skipped: 'PostgreSQL and nats-server are not both installed' }];
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const [postgres, bus] = [await PostgresServer.start(programs), await NatsServer.start(nats)];
  const servers: ServerProcess[] = [];
  try {
    const database = await postgres.newDatabase('house');
    const script = join(root, 'tests/bench/house-server.ts');
    for (const name of ['one', 'two'])
      servers.push(await startServer(script, join(folder, name), database, bus.url, '2'));
    const { accessToken, userId } = await registerUser(servers[0]?.url ?? '');
    const own = await ownerOf(database, userId);
    const other = servers.find(({ url }) => url !== own)?.url ?? '';
    const [ours = Number.NaN, peer = Number.NaN] = await inTurn([
      () => p99Of(other, accessToken),
      () => p99Of(own, accessToken),
    ]);
    return [{ name: NAME, unit: 'ms', ours, peer }];
  } finally {
    for (const server of servers) await server.stop();
    await bus.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
