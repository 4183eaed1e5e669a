import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackendProcess, startBackendProcess } from '../support/backend-process.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Calls that a server takes from a user in a minute. Those that were made before are deducted. */
const CALLS = 500;
/** Most milliseconds of another user's small call, whatever one account does. */
const MOST_MS = 250;
const EVERY_MS = 50;
const SETTLING_MS = 1_000;
const ROUNDS = 6;
const BURST = ['/userapi/listBasket', JSON.stringify({ pageSize: 100 })] as const;
const SMALL = '/userapi/usernotificationcount';

type Headers = Record<string, string>;

let dataDir = '';
let backend: BackendProcess;
let people = 0;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-bursts-'));
  backend = await startBackendProcess(dataDir);
}, 60_000);
afterAll(async () => {
  await backend.kill();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, body: string, headers: Headers) =>
  fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const register = async (): Promise<Headers> => {
  const number = people++;
  const person = {
    fullName: 'Burst Tester',
    email: `burst${number}@example.com`,
    phone: String(9_876_543_000 + number),
    password: 'a long enough password',
  };
  const answer = await post('/jwt/register', JSON.stringify(person), { 'x-api-token': TEST_API_TOKEN });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
};

/** A user's calls, sent at one moment on open connections. Each has a connection of its own. */
const burstOf = async (headers: Headers): Promise<{ send: () => Promise<string[]> }> => {
  const [path, body] = BURST;
  const { hostname, port } = new URL(backend.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const sockets = Array.from({ length: CALLS }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    send: () => {
      const answers = sockets.map(async (socket) => {
        const [first] = (await once(socket, 'data')) as [Buffer];
        socket.resume();
        return first.toString('latin1').slice(0, 'HTTP/1.1 200'.length);
      });
      for (const socket of sockets) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      return Promise.all(answers);
    },
  };
};

it('as many calls at once as somebody may make in a minute keep nobody else waiting', async () => {
  const other = await register();
  await until('the market', async () => (await post(...BURST, other)).status === 200, 60_000);
  let longest = Number.POSITIVE_INFINITY;
  // What else the machine does at the moment can spoil a round, and cannot make a good one.
  for (let round = 0; round < ROUNDS && longest >= MOST_MS; round++) {
    const greedy = await register();
    const caller = new Worker(new URL('../support/steady-caller.ts', import.meta.url), {
      workerData: { url: `${backend.url}${SMALL}`, headers: other, everyMs: EVERY_MS },
    });
    const reported = once(caller, 'message') as Promise<[{ status: number; ms: number }[]]>;
    const burst = await burstOf(greedy);
    await wait(SETTLING_MS);
    const began = performance.now();
    const answers = await burst.send();
    const took = performance.now() - began;
    caller.postMessage('enough');
    const [small] = await reported;
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200']));
    expect(new Set(small.map(({ status }) => status))).toEqual(new Set([200]));
    longest = Math.max(...small.slice(SETTLING_MS / EVERY_MS).map(({ ms }) => ms));
    console.log(
      `${CALLS} calls took ${took.toFixed(0)} ms, and a small one at most ${longest.toFixed(0)} ms.`,
    );
  }
  expect(longest).toBeLessThan(MOST_MS);
}, 120_000);
