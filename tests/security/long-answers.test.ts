import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { longestTurn } from '../support/longest-turn.ts';
import { requestOf, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** Most milliseconds of another user's small call, whatever one account does. */
const MOST_MS = 250;
/** Enough to take seconds of each other. */
const AT_ONCE = 8;
/** Enough to hold far more than is allowed. */
const UNREAD = 16;
const ROUNDS = 8;
const BARS = 250_000;
const SETS = 10_000;
const MB = 1024 * 1024;
const MOST_HELD = 64 * MB;
const SETTLING_MS = 6_000;

let server: TestBackend;
let greedy: TestUser;
let other: TestUser;
let backtestId = 0;
const sockets: Socket[] = [];

/** Minutes of NIFTY as a file. */
const minutes = (): string => {
  const rows: string[] = [];
  const first = Date.parse('2018-01-01T09:16:00Z');
  for (let day = 0; rows.length < BARS; day++)
    for (let minute = 0; minute < 375; minute++) {
      const time = new Date(first + day * DAY_MS + minute * 60_000).toISOString();
      const at = `${time.slice(0, 10).replaceAll('-', '')},${time.slice(11, 16)}`;
      rows.push(`NIFTY,${at},24100.05,24120.10,24090.00,24110.15,0,0`);
    }
  return rows.join('\n');
};

/** A sweep's result with as many sets as allowed. */
const sweepOf = (sets: number): string => {
  const column = () => Array.from({ length: sets }, (_, set) => set / 7);
  return JSON.stringify({
    objective: 'sharpe',
    parameters: [],
    sets: {
      values: Array.from({ length: sets }, (_, set) => [set, set, set, set]),
      figures: Object.fromEntries(Array.from({ length: 30 }, (_, figure) => [`figure${figure}`, column()])),
      refused: [],
    },
    best: 0,
    walkForward: null,
    warnings: [],
  });
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  greedy = await server.register('greedy');
  other = await server.register('other');
  const { id } = await greedy.call('profile.mine');
  await greedy.call('market.import', { files: [{ name: 'NIFTY.csv', text: minutes() }] });
  const { rows } = await server.backend.parts.database.write(id, (tx) =>
    sql<{ id: number }>`
      insert into backtest_runs (user_id, name, created_at, finished_at, sweep_json)
      values (${id}, 'Sweep', 1, 2, ${sweepOf(SETS)}) returning id`.execute(tx.query),
  );
  backtestId = rows[0]?.id ?? 0;
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.dispose();
});

const LONG_ANSWERS = [
  ['market.candles', () => ({ symbol: 'NIFTY', timeframe: '1m', source: 'replay', limit: 200_000 })],
  ['backtests.list', () => ({ backtestId })],
] as const;

const headers = (user: TestUser) => ({
  authorization: `Bearer ${user.accessToken}`,
  'content-type': 'application/json',
});

it.each(LONG_ANSWERS)(
  '%s, asked many times at once for as much as there is, keeps nobody else waiting',
  async (id, input) => {
    const { path, body } = requestOf(id, input());
    const ask = async (): Promise<number> => {
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: headers(greedy), body });
      return answer.status === 200 ? (await answer.arrayBuffer()).byteLength : 0;
    };
    const smallCall = async (): Promise<number> => {
      await wait(20);
      const began = performance.now();
      await other.call('alerts.count');
      return performance.now() - began;
    };
    let best = Number.POSITIVE_INFINITY;
    // What else the machine does at the moment can spoil a round, and cannot make a good one.
    for (let round = 0; round < ROUNDS && best >= MOST_MS; round++) {
      const asked = Array.from({ length: AT_ONCE }, ask);
      let small = 0;
      const turn = await longestTurn(async () => {
        for (let call = 0; call < 3; call++) small = Math.max(small, await smallCall());
      });
      for (const bytes of await Promise.all(asked)) expect(bytes).toBeGreaterThan(MB);
      console.log(`${id}: a small call ${small.toFixed(0)} ms, the longest turn ${turn.toFixed(0)} ms.`);
      best = Math.min(best, small);
    }
    expect(best).toBeLessThan(MOST_MS);
  },
  120_000,
);

it.each(LONG_ANSWERS)(
  '%s, asked many times by somebody who reads no answer, holds little in memory',
  async (id, input) => {
    const { path, body } = requestOf(id, input());
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      ...Object.entries(headers(greedy)).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    const before = process.memoryUsage();
    for (let asked = 0; asked < UNREAD; asked++) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    }
    await wait(SETTLING_MS);
    const { arrayBuffers } = process.memoryUsage();
    const held = arrayBuffers - before.arrayBuffers;
    console.log(`${id}: ${UNREAD} unread answers hold ${Math.round(held / MB)} MB.`);
    expect(held).toBeLessThan(MOST_HELD);
  },
  60_000,
);
