import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS_A_COMMIT } from '../../src/backend/db/sqlite/write-queue.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { fillWithMuch, type MuchUser } from '../support/much-data.ts';
import { requestOf } from '../support/test-backend.ts';
import { loadOn } from './load-on.ts';
import { inTurn, type Row } from './measure.ts';
import { type ServerProcess, startServer, withPreparedFolder } from './server-process.ts';

const ALL = 1;
const LITTLE = 0.01;

const CALLS: readonly (readonly [name: string, id: CallId, input: Record<string, unknown>])[] = [
  ['gettopten, 30 days', 'home.topTen', { thirtyDay: '1', test: '1' }],
  ['gettopten, since the start', 'home.topTen', { thirtyDay: '0', test: '1' }],
  ['hometrickers, a page of 12', 'home.marketplace', {}],
  ['home', 'home.summary', {}],
  ['mytrick, a page of 6', 'strategies.mine', { strategyStatus: 0, pageType: 'All' }],
  ['mywallet', 'wallet.mine', {}],
  ['the team with its levels', 'team.mine', {}],
  ['positions', 'positions.open', {}],
];

interface World {
  readonly server: ServerProcess;
  readonly user: MuchUser;
}

/** A server on so much of five years of data. */
const openWorld = async (root: string, dataDir: string, share: number): Promise<World> => {
  const user = await fillWithMuch(dataDir, share);
  const script = join(root, 'tests/bench/transfer-server.ts');
  return { server: await startServer(script, dataDir, String(COMMANDS_A_COMMIT)), user };
};

/** Answer to a call, as JSON. */
const answerOf = async ({ server, user }: World, id: CallId): Promise<string> => {
  const { path, body } = requestOf(id, {});
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${user.accessToken}` };
  return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body })).text();
};

/**
 * Calls that show what somebody has, on five years of data: beside a plain Fastify route that checks a token with jose
 * and reads one row by its number, and beside the same call on a hundredth of the data.
 */
export const reads = (root: string): Promise<Row[]> =>
  withPreparedFolder(root, async (dataDir) => {
    const littleDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
    const servers: ServerProcess[] = [];
    try {
      cpSync(dataDir, littleDir, { recursive: true });
      const all = await openWorld(root, dataDir, ALL);
      const little = await openWorld(root, littleDir, LITTLE);
      const pageFile = join(littleDir, 'page.json');
      writeFileSync(pageFile, await answerOf(all, 'home.marketplace'));
      const plain = await startServer(join(root, 'tests/bench/peers/plain-route.mjs'), dataDir, pageFile);
      servers.push(all.server, little.server, plain);
      const rows: Row[] = [];
      for (const [name, id, input] of CALLS) {
        const { path, body } = requestOf(id, input);
        const of = ({ server, user }: World) => ({ url: server.url, path, body, token: user.accessToken });
        const peer = (path: string) => loadOn(root, { ...of(all), url: plain.url, path, body: '{}' });
        const [much = Number.NaN, row = Number.NaN, few = Number.NaN, page = Number.NaN] = await inTurn([
          () => loadOn(root, of(all)),
          () => peer('/row'),
          () => loadOn(root, of(little)),
          ...(id === 'home.marketplace' ? [() => peer('/page')] : []),
        ]);
        rows.push(
          { name: `${name} (peer: a plain route with one row)`, unit: 'µs', ours: much, peer: row },
          { name: `${name} (peer: 1 % of the data)`, unit: 'µs', ours: much, peer: few },
        );
        if (id === 'home.marketplace')
          rows.push({
            name: `${name} (peer: a plain route with the same page)`,
            unit: 'µs',
            ours: much,
            peer: page,
          });
      }
      return rows;
    } finally {
      for (const server of servers) await server.stop();
      rmSync(littleDir, { recursive: true, force: true });
    }
  });
