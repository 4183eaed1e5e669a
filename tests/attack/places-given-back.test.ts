import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

const PATH = '/userapi/market/import';
const FILE = { name: 'ITC.csv', text: 'not candles' };
const TRIES = 20;

let desk: TestBackend;
beforeAll(async () => {
  desk = await startTestBackend();
});
afterAll(() => desk.dispose());

/** The beginning of an import, of which the sender hangs up as soon as it has gone out. */
const hangUpAtOnce = async (user: TestUser): Promise<void> => {
  const { hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${PATH} HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${user.accessToken}`,
      'content-type: application/json',
      'content-length: 1000',
      '',
      '{"files":',
    ].join('\r\n'),
    () => socket.resetAndDestroy(),
  );
  await once(socket, 'close');
};

it('an import gives its place back when its sender hangs up before the token was looked at', async () => {
  const user = await desk.register('hangs-up');
  for (let count = 0; count < TRIES; count++) await hangUpAtOnce(user);
  await expect
    .poll(async () => (await user.ask('market.import', { files: [FILE] })).status, { timeout: 5_000 })
    .toBe(200);
});
