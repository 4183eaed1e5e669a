import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { EXPOSITION_TYPE } from './exposition.ts';

export interface MetricsPlace {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
}

/** Listener of the metrics. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const PATH = '/metrics';
/** Connections at once: a scraper or two. */
const MOST_CONNECTIONS = 32;
const TIMEOUT_MS = 10_000;

const listening = (server: Server, { port, host }: MetricsPlace): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'that port is in use already; choose another with --metrics-port'
          : error.message;
      reject(
        new Error(`the metrics cannot be served at ${host}, port ${port}: ${reason}.`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });

/**
 * Serve `GET /metrics` on a listener of its own. A proxy before the calls never shows it to the world.
 * @throws Error with a sentence when it cannot listen there
 */
export const serveMetrics = async (
  place: MetricsPlace,
  write: () => Promise<string>,
  logger: Logger,
): Promise<MetricsServer> => {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS },
    (request, response) => {
      const path = request.url?.split('?')[0];
      if (path !== PATH || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response.writeHead(404).end();
        return;
      }
      write().then(
        (text) => response.writeHead(200, { 'content-type': EXPOSITION_TYPE }).end(text),
        (error: unknown) => {
          logger.error({ err: error }, 'the metrics could not be written');
          response.writeHead(500).end();
        },
      );
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  await listening(server, place);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
