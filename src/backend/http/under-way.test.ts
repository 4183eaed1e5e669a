import { request } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { UnderWay } from './under-way.ts';

const PATH = '/userapi/market/import';
const FILE = { name: 'ITC.csv', text: 'not candles' };

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const bearer = (user: TestUser) => ({ authorization: `Bearer ${user.accessToken}` });
const imported = async (user: TestUser): Promise<number> =>
  (await user.ask('market.import', { files: [FILE] })).status;

/** An import of which only a part has been sent. */
const halfSent = (user: TestUser) => {
  const expect = '100-continue';
  const sent = request(`${server.url}${PATH}`, {
    method: 'POST',
    headers: { ...bearer(user), 'content-type': 'application/json', 'content-length': 1_000, expect },
  });
  sent.write('{"files":');
  return sent;
};

/** A half-sent import that holds its user's place: one that came while another was worked on is sent again. */
const holdsPlace = async (user: TestUser) => {
  for (;;) {
    const sent = halfSent(user);
    let isRefused = false;
    sent.on('error', () => undefined);
    sent.once('response', (answer) => {
      answer.resume();
      isRefused = true;
    });
    // From here on it is ahead of what is asked next, on most runs.
    await once(sent, 'continue');
    while (!isRefused) if ((await imported(user)) === 429) return sent;
  }
};

it('a second import of one user is refused while the first is sent, and taken once that is given up', async () => {
  const user = await server.register('half-sent');
  const other = await server.register('not-waiting');
  const first = await holdsPlace(user);
  expect(await imported(other)).toBe(200);
  first.destroy();
  await expect.poll(() => imported(user)).toBe(200);
});

it('an import that ends in any other way gives its place back too', async () => {
  const user = await server.register('ends-badly');
  expect((await server.post(PATH, { files: 'none' }, bearer(user))).status).toBe(400);
  const broken = halfSent(user);
  broken.end('x'.repeat(1_000 - '{"files":'.length));
  const [answer] = (await once(broken, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  expect(answer.statusCode).toBe(400);
  expect(await imported(user)).toBe(200);
  expect(await imported(user)).toBe(200);
});

/** A call being worked on, or one that waits for its client. Of the client's request so many bytes have come. */
const call = (bytes: number | 'worked on') => {
  const ended = { count: 0 };
  const exchange = {
    waitsForClient: () => bytes !== 'worked on',
    bytes: () => (bytes === 'worked on' ? 0 : bytes),
    end: () => void ended.count++,
  };
  return { exchange, ended };
};

it('everybody together has a limit, and giving a place back twice makes none', () => {
  const underWay = new UnderWay();
  const { exchange } = call('worked on');
  const ends = Array.from({ length: 8 }, (_, user) => underWay.start('market.import', user, 1, exchange));
  expect(() => underWay.start('market.import', 99, 1, exchange)).toThrow(/Many people/);
  expect(() => underWay.start('backtests.lookAhead', 99, 1, exchange)).not.toThrow();
  ends[0]?.();
  ends[0]?.();
  underWay.start('market.import', 99, 1, exchange);
  expect(() => underWay.start('market.import', 100, 1, exchange)).toThrow(/Many people/);
});

it('where all places are taken, the slowest client makes room', () => {
  const underWay = new UnderWay();
  const [slow, fast] = [call(1), call(1_000_000_000)];
  for (let user = 0; user < 7; user++) underWay.start('market.import', user, 1, fast.exchange);
  underWay.start('market.import', 7, 1, slow.exchange);
  underWay.start('market.import', 8, 1, fast.exchange);
  expect([slow.ended.count, fast.ended.count]).toEqual([1, 0]);
  expect(() => underWay.start('market.import', 7, 1, fast.exchange)).not.toThrow();
});
