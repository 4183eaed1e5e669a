import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import { BACKEND_SOURCE, type BackendProcess, startBackendProcess } from '../support/backend-process.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';

/** Megabytes of one import, and how many of each at once: `TRICKDESK_FAIRNESS=long` is what the house promises. */
const LONG = process.env['TRICKDESK_FAIRNESS'] === 'long';
const [MEGABYTES, IMPORTS, LOOK_AHEADS] = LONG ? [60, 8, 200] : [15, 8, 60];
const MOST_MS = 250;
/** Within what a server takes of one user a minute. */
const EVERY_MS = 110;
const SETTLING_MS = 2_000;
const MOST_ROUNDS = 6;

type Headers = Record<string, string>;
type Body = Uint8Array<ArrayBuffer>;
/** A small call as its thread tells of it. */
interface Small {
  readonly status: number;
  readonly ms: number;
}

let dataDir = '';
let backend: BackendProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-fair-'));
  backend = await startBackendProcess(dataDir, BACKEND_SOURCE);
});
afterAll(async () => {
  await backend.kill();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, body: string | Body, headers: Headers) =>
  fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const register = async (name: string, index: number): Promise<Headers> => {
  const person = {
    fullName: `${name} Tester`,
    email: `${name}@example.com`,
    phone: `987654321${index}`,
    password: 'a long enough password',
  };
  const answer = await post('/jwt/register', JSON.stringify(person), { 'x-api-token': TEST_API_TOKEN });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
};

/** A request to import minutes of NIFTY, of about so many megabytes. */
const importOf = (megabytes: number): Body => {
  const rows: string[] = [];
  const first = Date.parse('2012-01-02T09:16:00Z');
  for (let [bytes, day] = [0, 0]; bytes < megabytes * 1024 * 1024; day++)
    for (let minute = 0; minute < 375; minute++) {
      const time = new Date(first + day * DAY_MS + minute * 60_000).toISOString();
      const row = `NIFTY,${time.slice(0, 10).replaceAll('-', '')},${time.slice(11, 16)},24100.05,24120.10,24090.00,24110.15,0,0`;
      bytes += row.length + 2;
      rows.push(row);
    }
  const files = [{ name: 'NIFTY.csv', text: rows.join('\n') }];
  return new TextEncoder().encode(JSON.stringify({ files, onBad: 'keep-good' }));
};

const lookAhead = JSON.stringify({
  document: { ...RSI_RULES, instruments: ['RELIANCE', 'TCS', 'INFY', 'ITC'] },
  from_date: istDate(Date.now() - 200 * DAY_MS),
  to_date: istDate(Date.now() - DAY_MS),
  source: 'simulated',
});

/** Somebody else's small calls beside what one user does: how long each took, in ms, in order. */
const besideStorm = async (greedy: Headers, others: readonly Headers[], body: Body): Promise<number[]> => {
  const callers = others.map(
    (headers) =>
      new Worker(new URL('../support/steady-caller.ts', import.meta.url), {
        workerData: { url: `${backend.url}/userapi/usernotificationcount`, headers, everyMs: EVERY_MS },
      }),
  );
  const reported = callers.map((caller) => once(caller, 'message') as Promise<[Small[]]>);
  await wait(SETTLING_MS);
  const [imports, tests] = await Promise.all([
    Promise.all(Array.from({ length: IMPORTS }, () => post('/userapi/market/import', body, greedy))),
    Promise.all(Array.from({ length: LOOK_AHEADS }, () => post('/userapi/lookahead', lookAhead, greedy))),
  ]);
  for (const caller of callers) caller.postMessage('enough');
  for (const which of [imports, tests])
    expect(new Set(which.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = imports.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({
    message: 'One of these is under way for you already. Wait for its end, and try again.',
  });
  const small = (await Promise.all(reported)).flatMap(([calls]) => calls);
  expect(small.filter(({ status }) => status !== 200)).toEqual([]);
  return small.map(({ ms }) => ms).sort((a, b) => a - b);
};

it('what one user imports and tests keeps nobody else waiting, and is refused where it is too much', async () => {
  const greedy = await register('greedy', 0);
  const others = await Promise.all(['one', 'two', 'three'].map((name, index) => register(name, index + 1)));
  const body = importOf(MEGABYTES);
  let p99 = Number.POSITIVE_INFINITY;
  // What else the machine does at the moment can spoil a round, and cannot make a good one.
  for (let round = 0; round < MOST_ROUNDS && p99 >= MOST_MS; round++) {
    const took = await besideStorm(greedy, others, body);
    p99 = took[Math.ceil(took.length * 0.99) - 1] ?? 0;
    const [median, most] = [took[took.length >> 1], took.at(-1)].map((ms) => (ms ?? 0).toFixed(0));
    console.log(`${took.length} small calls: ${median} ms, p99 ${p99.toFixed(0)} ms, at most ${most} ms.`);
  }
  expect(p99).toBeLessThan(MOST_MS);
}, 600_000);
