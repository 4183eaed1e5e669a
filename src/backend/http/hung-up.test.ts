import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
  type TestUser,
} from '../../../tests/support/test-backend.ts';

const PATH = '/userapi/market/import';
const FILE = { name: 'ITC.csv', text: 'not candles' };
const TRIES = 20;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

/** Send a request, and hang up once it has gone out. */
const hangUpAtOnce = async (lines: readonly string[]): Promise<void> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'), () => socket.resetAndDestroy());
  await once(socket, 'close');
};

/** Does something with tokens that were not seen before: they take longest to look at. */
const withNewTokens = async (user: TestUser, act: (token: string) => Promise<void>): Promise<void> => {
  let { refreshToken } = user;
  for (let count = 0; count < TRIES; count++) {
    const { body } = await server.post(
      '/jwt/refresh-token',
      { refreshToken },
      { 'x-api-token': TEST_API_TOKEN },
    );
    const pair = body.data as { accessToken: string; refreshToken: string };
    ({ refreshToken } = pair);
    await act(pair.accessToken);
  }
};

it('an import gives its place back when its sender hangs up before the token was looked at', async () => {
  const user = await server.register('hangs-up');
  await withNewTokens(user, (token) =>
    hangUpAtOnce([
      `POST ${PATH} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      'content-length: 1000',
      '',
      '{"files":',
    ]),
  );
  await expect
    .poll(async () => (await user.ask('market.import', { files: [FILE] })).status, { timeout: 5_000 })
    .toBe(200);
}, 20_000);

it('a stream is forgotten when its reader hangs up before the token was looked at', async () => {
  const user = await server.register('hangs-up-streaming');
  const { id } = await user.call('profile.mine');
  await withNewTokens(user, (token) =>
    hangUpAtOnce(['GET /stream HTTP/1.1', 'host: 127.0.0.1', `authorization: Bearer ${token}`, '', '']),
  );
  await expect.poll(() => server.backend.parts.hub.listenersOf(id), { timeout: 5_000 }).toBe(0);
}, 20_000);
