import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { createLogger } from '../log.ts';
import { HOUSE } from '../db/database.ts';

const LOOPBACK = '127.0.0.1';
const OWN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const PROXYS = 'edge-7f3a9c0d1e2b';

const lines: string[] = [];
const linesOf = (id: string | undefined) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['requestId'] === id);
let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  server = await startTestBackend({ logger, isShared: true, trustedProxies: [LOOPBACK] });
  await server.backend.prepared;
  user = await server.register('request-ids');
});
afterAll(() => server.dispose());

/** Has the next calls that close a basket do something else; it is given the key of what they do. */
const onClose = (work: (key: string) => Promise<void>) =>
  vi.spyOn(server.backend.parts.basketTrading, 'close').mockImplementation(async (_userId, _input, key) => {
    await work(key);
    return { name: 'A basket', orders: [], left: [] };
  });

const closeBasket = (id?: string) =>
  user.ask(
    'baskets.close',
    { basketId: 1, mode: 'test', confirmName: '', isAuthorised: false },
    id === undefined ? {} : { 'x-request-id': id },
  );

/** The id that an answer bears, on a request that bears `given`. */
const idFor = async (given: string | readonly string[], port = server.backend.port): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-request-id': given as string };
    send({ host: LOOPBACK, port, path: '/userapi/nothing', headers }, (response) => {
      response.resume();
      resolve(String(response.headers['x-request-id']));
    })
      .once('error', reject)
      .end();
  });

describe('the id of a request', () => {
  it('is that of a trusted proxy', async () => {
    expect(await idFor(PROXYS)).toBe(PROXYS);
    expect(linesOf(PROXYS)).toMatchObject([{ msg: 'call', status: 404 }]);
  });

  it.each([
    ['short', 'a'],
    ['long', 'a'.repeat(65)],
    ['with a quote in it', 'abcdefgh"level":60'],
    ['with a space in it', 'abcdefgh ijkl'],
    ['with letters of another script', 'abcdefghß'],
    ['given twice', ['abcdefgh-1', 'abcdefgh-2']],
  ])('is one of our own for one %s', async (_what, given) => {
    expect(await idFor(given)).toMatch(OWN);
  });

  it('is one of our own unless a trusted proxy gives one', async () => {
    const own = await startTestBackend();
    expect(await idFor(PROXYS, own.backend.port)).toMatch(OWN);
    await own.dispose();
  });

  it('is never the key of what a call does: one id on two calls closes twice', async () => {
    const keys: string[] = [];
    const closing = onClose((key) => {
      keys.push(key);
      return Promise.resolve();
    });
    await Promise.all([closeBasket(PROXYS), closeBasket(PROXYS)]);
    closing.mockRestore();
    expect(new Set(keys).size).toBe(2);
  });
});

describe('the lines of a request', () => {
  it('are found by the id in the answer of a call that fails', async () => {
    const { database, logger } = server.backend.parts;
    const closing = onClose(async () => {
      logger.warn('in the handler');
      await database.write(HOUSE, () => Promise.resolve(logger.warn('in a write')));
      logger.warn({ password: 'secret' }, 'behind it');
      throw new Error('a defect');
    });
    const { status, body } = await closeBasket();
    closing.mockRestore();
    expect([status, body.message]).toEqual([500, 'Internal server Error']);
    await until('its last line', () => Promise.resolve(linesOf(body.requestId).length >= 5 || undefined));
    expect(linesOf(body.requestId).map(({ msg }) => msg)).toEqual([
      'in the handler',
      'in a write',
      'behind it',
      'call failed',
      'call',
    ]);
    expect(linesOf(body.requestId)[3]).toMatchObject({ err: { message: 'a defect' } });
    expect(lines.join('')).not.toContain('secret');
  });

  it('are its own where requests share a commit', async () => {
    const { database, logger } = server.backend.parts;
    const closing = onClose(async (key) => {
      logger.warn({ key }, 'before');
      await database.write(HOUSE, () => Promise.resolve(logger.warn({ key }, 'within')));
    });
    const ids = Array.from({ length: 8 }, (_, index) => `shared-commit-${index}`);
    await Promise.all(ids.map(closeBasket));
    closing.mockRestore();
    for (const id of ids) {
      const [before, within] = linesOf(id);
      expect([before?.['msg'], within?.['msg']]).toEqual(['before', 'within']);
      expect(within?.['key']).toBe(before?.['key']);
    }
  });

  it('are told from those of what it has left behind', async () => {
    const { logger } = server.backend.parts;
    const left = Promise.withResolvers<void>();
    const closing = onClose(() => {
      setTimeout(() => {
        logger.warn('long after');
        left.resolve();
      }, 300);
      return Promise.resolve();
    });
    await closeBasket('leaves-something');
    closing.mockRestore();
    await left.promise;
    const line = lines.find((each) => each.includes('long after')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ afterRequest: 'leaves-something' });
    expect(JSON.parse(line)).not.toHaveProperty('requestId');
  });
});

it('a line outside of any request names none', () => {
  server.backend.parts.logger.warn('by itself');
  expect(JSON.parse(lines.at(-1) ?? '')).not.toHaveProperty('requestId');
});
