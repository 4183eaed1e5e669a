import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { fail, succeed } from '../../shared/failure.ts';
import { sseReader } from '../../shared/sse.ts';
import { StreamClient, type StreamDeps } from './stream-client.ts';

describe('reading messages', () => {
  test('is the same however the text is cut', () => {
    const text =
      'id: 1\r\nevent: strategy\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: still here\n\nid: 2\n\ndata:no space\n\n';
    const expected = [
      { id: '1', data: '{"a":\n1}' },
      { id: '2', data: '' },
      { id: null, data: 'no space' },
    ];
    for (let size = 1; size <= text.length; size++) {
      const read = sseReader();
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.slice(n * size, (n + 1) * size),
      );
      expect(chunks.flatMap(read)).toEqual(expected);
    }
  });
});

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
const frame = (id: number) => `id: ${id}\ndata: {"type":"import","done":${id},"total":9,"name":"x"}\n\n`;
const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

let server: Server;
let respond: Respond;
let requests: IncomingMessage[];
let events: StreamEvent[];
let states: string[];
let polls: number;
let renewals: number;
let hasSession: boolean;
/** Of the first closing. */
let heardAt: number | null;
let client: StreamClient;
let clientOf: (timing: NonNullable<StreamDeps['timing']>) => StreamClient;

const QUICK = { silenceMs: 200, firstRetryMs: 10, longestRetryMs: 40, pollMs: 20 };

beforeEach(async () => {
  requests = [];
  events = [];
  states = [];
  polls = 0;
  renewals = 0;
  hasSession = true;
  heardAt = null;
  respond = (_request, response) => void open(response);
  server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const pass = (accessToken: string) => succeed({ accessToken, renewals: 0, epoch: 1 });
  const deps = {
    target: () => Promise.resolve({ baseUrl: `http://127.0.0.1:${port}`, apiToken: '' }),
    tokens: {
      get hasSession() {
        return hasSession;
      },
      pass: () => Promise.resolve(pass('old')),
      passAfter: () => {
        renewals++;
        return Promise.resolve(hasSession ? pass('new') : fail('unauthorised', ''));
      },
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onEvent: (event: StreamEvent) => void events.push(event),
    onState: (state: string, at: number | null) => {
      states.push(state);
      if (state === 'closed') heardAt ??= at;
    },
    poll: () => Promise.resolve(void polls++),
  };
  clientOf = (timing) => new StreamClient({ ...deps, timing: { ...QUICK, ...timing } });
  client = clientOf({});
});
afterEach(() => {
  client.stop();
  server.closeAllConnections();
  server.close();
});

const counts = () => events.map((event) => event.type === 'import' && event.done);

test('events arrive, and what is no event is skipped', async () => {
  respond = (_request, response) =>
    void open(response).write(`${frame(1)}data: {"type":"gossip"}\n\ndata: {\n\n${frame(2)}`);
  client.start();
  await vi.waitFor(() => expect(counts()).toEqual([1, 2]));
  expect(client.state).toBe('open');
});

test('after a break it resumes from the last message', async () => {
  respond = (_request, response) => void open(response).end(frame(requests.length));
  client.start();
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(2));
  expect(requests.slice(0, 3).map((request) => request.headers['last-event-id'])).toEqual([
    undefined,
    '1',
    '2',
  ]);
  expect(states.slice(0, 3)).toEqual(['open', 'closed', 'open']);
});

test('a server that falls silent is left and asked again', async () => {
  client.start();
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), 2_000);
});

test('a refused token is renewed once, then used', async () => {
  respond = (request, response) => {
    if (request.headers.authorization === 'Bearer new') open(response).write(frame(1));
    else response.writeHead(401).end();
  };
  client.start();
  await vi.waitFor(() => expect(counts()).toEqual([1]));
  expect(renewals).toBe(1);
});

test('it ends with the session', async () => {
  respond = (_request, response) => {
    hasSession = false;
    response.writeHead(401).end();
  };
  client.start();
  await vi.waitFor(() => expect(renewals).toBe(1));
  await new Promise((done) => setTimeout(done, 100));
  expect(requests).toHaveLength(1);
});

test('a server without a stream is polled', async () => {
  respond = (_request, response) => void response.writeHead(404).end();
  client.start();
  await vi.waitFor(() => expect(polls).toBeGreaterThan(2));
  expect(states).toEqual(['polling']);
});

test('after waking up it connects anew at once', async () => {
  respond = (_request, response) => void open(response).write(frame(1));
  client.start();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  client.reconnect();
  await vi.waitFor(() => expect(requests).toHaveLength(2), 150);
});

test('a server that answers a call again is asked for its stream at once, however long the pause has become', async () => {
  client = clientOf({ longestRetryMs: 60_000 });
  let isAway = true;
  respond = (_request, response) => {
    if (isAway) response.writeHead(503).end();
    else open(response).write(frame(1));
  };
  client.start();
  // The pauses are 10, 20, 40, 80, 160, 320 and 640 ms long, give or take a quarter.
  await vi.waitFor(() => expect(requests).toHaveLength(7), 4_000);
  isAway = false;
  await new Promise((done) => setTimeout(done, 60));
  client.hasten();
  // Long before the pause would have ended by itself.
  await vi.waitFor(() => expect(client.state).toBe('open'), 350);
});

test('a short pause goes on, whatever is answered: a server that refuses the stream is not asked without end', async () => {
  client = clientOf({ firstRetryMs: 1_000, longestRetryMs: 60_000 });
  respond = (_request, response) => void response.writeHead(503).end();
  client.start();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  for (let calls = 0; calls < 20; calls++) {
    client.hasten();
    await new Promise((done) => setTimeout(done, 5));
  }
  expect(requests).toHaveLength(1);
});

test('a server that fell silent was last heard when it spoke last, not when that was noticed', async () => {
  respond = (_request, response) => void open(response).write(frame(1));
  const startedAt = Date.now();
  client.start();
  await vi.waitFor(() => expect(states).toContain('closed'), 2_000);
  expect(Date.now() - startedAt).toBeGreaterThan(190);
  expect((heardAt ?? 0) - startedAt).toBeLessThan(150);
});
