import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fixtureFiles } from '../support/market-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';
import { TradingRun } from '../../src/backend/trading/trading-run.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** A replay that is over stays over: whatever is asked of it at the same time, and however often the program starts. */

let server: TestBackend;
let user: TestUser;
let userId = 0;

const marketRuns = () => server.backend.parts.marketRuns;
const replay = (action: 'start' | 'pause' | 'resume' | 'stop' | 'speed', more: { speed?: number } = {}) =>
  user.ask('market.replay', { action, ...more });
const statesOfReplays = async () => {
  const rows = await server.backend.parts.database.read
    .selectFrom('feeds')
    .select('state')
    .where('user_id', '=', userId)
    .where('source', '=', 'replay')
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
};
const finished = async () =>
  (await user.call('alerts.list', {})).notification_list.filter(({ title }) => title === 'Replay finished')
    .length;
const restart = async () => {
  const { dataDir } = server;
  const { port } = server.backend;
  await server.close();
  server = await startTestBackend({ dataDir, port });
  await server.backend.prepared;
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('replayer');
  ({ id: userId } = await user.call('profile.mine', {}));
  await user.call('market.import', { files: fixtureFiles() });
}, 60_000);
afterAll(() => server.dispose());

it.each(['pause', 'resume'] as const)(
  'a replay that is stopped while %s is asked stays stopped',
  async (action) => {
    await replay('start', { speed: 1 });
    const [stopped] = await Promise.all([replay('stop'), replay(action)]);
    expect(stopped.status).toBe(200);
    expect((await statesOfReplays()).at(-1)).toBe('stopped');
  },
);

it('a replay that could not be opened when it was started does not come back', async () => {
  const load = vi.spyOn(TradingRun.prototype, 'load').mockRejectedValueOnce(new Error('disk I/O error'));
  const answer = await replay('start', { speed: 1 });
  load.mockRestore();
  expect(answer.status).not.toBe(200);
  expect((await statesOfReplays()).at(-1)).toBe('stopped');
});

it('the end of a replay is reported once, however often the program starts', async () => {
  await replay('start', { speed: 1 });
  const { session, feed } = marketRuns().requireReplay(userId);
  await session.stop();
  // Nothing is left to be played of it.
  await writeForAll(server.backend.parts.database, ({ query }) =>
    query
      .updateTable('feeds')
      .set({ market_time: Date.parse(`${feed.to_day}T23:59:00+05:30`) })
      .where('id', '=', feed.id)
      .execute(),
  );
  await restart();
  await until('the end', async () => (await finished()) === 1);
  expect((await statesOfReplays()).at(-1)).toBe('ended');
  await restart();
  await until('the end again', () =>
    Promise.resolve(marketRuns().requireReplay(userId).session.status === 'ended'),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await finished()).toBe(1);
  await replay('resume');
  expect((await statesOfReplays()).at(-1)).toBe('ended');
}, 60_000);
