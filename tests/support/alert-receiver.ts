import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came in. */
export interface ReceivedAlert {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answer of the receiver; null hangs up without one. */
interface PlannedAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AlertReceiver {
  readonly url: string;
  readonly received: ReceivedAlert[];
  /** Answer the next requests so, in order; then 200 again. Null hangs up once the message is there. */
  plan(...answers: (PlannedAnswer | null)[]): void;
  close(): Promise<void>;
}

/** Start a server that stands for Telegram, ntfy and a webhook. It notes what it received. */
export const startAlertReceiver = async (): Promise<AlertReceiver> => {
  const received: ReceivedAlert[] = [];
  const planned: (PlannedAnswer | null)[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const next = planned.shift();
      if (next === null) {
        request.socket.destroy();
        return;
      }
      response.writeHead(next?.status ?? 200, next?.headers ?? {});
      response.end(next?.body ?? '{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    plan: (...answers) => void planned.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
