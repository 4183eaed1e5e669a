import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

const MB = 1024 * 1024;
/** A sixth of a user's calls a minute on a server. */
const CALLS = 100;
const EVERY_MS = 20;
const SETTLING_MS = 3_000;
const MOST_GROWN = 256 * MB;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let server: TestBackend;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestBackend({ callsPerMinute: 600 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.dispose();
});

/** Memory of the process without what nobody needs. */
const held = async (): Promise<number> => {
  await wait(SETTLING_MS);
  collect();
  collect();
  await wait(100);
  return process.memoryUsage().rss;
};

/** A request for an attachment of the largest size, by its owner. */
const requestForAttachment = async (): Promise<string> => {
  const user = await server.register('reads-nothing');
  const attachment = {
    name: 'notes.txt',
    type: 'text/plain',
    base64: Buffer.alloc(5 * MB, 'a').toString('base64'),
  } as const;
  await user.call('tickets.add', { subject: 'Help', category: 'other', body: 'Please.', attachment });
  const { messages } = await user.call('tickets.details', { ticketId: 1 });
  const body = JSON.stringify({ attachmentId: messages[0]?.attachments[0]?.attachmentId });
  const head = [
    'POST /userapi/ticketattachment HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${user.accessToken}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** Ask `CALLS` times, each time on a connection of its own. Each connection is read to the end or not at all. */
const askFor = async (text: string, isRead: boolean): Promise<void> => {
  for (let count = 0; count < CALLS; count++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    if (isRead) socket.resume();
    socket.write(text);
    await wait(EVERY_MS);
  }
};

it('answers that one user asks for and does not read cost the server no more than some memory', async () => {
  const text = await requestForAttachment();
  await askFor(text, true);
  const whenRead = await held();
  await askFor(text, false);
  const grown = (await held()) - whenRead;
  console.log(`${CALLS} unread answers hold ${Math.round(grown / MB)} MB.`);
  expect(grown).toBeLessThan(MOST_GROWN);
}, 90_000);
