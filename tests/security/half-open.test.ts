import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BACKEND_SOURCE } from '../support/backend-process.ts';
import { bundled } from '../support/bundled.ts';
import { newestCode } from '../support/outbox.ts';
import { fillAsPrepared } from '../support/prepared-folder.ts';
import { startTestBackend, TEST_API_TOKEN, TEST_SEED } from '../support/test-backend.ts';
import { createLogger } from '../../src/backend/log.ts';

/** Open files that a system allows a program by default. `HALF_SENT` is what a stranger takes of them. */
const FILES = 4_096;
const HALF_SENT = 4_066;
const EMAIL = 'holder@example.com';

let dataDir: string;
let url: URL;
let stop: () => Promise<unknown>;
const sockets: Socket[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-half-'));
  await fillAsPrepared(dataDir, Date.now(), {
    port: 0,
    apiToken: TEST_API_TOKEN,
    logger: createLogger('silent'),
    seed: TEST_SEED,
  });
  const program = await bundled(BACKEND_SOURCE);
  const command = `ulimit -n ${FILES} && exec "$0" "$1" --port 0 --data "$2"`;
  const child = spawn('sh', ['-c', command, process.execPath, program, dataDir], {
    env: { ...process.env, TRICKDESK_API_TOKEN: TEST_API_TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  let output = '';
  url = await new Promise((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(new URL(found));
    }),
  );
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = async (path: string, body: object, headers: Record<string, string>) => {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { data?: unknown } };
};

/** Two ways of sending half a request: its head without an end, or all of its head and nothing of its body. */
const HALVES = [
  'POST /jwt/login HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ',
  'POST /jwt/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n',
];

const sendHalf = async (number: number): Promise<void> => {
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await Promise.race([once(socket, 'connect'), once(socket, 'close'), wait(2_000)]);
  socket.write(HALVES[number % HALVES.length] ?? '');
};

it('a request whose head does not come to its end is given up soon', async () => {
  const socket = connect(Number(url.port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(HALVES[0] ?? '');
  socket.resume();
  const closed = once(socket, 'close').then(() => 'closed');
  expect(await Promise.race([closed, wait(20_000).then(() => 'waiting')])).toBe('closed');
}, 30_000);

it(`with ${HALF_SENT} half-sent requests of a stranger, the holder of a token is answered, and files and mail go on`, async () => {
  const door = { 'x-api-token': TEST_API_TOKEN };
  const person = {
    fullName: 'A Holder',
    email: EMAIL,
    phone: '9876543210',
    password: 'a long enough password',
  };
  const { body } = await post('/jwt/register', person, door);
  const { accessToken } = body.data as { accessToken: string };
  const known = { authorization: `Bearer ${accessToken}` };

  for (let from = 0; from < HALF_SENT; from += 200)
    await Promise.all(Array.from({ length: Math.min(200, HALF_SENT - from) }, (_, n) => sendHalf(from + n)));

  for (let call = 0; call < 20; call++) {
    const began = performance.now();
    // A new connection each time: one that is kept would prove nothing.
    const { status } = await post('/userapi/usernotificationcount', {}, { ...known, connection: 'close' });
    expect(status).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_000);
  }
  const ticket = {
    subject: 'A file',
    category: 'other',
    body: 'With a file.',
    attachment: { name: 'a.txt', type: 'text/plain', base64: Buffer.from('A text.').toString('base64') },
  };
  expect((await post('/userapi/addticket', ticket, { ...known, connection: 'close' })).status).toBe(200);
  const reset = await post('/jwt/forgot-password', { email: EMAIL }, { ...door, connection: 'close' });
  expect(reset.status).toBe(200);
  for (let tries = 0; tries < 50 && newestCode(dataDir, EMAIL) === null; tries++) await wait(100);
  expect(newestCode(dataDir, EMAIL)).not.toBeNull();
}, 120_000);

it('the stream answers with the security headers of every other call', async () => {
  const server = await startTestBackend();
  const { accessToken } = await server.register('reader');
  const headers = { authorization: `Bearer ${accessToken}` };
  const stream = await fetch(`${server.url}/stream`, { headers });
  const call = await fetch(`${server.url}/userapi/mywallet`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  await stream.body?.cancel();
  const names = [
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'content-security-policy',
    'cross-origin-resource-policy',
    'cache-control',
  ];
  for (const name of names) {
    expect(call.headers.get(name), name).not.toBeNull();
    expect(stream.headers.get(name), name).toBe(call.headers.get(name));
  }
  expect(stream.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await server.dispose();
});
