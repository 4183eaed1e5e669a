import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A way to a PostgreSQL server that can be cut. */
export interface CuttingProxy {
  url(name: string): string;
  /** Cuts every connection at its next commit. The server has it then, or has not; null lets all pass. */
  cut(when: 'before' | 'after' | null): void;
  close(): Promise<void>;
}

/** Text that ends every write of the program. */
const COMMIT = '; commit';
/** Time in which the server has surely done a commit. */
const DONE_MS = 500;

/** Starts a proxy before the server of an address. */
export const startCuttingProxy = async (serverUrl: string): Promise<CuttingProxy> => {
  const target = new URL(serverUrl);
  let when: 'before' | 'after' | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    let isCut = false;
    client.on('data', (bytes) => {
      if (when === null || !bytes.includes(COMMIT)) return void upstream.write(bytes);
      isCut = true;
      if (when === 'after') upstream.write(bytes);
      void delay(DONE_MS).then(end);
    });
    upstream.on('data', (bytes) => void (isCut || client.write(bytes)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: (name) => `postgres://${target.username}@127.0.0.1:${port}/${name}`,
    cut: (at) => void (when = at),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
