import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { depthQuoteName, DEPTHS_WATCHED_MOST, WATCHED_MOST } from '../../src/shared/quotes.ts';
import { type BackendProcess, startBackendProcess } from '../support/backend-process.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Streams that one account may have open. */
const STREAMS = 16;
const MOST_MS = 250;
const EVERY_MS = 50;
const LASTING_MS = 6_000;
const GIVEN_UP_MS = 10_000;
const SMALL = '/userapi/usernotificationcount';

type Headers = Record<string, string>;

let dataDir = '';
let backend: BackendProcess;
const sockets: Socket[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-depths-'));
  backend = await startBackendProcess(dataDir);
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await backend.kill();
  rmSync(dataDir, { recursive: true });
});

const post = async (path: string, body: object, headers: Headers) => {
  const answer = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { message: string; data?: never } };
};

const register = async (number: number): Promise<Headers> => {
  const person = {
    fullName: 'Depth Tester',
    email: `depth${number}@example.com`,
    phone: String(9_876_541_000 + number),
    password: 'a long enough password',
  };
  const { body } = await post('/jwt/register', person, { 'x-api-token': TEST_API_TOKEN });
  return { authorization: `Bearer ${(body.data as unknown as { accessToken: string }).accessToken}` };
};

interface Chain {
  readonly expiries: readonly { readonly day: string }[];
  readonly chain: {
    readonly strikes: readonly {
      readonly call: { readonly symbol: string } | null;
      readonly put: { readonly symbol: string } | null;
    }[];
  } | null;
}

const chainOf = async (headers: Headers, expiry?: string): Promise<Chain | null> => {
  const { body } = await post('/userapi/options/chain', { ...(expiry && { expiry }) }, headers);
  return (body.data as unknown as Chain | undefined) ?? null;
};

const watch = (headers: Headers, symbols: readonly string[]) =>
  post('/userapi/stream/watch', { symbols }, headers);

/** Symbols of as many options as one session may watch. */
const symbolsOf = async (headers: Headers): Promise<string[]> => {
  const symbols: string[] = [];
  for (const { day } of (await chainOf(headers))?.expiries ?? []) {
    for (const { call, put } of (await chainOf(headers, day))?.chain?.strikes ?? [])
      for (const option of [call, put]) if (option) symbols.push(option.symbol);
    if (symbols.length >= WATCHED_MOST) break;
  }
  return symbols.slice(0, WATCHED_MOST);
};

/** A stream that is read, and whose contents nobody looks at. */
const openStream = async ({ authorization = '' }: Headers): Promise<void> => {
  const { hostname, port } = new URL(backend.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`GET ${STREAM_PATH} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString('latin1').slice(0, 12)).toBe('HTTP/1.1 200');
  socket.resume();
};

/** Durations of small calls of a person meanwhile, the shortest first. One without an answer is given up. */
const smallCalls = async (headers: Headers): Promise<number[]> => {
  const took: number[] = [];
  const end = performance.now() + LASTING_MS;
  while (performance.now() < end) {
    const began = performance.now();
    await fetch(`${backend.url}${SMALL}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    })
      .then((answer) => answer.arrayBuffer())
      .catch(() => null);
    took.push(performance.now() - began);
    await wait(EVERY_MS);
  }
  return took.sort((a, b) => a - b);
};

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;

it('what one account watches on all of its streams keeps nobody else waiting', async () => {
  const [greedy, other] = [await register(1), await register(2)];
  await until('the market', async () => (await chainOf(other))?.chain, 60_000);
  const symbols = await symbolsOf(greedy);
  for (let count = 0; count < STREAMS; count++) await openStream(greedy);
  const refused = await watch(greedy, symbols.map(depthQuoteName));
  expect(refused.body.message).toBe('One account watches the market depth of 50 instruments at most.');
  const deep = symbols.slice(0, DEPTHS_WATCHED_MOST).map(depthQuoteName);
  const names = [...deep, ...symbols.slice(DEPTHS_WATCHED_MOST)];
  expect(names).toHaveLength(WATCHED_MOST);
  const watched = watch(greedy, names);
  const beside = await smallCalls(other);
  // Half of them, as other tests run beside this one; each took a second and more before.
  expect(share(beside, 0.5)).toBeLessThan(MOST_MS);
  expect((await watched).status).toBe(200);
}, 60_000);
