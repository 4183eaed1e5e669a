import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { COMMANDS_A_COMMIT } from '../../src/backend/db/sqlite/write-queue.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { requestOf } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { loadOn } from './load-on.ts';
import { inTurn, medianOf, type Row } from './measure.ts';
import {
  callOf,
  registerUser,
  type ServerProcess,
  startServer,
  withPreparedFolder,
} from './server-process.ts';

const TRANSFERS = 2_000;
const RUNS = 5;
const STRATEGIES = 6;
const PREPARED_MS = 120_000;

const newDatabase = async (server: PostgresServer, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  await client.end();
  return server.url(name);
};

interface Cost {
  readonly transfers: number;
  readonly ms: number;
  readonly p99: number;
  readonly cpuMs: number;
  readonly retried: number;
  /** CPU of the database's own processes. */
  readonly serverMs: number;
}

/** Measure many transfers at once. They are in a process of their own. */
const transfersOn = (root: string, place: string, serverMs: () => number): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const child = fork(join(root, 'tests/bench/transfers-process.ts'), [place, String(TRANSFERS)]);
    let before = 0;
    let cost: Cost | null = null;
    child.on('message', (said) => {
      if (said === 'begins') before = serverMs();
      else cost = { ...(said as Cost), serverMs: serverMs() - before };
    });
    child.once('exit', (code) => {
      if (code === 0 && cost) resolve(cost);
      else reject(new Error(`The transfers ended with ${code}.`));
    });
  });

const median = (costs: readonly Cost[], figure: (cost: Cost) => number): number =>
  medianOf(costs.map(figure));

/** Transfers on PostgreSQL beside SQLite; both put every commit on the disk. */
const transfers = async (root: string, server: PostgresServer): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  try {
    const url = await newDatabase(server, 'transfers');
    const [ours, peer]: [Cost[], Cost[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      ours.push(await transfersOn(root, url, () => server.cpuMs()));
      peer.push(await transfersOn(root, folder, () => 0));
    }
    const row = (what: string, unit: string, figure: (cost: Cost) => number): Row => ({
      ...{ name: `transfer on PostgreSQL, 64 at once, 1,000 people: ${what} (peer: SQLite)`, unit },
      ...{ ours: median(ours, figure), peer: median(peer, figure) },
    });
    return [
      row('time', 'µs', ({ ms, transfers: count }) => (ms / count) * 1_000),
      row('p99', 'ms', ({ p99 }) => p99),
      row('CPU of node', 'ms', ({ cpuMs, transfers: count }) => cpuMs / count),
      row('CPU in all', 'ms', ({ cpuMs, serverMs, transfers: count }) => (cpuMs + serverMs) / count),
      row('run again, of 100', 'writes', ({ retried, transfers: count }) => (retried / count) * 100),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface World {
  readonly server: ServerProcess;
  readonly token: string;
}

/** Start a server, prepare it, give a user some strategies. */
const openWorld = async (root: string, dataDir: string, ...database: readonly string[]): Promise<World> => {
  const script = join(root, 'tests/bench/transfer-server.ts');
  const server = await startServer(script, dataDir, String(COMMANDS_A_COMMIT), ...database);
  const { accessToken: token } = await registerUser(server.url);
  const call = callOf(server.url, { authorization: `Bearer ${token}` });
  await until(
    'the market to be prepared',
    async () =>
      (await call<{ feed: { preparing: object | null } }>(contract.market.feed.path)).feed.preparing === null,
    PREPARED_MS,
  );
  for (let number = 0; number < STRATEGIES; number++) {
    const document = { ...RSI_RULES, instruments: ['ITC'] };
    const { path, body } = requestOf('strategies.add', { url: 'add', name: `Strategy ${number}`, document });
    await call(path, JSON.parse(body) as object);
  }
  return { server, token };
};

/** A call that reads, on PostgreSQL beside SQLite. */
const ownStrategies = (root: string, postgres: PostgresServer): Promise<Row[]> =>
  withPreparedFolder(root, async (dataDir) => {
    const otherDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
    const worlds: World[] = [];
    try {
      cpSync(dataDir, otherDir, { recursive: true });
      worlds.push(await openWorld(root, otherDir, await newDatabase(postgres, 'reads')));
      worlds.push(await openWorld(root, dataDir));
      const { path, body } = requestOf('strategies.mine', { strategyStatus: 0, pageType: 'All' });
      const [ours = Number.NaN, peer = Number.NaN] = await inTurn(
        worlds.map(
          ({ server, token }) =>
            () =>
              loadOn(root, { url: server.url, path, body, token }),
        ),
      );
      return [{ name: 'mytrick, a page of 6, on PostgreSQL (peer: SQLite)', unit: 'µs', ours, peer }];
    } finally {
      for (const { server } of worlds) await server.stop();
      rmSync(otherDir, { recursive: true, force: true });
    }
  });

/** Transfers and a read on PostgreSQL, each beside the same on SQLite. */
export const postgres = async (root: string): Promise<Row[]> => {
  const programs = postgresPrograms();
  if (programs === null) return [{ name: 'PostgreSQL beside SQLite', skipped: 'it is not installed' }];
  const server = await PostgresServer.start(programs, true);
  try {
    return [...(await transfers(root, server)), ...(await ownStrategies(root, server))];
  } finally {
    await server.stop();
  }
};
