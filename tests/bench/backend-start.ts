import { join } from 'node:path';
import { type Row, sideBySide, timed } from './measure.ts';
import { type ServerProcess, startBackend, startServer, withPreparedFolder } from './server-process.ts';

const firstAnswer = async (start: () => Promise<ServerProcess>): Promise<number> => {
  const servers: ServerProcess[] = [];
  const ms = await timed(async () => {
    const server = await start();
    servers.push(server);
    await (await fetch(server.url)).text();
  });
  for (const server of servers) await server.stop();
  return ms;
};

/** Time from spawning the backend to its first answer. The data folder is prepared; the peer is an unbundled hello. */
export const backendStart = (root: string): Promise<Row[]> =>
  withPreparedFolder(root, async (dataDir) => [
    await sideBySide(
      'backend spawn to first answer (peer: fastify, pg and axios, unbundled)',
      'ms',
      () => firstAnswer(() => startBackend(root, dataDir)),
      () => firstAnswer(() => startServer(join(root, 'tests/bench/peers/hello.mjs'))),
    ),
  ]);
