import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { StrategyStarts } from '../../src/backend/broker-accounts/strategy-starts.ts';
import type { Transaction } from '../../src/backend/db/database.ts';
import { createLogger } from '../../src/backend/log.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { addStrategy, alwaysTrue, costlyRules } from '../support/costly-rules.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** All of the indicators that an account may have: some twenty seconds of work. */
const HEAVY = costlyRules(50, 16, 14);
/** Time that a person waits for an answer. */
const SOON_MS = 15_000;
/** Duration of a start on a slow machine; all warm-ups together take longer on any. */
const OPEN_MS = 40_000;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const runner = () => server.backend.parts.marketRuns.simulated.runner;

it('a start whose warm-up takes long is answered soon, and goes on by itself', async () => {
  const user = await server.register('answered-soon');
  const strategyId = await addStrategy(user, 'Heavy', HEAVY);
  const began = performance.now();
  const { body } = await user.ask('strategies.start', { strategyId });
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  expect(body.message).toBe(
    'Heavy warms up its indicators on past candles, and is evaluated on paper from then on.',
  );
  expect(runner().isRunning(strategyId), 'the warm-up goes on').toBe(false);
  expect(runner().isRunningOrStarting(strategyId)).toBe(true);
  const changed = performance.now();
  const settings = await user.ask('strategies.settings', { strategyId, capital: 2_000_000 });
  expect(settings.status).toBe(200);
  expect(performance.now() - changed).toBeLessThan(SOON_MS);
  await user.call('strategies.stop', { strategyId });
  expect(runner().isRunningOrStarting(strategyId)).toBe(false);
}, 120_000);

it('the market opens, and positions can be left, while strategies of one user warm up', async () => {
  const names = ['warms-first', 'warms-second', 'warms-third', 'warms-fourth'];
  const heavy = await Promise.all(names.map((name) => server.register(name)));
  const heavyIds = await Promise.all(heavy.map((user) => addStrategy(user, 'Long', HEAVY)));
  await writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running })
      .where('id', 'in', heavyIds)
      .execute(),
  );
  const holder = await server.register('holds');
  const document: RuleDocumentInput = { ...costlyRules(1, 0), entry: alwaysTrue };
  const strategyId = await addStrategy(holder, 'Light', document);
  await holder.call('strategies.start', { strategyId });
  const { marketRuns } = server.backend.parts;
  await marketRuns.setSpeed(marketRuns.simulated, 600);
  const positions = async () => (await holder.call('positions.open', { strategyId, status: 'open' })).list;
  await expect.poll(async () => (await positions()).length, { timeout: 30_000 }).toBe(1);

  const { dataDir, backend } = server;
  await server.close();
  const began = performance.now();
  server = await startTestBackend({ dataDir, port: backend.port });
  const [position] = await positions();
  if (!position) throw new Error('The position was left');
  await holder.call('positions.exit', { positionId: position.positionId });
  await expect.poll(async () => (await positions()).length, { timeout: OPEN_MS }).toBe(0);
  expect(performance.now() - began).toBeLessThan(OPEN_MS);
  expect(runner().isRunning(strategyId)).toBe(true);
  expect(
    heavyIds.some((id) => !runner().isRunning(id)),
    'the warm-ups go on',
  ).toBe(true);
  expect(heavyIds.every((id) => runner().isRunningOrStarting(id))).toBe(true);
  await Promise.all(
    heavy.map((user, place) => user.call('strategies.stop', { strategyId: heavyIds[place] ?? 0 })),
  );
}, 120_000);

it('a replay that cannot be opened costs nobody else the market', async () => {
  const user = await server.register('replays');
  const { database } = server.backend.parts;
  const { id } = await user.call('profile.mine');
  await database.write(id, (tx) =>
    tx.query
      .insertInto('feeds')
      .values({
        user_id: id,
        source: 'replay',
        state: 'running',
        seed: 0,
        market_time: Date.now(),
        speed: 1,
        from_day: '2026-01-01',
        to_day: '2026-02-01',
        symbols_json: 'not json',
        created_at: Date.now(),
      })
      .execute(),
  );
  const { dataDir, backend } = server;
  await server.close();
  server = await startTestBackend({ dataDir, port: backend.port });
  await server.backend.prepared;
  expect(server.backend.parts.marketRuns.isOpen).toBe(true);
  const { notification_list: alerts } = await user.call('alerts.list', {});
  expect(alerts[0]?.title).toBe('Your replay could not be opened');
}, 60_000);

it('a start that fails after its call was answered is stopped, and its owner is notified', async () => {
  const user = await server.register('fails-later');
  const strategyId = await addStrategy(user, 'Late', costlyRules(1, 1));
  const { parts } = server.backend;
  const [row] = await writeForAll(parts.database, async (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running })
      .where('id', '=', strategyId)
      .returningAll()
      .execute(),
  );
  if (!row) throw new Error('There is no strategy');
  const reading = Promise.withResolvers<boolean>();
  const starts = new StrategyStarts({
    ...parts,
    logger: createLogger('silent'),
    marketRuns: {
      startStrategy: () => reading.promise,
      stopStrategy: () => undefined,
      runFor: () => null,
    } as never,
    patienceMs: 1,
  });
  expect(await starts.patiently(row, starts.launch(row))).toBe(false);
  reading.reject(new Error('the candles cannot be read'));
  await starts.settled();
  const { strategy } = await user.call('strategies.details', { strategyId });
  expect(strategy.strategyStatus).toBe(STRATEGY_STATUS.stopped);
  const { notification_list: alerts } = await user.call('alerts.list', {});
  expect(alerts[0]).toMatchObject({ title: 'Late did not start', link: `/strategies/${strategyId}` });
});

it('a start that fails while nothing can be written is undone once it can be', async () => {
  const user = await server.register('disk-full');
  const strategyId = await addStrategy(user, 'Unwritten', costlyRules(1, 1));
  const { parts } = server.backend;
  const row = await writeForAll(parts.database, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running, mode: 'live' })
      .where('id', '=', strategyId)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  let isFull = true;
  const starts = new StrategyStarts({
    ...parts,
    logger: createLogger('silent'),
    brokerAccounts: { startStrategy: () => Promise.reject(new Error('no candles')) } as never,
    marketRuns: { stopStrategy: () => undefined, runFor: () => null } as never,
    writeForSure: (of, work) =>
      isFull ? Promise.reject(new Error('disk full')) : parts.database.write(of, work),
  });
  const back = (tx: Transaction) =>
    tx.query.updateTable('strategies').set({ mode: 'test' }).where('id', '=', strategyId).execute();
  await expect(starts.launch(row, back)).rejects.toThrow('no candles');
  isFull = false;
  await starts.settled();
  const stored = await parts.database.read
    .selectFrom('strategies')
    .select(['status', 'mode'])
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: STRATEGY_STATUS.stopped, mode: 'test' });
});
