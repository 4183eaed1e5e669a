import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BACKEND_SOURCE, type BackendProcess, startBackendProcess } from '../support/backend-process.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';

/** Within what a server takes of one user in a minute. */
const OF_ACCOUNT = 530;
const ACCOUNTS = 5;
const AT_ONCE = 100;

let dataDir = '';
let backend: BackendProcess;
const sockets: Socket[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-connections-'));
  backend = await startBackendProcess(dataDir, BACKEND_SOURCE);
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await backend.kill();
  rmSync(dataDir, { recursive: true });
});

let people = 0;
const register = async (): Promise<string> => {
  const index = people++;
  const answer = await fetch(`${backend.url}/jwt/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': TEST_API_TOKEN },
    body: JSON.stringify({
      fullName: 'Many Connections',
      email: `connections-${index}@example.com`,
      phone: `987654321${index}`,
      password: 'a long enough password',
    }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return data.accessToken;
};

const small = (token: string): string =>
  [
    'POST /userapi/usernotificationcount HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'content-length: 2',
    '',
    '{}',
  ].join('\r\n');

/**
 * Answer to one small call on a connection that stays open. The connection is its own; the answer is empty when that is
 * cut off.
 */
const answerTo = (token: string): Promise<string> => {
  const socket = connect(Number(new URL(backend.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(small(token));
  return new Promise((resolve) => {
    socket.once('data', (text) => resolve(text.toString())).once('close', () => resolve(''));
  });
};

it('somebody with a few accounts, who keeps connections open, shuts nobody else out', async () => {
  const honest = await register();
  const tokens = await Promise.all(Array.from({ length: ACCOUNTS }, register));
  for (let account = 0; account < ACCOUNTS; account++) {
    const token = tokens[account] ?? '';
    for (let count = 0; count < OF_ACCOUNT; count += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, OF_ACCOUNT - count) }, () => answerTo(token)));
  }
  console.log(`${sockets.filter((socket) => !socket.destroyed).length} connections stay open.`);
  expect(await answerTo(honest)).toMatch(/^HTTP\/1.1 200 /);
}, 120_000);
