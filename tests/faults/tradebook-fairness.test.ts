import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BACKEND_SOURCE, type BackendProcess, startBackendProcess } from '../support/backend-process.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';

const MOST_MS = 250;
/** Within what a server takes of one user a minute. */
const EVERY_MS = 110;
const SETTLING_MS = 2_000;
const MOST_ROUNDS = 6;
/** As many as one file may have: some 3 MB. */
const ROWS = 49_990;

type Headers = Record<string, string>;
/** A small call as its thread tells of it. */
interface Small {
  readonly status: number;
  readonly ms: number;
}

let dataDir = '';
let backend: BackendProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-tradebooks-'));
  backend = await startBackendProcess(dataDir, BACKEND_SOURCE);
}, 60_000);
afterAll(async () => {
  await backend.kill();
  rmSync(dataDir, { recursive: true });
});

const post = async (path: string, body: object, headers: Headers) => {
  const answer = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { message: string; data?: unknown } };
};

let people = 0;
const register = async (): Promise<Headers> => {
  const index = people++;
  const { body } = await post(
    '/jwt/register',
    {
      fullName: 'Books Tester',
      email: `books-${index}@example.com`,
      phone: `98765432${String(index).padStart(2, '0')}`,
      password: 'a long enough password',
    },
    { 'x-api-token': TEST_API_TOKEN },
  );
  return { authorization: `Bearer ${(body.data as { accessToken: string }).accessToken}` };
};

/** A tradebook as full as one may be: purchases and sales of one share on one day, no two of them alike. */
const fullTradebook = (number = 0) => {
  const rows = ['symbol,trade_date,exchange,segment,trade_type,quantity,price,trade_id'];
  for (let row = 0; row < ROWS; row++)
    rows.push(`ITC,2025-06-02,NSE,EQ,${row % 2 === 0 ? 'buy' : 'sell'},1,400,${number}-${row}`);
  return { name: 'full.csv', text: rows.join('\n') };
};

const importFull = (user: Headers, number = 0) =>
  post('/userapi/tradebook/import', { files: [fullTradebook(number)] }, user);

/** 99th percentile (ms) of other users' small calls beside one user's work. */
const besides = async (
  work: () => Promise<unknown>,
  path = '/userapi/usernotificationcount',
): Promise<number> => {
  const callers = (await Promise.all([register(), register()])).map(
    (headers) =>
      new Worker(new URL('../support/steady-caller.ts', import.meta.url), {
        workerData: { url: `${backend.url}${path}`, headers, everyMs: EVERY_MS },
      }),
  );
  const reported = callers.map((caller) => once(caller, 'message') as Promise<[Small[]]>);
  await wait(SETTLING_MS);
  await work();
  for (const caller of callers) caller.postMessage('enough');
  const small = (await Promise.all(reported)).flatMap(([calls]) => calls);
  expect(small.filter(({ status }) => status !== 200)).toEqual([]);
  const took = small.map(({ ms }) => ms).sort((a, b) => a - b);
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? 0;
  console.log(`${took.length} small calls: p99 ${p99.toFixed(0)} ms, at most ${took.at(-1)?.toFixed(0)} ms.`);
  return p99;
};

/** Best of some rounds. What else the machine does at the moment can spoil a round, and cannot make a good one. */
const bestOf = async (round: () => Promise<number>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST_ROUNDS && best >= MOST_MS; count++) best = Math.min(best, await round());
  return best;
};

it('the tax report of one full tradebook keeps nobody else waiting', async () => {
  const greedy = await register();
  expect((await importFull(greedy)).body.message).toBe('49,990 of 49,990 rows are kept.');
  const report = () => post('/userapi/report/tax', { withTradebook: true }, greedy);
  const p99 = await bestOf(() => besides(async () => expect((await report()).status).toBe(200)));
  expect(p99).toBeLessThan(MOST_MS);
}, 120_000);

it('a full tradebook that is imported again beside others of its day keeps nobody else waiting', async () => {
  const greedy = await register();
  for (const number of [0, 1, 2]) expect((await importFull(greedy, number)).status).toBe(200);
  const again = async () =>
    expect((await importFull(greedy)).body.message).toBe('0 of 49,990 rows are kept.');
  expect(await bestOf(() => besides(again))).toBeLessThan(MOST_MS);
}, 120_000);
