import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Bar } from '../../engine/bars.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { backToPaper } from './back-to-paper.ts';
import { StrategyStarts } from './strategy-starts.ts';

const world = new LiveRunWorld();
beforeEach(() => world.open());
afterEach(() => world.close());

const makeStarts = (): StrategyStarts => {
  const { database, run, logger } = world;
  const hub = new EventHub(world.clock);
  return new StrategyStarts({
    database,
    writeForSure: (of, work) => database.write(of, work),
    hub,
    notify: createNotify(hub, world.clock),
    logger,
    brokerAccounts: { startStrategy: run.start.bind(run) } as never,
    marketRuns: {
      stopStrategy: (_ownerId: number, id: number) => {
        run.runner.remove(id);
      },
      runFor: () => run,
    } as never,
    patienceMs: 1,
  });
};

const stored = () =>
  world.database.read
    .selectFrom('strategies')
    .select(['status', 'mode'])
    .where('id', '=', world.strategy.id)
    .executeTakeFirstOrThrow();

/** Answer for TCS only when the test says so. For everything else it answers at once. */
const holdCandlesOfTcs = () => {
  const answer = Promise.withResolvers<Bar[]>();
  Object.assign(world.run.broker ?? {}, {
    candles: ({ symbol }: { symbol: string }) => (symbol === 'TCS' ? answer.promise : Promise.resolve([])),
  });
  return answer;
};

it('a start that fails after a later one has taken its place leaves that one running, and live', async () => {
  await world.start('2026-11-20T10:00:10', { instruments: ['ITC', 'TCS'] });
  await world.connect([]);
  const answer = holdCandlesOfTcs();
  const starts = makeStarts();
  const { id, document_json: document } = world.strategy;
  const before = { id, broker_id: 1 } as const;
  const toPaper = (tx: Transaction) => backToPaper(tx, before, world.now);
  // It goes live; the broker is slow with one share and the call is answered.
  const goingLive = starts.launch(world.strategy, toPaper);
  expect(await starts.patiently(world.strategy, goingLive)).toBe(false);
  // Its owner stops it, takes that share out, and starts it again.
  starts.end(world.strategy);
  const changed = await world.database.write(world.strategy.owner_id, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ document_json: JSON.stringify({ ...(JSON.parse(document) as object), instruments: ['ITC'] }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await starts.launch(changed);
  expect(world.run.runner.isRunning(id)).toBe(true);
  answer.reject(new BrokerTrouble('rate', 'Too many requests.'));
  await starts.settled();
  expect(world.run.runner.isRunning(id), 'it is evaluated with what was changed').toBe(true);
  expect(await stored()).toEqual({ status: STRATEGY_STATUS.running, mode: 'live' });
});

it('a going live that is undone stays live once real orders have been sent since', async () => {
  await world.start('2026-11-20T10:00:10');
  const { id, owner_id: userId } = world.strategy;
  const since = world.now;
  const backAfter = async (placedAt: number | null) => {
    await world.database.write(userId, async (tx) => {
      await tx.query
        .updateTable('strategies')
        .set({ mode: 'live', status: STRATEGY_STATUS.stopped })
        .where('id', '=', id)
        .execute();
      if (placedAt !== null)
        await tx.query
          .insertInto('orders')
          .values({
            user_id: userId,
            strategy_id: id,
            position_id: null,
            symbol: 'ITC',
            mode: 'live',
            source: 'broker',
            run_id: 1_000,
            broker_id: 2,
            side: 'buy',
            slot: 'entry',
            purpose: 'entry',
            quantity: 1,
            filled_quantity: 0,
            filled_value: 0,
            state: 'open',
            reason: 'written by a test',
            intent_key: `written by a test at ${placedAt}`,
            atr_json: null,
            placed_at: placedAt,
            updated_at: placedAt,
          })
          .execute();
      await backToPaper(tx, { id, broker_id: 1 }, since);
    });
    return (await stored()).mode;
  };
  expect(await backAfter(null)).toBe('test');
  expect(await backAfter(since - 1)).toBe('test');
  expect(await backAfter(since)).toBe('live');
});
