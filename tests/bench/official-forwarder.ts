import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** Task of the process, as JSON in its first argument. */
export interface ForwarderTask {
  readonly marketSocket: string;
  readonly session: { clientCode: string; jwt: string; apiKey: string; feedToken: string };
  readonly tokens: readonly string[];
}

export interface ForwarderState {
  /** Ticks that were sent on. */
  readonly seen: number;
  readonly rss: number;
  /** Milliseconds of processor time so far. */
  readonly cpuMs: number;
}

interface OfficialSocket {
  connect(): Promise<unknown>;
  fetchData(request: object): void;
  on(event: 'tick', listener: (tick: unknown) => void): void;
}

const SNAP_QUOTE = 3;

/** Forward every tick of the broker's own socket client. Each is sent on as it comes, to every reader that listens. */
const forward = async ({ marketSocket, session, tokens }: ForwarderTask): Promise<void> => {
  const load = createRequire(import.meta.resolve('smartapi-javascript'));
  const { CONSTANTS } = load('../config/constant.js') as { CONSTANTS: Record<string, string> };
  CONSTANTS['websocketURL'] = marketSocket;
  const Official = load('./websocket2.0.js') as new (options: object) => OfficialSocket;
  const readers = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    readers.add(response);
    response.on('close', () => readers.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = new Official({
    clientcode: session.clientCode,
    jwttoken: session.jwt,
    apikey: session.apiKey,
    feedtype: session.feedToken,
  });
  let seen = 0;
  socket.on('tick', (tick) => {
    seen++;
    const frame = `data: ${JSON.stringify(tick)}\n\n`;
    for (const reader of readers) reader.write(frame);
  });
  await socket.connect();
  socket.fetchData({ correlationID: 'abcde12345', action: 1, mode: SNAP_QUOTE, exchangeType: 1, tokens });
  process.on('disconnect', () => process.exit(1));
  process.on('message', (what) => {
    if (what === 'end') process.exit(0);
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    const state: ForwarderState = { seen, rss, cpuMs: (user + system) / 1_000 };
    process.send?.(state);
  });
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
};

await forward(JSON.parse(process.argv[2] ?? '') as ForwarderTask);
