import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAVING } from '../../src/backend/http/call-limits.ts';
import type { KeyScope } from '../../src/shared/contract/endpoint.ts';
import { callIds } from '../support/contract-fields.ts';
import { openStream, type StreamReader } from '../support/stream-reader.ts';
import {
  clientAt,
  endpointOf,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from '../support/test-backend.ts';

const MOST = 20;

const keyOf = async (
  server: TestBackend,
  user: TestUser,
  scopes: readonly KeyScope[],
  perMinute = 600,
): Promise<{ readonly script: TestUser; readonly secret: string }> => {
  const { secret } = await user.call('keys.make', {
    ...{ name: 'A key', scopes: [...scopes], perMinute, perDay: 100_000 },
  });
  return { secret, script: clientAt(server.url).as({ accessToken: secret, refreshToken: '', email: '' }) };
};

/** Calls of this minute that a person has left, after one more. */
const leftOf = async (server: TestBackend, user: TestUser): Promise<number> => {
  const { method, path } = endpointOf('alerts.count');
  const { headers } = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return Number(headers.get('ratelimit-remaining'));
};

describe('on a server of many people', () => {
  let server: TestBackend;
  beforeAll(async () => {
    server = await startTestBackend({ callsPerMinute: MOST });
    await server.backend.prepared;
  });
  afterAll(() => server.dispose());

  it('what a key is refused uses up nothing of what its person has to get out of positions', async () => {
    const user = await server.register('trapped');
    const { script } = await keyOf(server, user, ['read']);
    for (let count = 0; count < MOST + 5; count++) await script.askUnproven('positions.exitAll', {});
    const exit = await user.ask('positions.exitAll', {});
    expect([exit.status, exit.body.message]).not.toContain(429);
  });

  it('a key that calls more often than it may keeps its person’s window from no call', async () => {
    const user = await server.register('locked-out');
    const { script } = await keyOf(server, user, ['read'], 1);
    for (let count = 0; count < MOST + 5; count++) await script.askUnproven('alerts.count');
    expect((await user.ask('alerts.count')).status).toBe(200);
  });

  it('a key that calls as often as it may leaves its person’s window all calls and streams', async () => {
    const user = await server.register('beside');
    const { script, secret } = await keyOf(server, user, ['read']);
    const before = await leftOf(server, user);
    for (let count = 0; count < MOST; count++) await script.askUnproven('alerts.count');
    for (let count = 0; count < MOST; count++) (await openStream(server.url, secret)).close();
    expect(await leftOf(server, user)).toBe(before - 1);
    const own = await openStream(server.url, user.accessToken);
    own.close();
    expect(own.status).toBe(200);
  });

  it('all keys of a person have one budget, which one that calls too often does not use up', async () => {
    const user = await server.register('many-keys');
    const { script: runaway } = await keyOf(server, user, ['read'], 1);
    for (let count = 0; count < 2 * MOST; count++) await runaway.askUnproven('alerts.count');
    const [first, second] = [await keyOf(server, user, ['read']), await keyOf(server, user, ['read'])];
    const statuses: number[] = [];
    for (let count = 0; count < MOST; count++) {
      const { script } = count % 2 === 0 ? first : second;
      statuses.push((await script.askUnproven('alerts.count')).status);
    }
    // The runaway key has made one.
    expect(statuses).toEqual([...Array.from({ length: MOST - 1 }, () => 200), 429]);
    expect((await second.script.askUnproven('alerts.count')).body.message).toMatch(
      /^More than 20 calls of keys a minute\. Wait \d+ seconds/,
    );
  });

  it('calls of orders that need no more than the right to read have the budget of those who get out', () => {
    const leaving = callIds.filter((id) => {
      const { money, right } = endpointOf(id);
      return (money === 'orders' || money === 'stop') && right?.action === 'read';
    });
    expect(leaving.filter((id) => !LEAVING.has(id))).toEqual([]);
    expect(leaving).toContain('gtt.cancel');
  });
});

it('scripts that listen leave their person’s window its streams, and have a limit of their own', async () => {
  const server = await startTestBackend();
  await server.backend.prepared;
  const user = await server.register('no-stream');
  const { secret } = await keyOf(server, user, ['read']);
  const streams: StreamReader[] = [];
  for (let count = 0; count < 17; count++) streams.push(await openStream(server.url, secret));
  for (let count = 0; count < 17; count++) streams.push(await openStream(server.url, user.accessToken));
  const statuses = streams.map(({ status }) => status);
  for (const stream of streams) stream.close();
  const sixteen = Array.from({ length: 16 }, () => 200);
  expect(statuses).toEqual([...sixteen, 429, ...sixteen, 429]);
  await server.dispose();
});
