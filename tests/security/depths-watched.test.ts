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
import { clientAt, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** Streams that one account may have open. */
const STREAMS = 16;
const MOST_MS = 250;
const EVERY_MS = 50;
const LASTING_MS = 6_000;

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

/** Symbols of as many options as one session may watch. */
const symbolsOf = async (user: TestUser): Promise<string[]> => {
  const symbols: string[] = [];
  const { expiries } = await user.call('options.chain', {});
  for (const { day } of expiries) {
    const { chain } = await user.call('options.chain', { expiry: day });
    for (const { call, put } of chain?.strikes ?? [])
      for (const option of [call, put]) if (option) symbols.push(option.symbol);
    if (symbols.length >= WATCHED_MOST) break;
  }
  return symbols.slice(0, WATCHED_MOST);
};

/** A stream that is read, and whose contents nobody looks at. */
const openStream = async ({ accessToken }: TestUser): Promise<void> => {
  const { hostname, port } = new URL(backend.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `GET ${STREAM_PATH} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${accessToken}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString('latin1').slice(0, 12)).toBe('HTTP/1.1 200');
  socket.resume();
};

/** Durations of small calls of a person meanwhile, the shortest first. */
const smallCalls = async (user: TestUser): Promise<number[]> => {
  const took: number[] = [];
  const end = performance.now() + LASTING_MS;
  while (performance.now() < end) {
    const began = performance.now();
    await user.call('alerts.count', {});
    took.push(performance.now() - began);
    await wait(EVERY_MS);
  }
  return took.sort((a, b) => a - b);
};

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;

it('what one account watches on all of its streams keeps nobody else waiting', async () => {
  const client = clientAt(backend.url);
  const [greedy, other] = [await client.register('depth-greedy'), await client.register('depth-other')];
  await until('the market', async () => (await other.call('options.chain', {})).chain, 60_000);
  const symbols = await symbolsOf(greedy);
  for (let count = 0; count < STREAMS; count++) await openStream(greedy);
  const refused = await greedy.ask('stream.watch', { symbols: symbols.map(depthQuoteName) });
  expect(refused.body.message).toBe('One account watches the market depth of 50 instruments at most.');
  const deep = symbols.slice(0, DEPTHS_WATCHED_MOST).map(depthQuoteName);
  const names = [...deep, ...symbols.slice(DEPTHS_WATCHED_MOST)];
  expect(names).toHaveLength(WATCHED_MOST);
  const watched = greedy.ask('stream.watch', { symbols: names });
  const beside = await smallCalls(other);
  // Half of them, as other tests run beside this one; each took a second and more before.
  expect(share(beside, 0.5)).toBeLessThan(MOST_MS);
  expect((await watched).status).toBe(200);
}, 60_000);
