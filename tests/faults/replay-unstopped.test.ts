import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf } from '../support/data-rows.ts';
import { withFailure } from '../support/failing-statements.ts';
import { entryOf } from '../support/live-path.ts';
import { fixtureFiles } from '../support/market-files.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** A replay that is stopped on a full disk: it ends whole, or goes on as if nobody had asked. */

let server: TestBackend;
let user: TestUser;
let userId = 0;
let strategyId = 0;
let symbols: string[] = [];

const marketRuns = () => server.backend.parts.marketRuns;
const replay = () => marketRuns().requireReplay(userId);
const openSymbols = () =>
  replay()
    .execution.openPositions()
    .map(({ symbol }) => symbol)
    .sort();
const stop = () => user.ask('market.replay', { action: 'stop' });
/** A replay that is paused, with the minute at hand done: only its end is to be written. */
const startStill = async (speed: number) => {
  await user.call('market.replay', { action: 'start', speed });
  await user.call('market.replay', { action: 'pause' });
  await replay().session.stop();
};
const stateOf = async (feedId: number) => {
  const { state } = await server.backend.parts.database.read
    .selectFrom('feeds')
    .select('state')
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  return state;
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  // No timer may write while statements are counted.
  await marketRuns().simulated.session.stop();
  user = await server.register('unstopped');
  ({ id: userId } = await user.call('profile.mine', {}));
  await user.call('market.import', { files: fixtureFiles() });
  await startStill(1);
  symbols = replay().session.symbols.slice(0, 2);
  const document = { ...RSI_RULES, instruments: symbols };
  ({ strategyId } = (await user.call('strategies.add', { url: 'add', name: 'Replayed', document })) as {
    strategyId: number;
  });
  await user.call('strategies.start', { strategyId });
  const { execution, identity, session } = replay();
  const enter = (symbol: string, key: string) =>
    execution.place(entryOf(identity, { userId, strategyId, symbol, quantity: 10, key, at: session.now }));
  for (const symbol of symbols) await enter(symbol, `held ${symbol}`);
  const time = session.now + 1_000;
  const ticks = symbols.map((symbol) => ({ symbol, price: 400_00, volume: 100_000, isGap: true }));
  await execution.onTicks({ time, ticks });
  // And one that has not filled.
  await enter(symbols[0]!, 'waiting');
  expect(openSymbols()).toEqual([...symbols].sort());
}, 60_000);
afterAll(() => server.dispose());

it('goes on with all that it holds, whichever statement fails, and ends whole when it is asked again', async () => {
  const { feed } = replay();
  for (let number = 1; ; number++) {
    const before = contentOf(server.dataDir);
    const { value: answer, failed } = await withFailure('full', number, stop);
    const { status, body } = answer;
    const what = `statement ${number} (${failed ?? 'none'}): ${status} ${body.message}`;
    if (status === 200) {
      expect([failed, number > 5], what).toEqual([null, true]);
      break;
    }
    expect(status, what).toBe(503);
    expect(contentOf(server.dataDir), what).toEqual(before);
    expect(openSymbols(), what).toEqual([...symbols].sort());
    expect(marketRuns().feedState(userId), what).toMatchObject({ kind: 'replay', state: 'paused' });
    expect(replay().runner.isRunningOrStarting(strategyId), what).toBe(true);
  }
  expect(() => replay()).toThrow('No replay is under way.');
  expect(await stateOf(feed.id)).toBe('stopped');
  const { read } = server.backend.parts.database;
  const trades = await read.selectFrom('trades').selectAll().where('run_id', '=', feed.id).execute();
  expect(trades.map(({ symbol, exit_reason: why }) => `${symbol}: ${why}`).sort()).toEqual(
    [...symbols].sort().map((symbol) => `${symbol}: The replay was stopped`),
  );
  const orders = await read.selectFrom('orders').select('state').where('run_id', '=', feed.id).execute();
  expect(orders.map(({ state }) => state).sort()).toEqual([
    'cancelled',
    ...Array.from({ length: 4 }, () => 'filled'),
  ]);
}, 60_000);

it('plays on after its end could not be written', async () => {
  await startStill(60);
  const { value } = await withFailure('full', 1, stop);
  expect(value.status).toBe(503);
  const began = replay().session.now;
  await user.call('market.replay', { action: 'resume' });
  await user.call('market.replay', { action: 'speed', speed: 600 });
  await until('the next minute', () => Promise.resolve(replay().session.now > began));
  expect((await stop()).status).toBe(200);
}, 30_000);
