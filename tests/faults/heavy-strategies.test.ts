import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { addStrategy, alwaysTrue, comparison, costlyRules } from '../support/costly-rules.ts';
import { entryOf } from '../support/live-path.ts';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** In one turn it takes seconds; half of one leaves room for whatever else the machine does. */
const MOST_MS = 500;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('a strategy with many indicators warms up beside everybody else', async () => {
  const user = await server.register('warms-up');
  const strategyId = await addStrategy(user, 'Heavy', costlyRules(8, 12));
  let turn = Number.POSITIVE_INFINITY;
  // What else the machine does at the moment can spoil a round, and cannot make a good one.
  for (let round = 0; round < 6 && turn >= MOST_MS; round++) {
    turn = await longestTurn(() => user.call('strategies.start', { strategyId }));
    await user.call('strategies.stop', { strategyId });
  }
  console.log(`To start a strategy with many indicators kept others for ${turn.toFixed(0)} ms.`);
  expect(turn).toBeLessThan(MOST_MS);
}, 120_000);

it('a start that is withdrawn while it warms up ends at once', async () => {
  const user = await server.register('withdraws');
  const strategyId = await addStrategy(user, 'Withdrawn', costlyRules(50, 16));
  const starting = user.ask('strategies.start', { strategyId });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const began = performance.now();
  await user.call('strategies.stop', { strategyId });
  expect((await starting).body.message).toBe('Withdrawn was stopped before it had started.');
  expect(performance.now() - began).toBeLessThan(5_000);
}, 120_000);

it('strategies of one user that ask for too many indicators every minute are not run', async () => {
  const user = await server.register('asks-for-much');
  const sentence =
    'An account may have 3,000 indicators in running strategies at most. Each counts once for each share of its strategy. Stop a strategy first, or name fewer shares.';
  const heavy = { ...costlyRules(50, 16), exit: costlyRules(50, 16).entry };
  const refused = await user.ask('strategies.start', {
    strategyId: await addStrategy(user, 'Too heavy', heavy),
  });
  expect(refused).toMatchObject({ status: 422, body: { message: sentence } });
  const strategyId = await addStrategy(user, 'Light', costlyRules(1, 1));
  await user.call('strategies.start', { strategyId });
  const changed = await user.ask('strategies.add', { url: 'update', strategyId, document: heavy });
  expect(changed).toMatchObject({ status: 422, body: { message: sentence } });
  const { rules } = await user.call('strategies.details', { strategyId });
  expect(rules.document?.instruments).toHaveLength(1);
});

/**
 * A running strategy with an open position and a slow warm-up. It warms up for some seconds; the market is at its
 * slowest pace.
 */
const holding = async (
  user: TestUser,
  name: string,
  stopLoss: RuleDocumentInput['stopLoss'],
  { shares, comparisons } = { shares: 20, comparisons: 15 },
) => {
  await server.backend.prepared;
  const { marketRuns } = server.backend.parts;
  const strategyId = await addStrategy(user, name, {
    ...costlyRules(shares, 1),
    entry: {
      kind: 'any',
      // The first holds at once; the others are only to be warmed up.
      conditions: [alwaysTrue, ...Array.from({ length: comparisons }, (_, number) => comparison(number))],
    },
    stopLoss,
  });
  await user.call('strategies.start', { strategyId });
  const positions = async () => (await user.call('positions.open', { strategyId, status: 'open' })).list;
  await marketRuns.setSpeed(marketRuns.simulated, 600);
  await expect.poll(async () => (await positions()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  await marketRuns.setSpeed(marketRuns.simulated, 1);
  const [first] = await positions();
  if (!first) throw new Error('The position was left');
  const now = async () => {
    const position = (await positions()).find(({ positionId }) => positionId === first.positionId);
    if (!position) throw new Error('The position was left');
    return position;
  };
  return { strategyId, first, now, positions };
};

it('a stop that is moved guards open positions before the strategy has warmed up anew', async () => {
  const user = await server.register('moves-its-stop');
  const { strategyId, first, now } = await holding(user, 'Guarded', { kind: 'percent', value: 1 });
  let isAnswered = false;
  const moving = user
    .call('strategies.modifyStopLoss', { strategyId, stopLoss: { kind: 'percent', value: 0.5 } })
    .then(() => (isAnswered = true));
  await expect
    .poll(async () => (await now()).stopLoss, { timeout: 10_000 })
    .toBeGreaterThan(first.stopLoss ?? 0);
  expect(isAnswered, 'the warm-up goes on').toBe(false);
  await moving;
}, 120_000);

/** Quantity that nobody else asks for. */
const ODD_QUANTITY = 7;

/** Holds up all writes from that odd order's fill on. They keep their order. */
const holdUpFill = () => {
  const { database, marketRuns } = server.backend.parts;
  const { execution } = marketRuns.simulated;
  const [write, fill] = [database.write.bind(database), execution.fill.bind(execution)];
  const { promise: released, resolve } = Promise.withResolvers<void>();
  let isHolding = false;
  const filling = vi.spyOn(execution, 'fill').mockImplementation((id, filled) => {
    isHolding ||= filled.quantity === ODD_QUANTITY;
    return fill(id, filled);
  });
  const writing = vi
    .spyOn(database, 'write')
    .mockImplementation((of, work, isUrgent) =>
      isHolding ? released.then(() => write(of, work, isUrgent)) : write(of, work, isUrgent),
    );
  return {
    isHolding: () => isHolding,
    release: () => {
      filling.mockRestore();
      writing.mockRestore();
      resolve();
    },
  };
};

it.each(['while its strategy warms up anew', 'and is saved only when its strategy is warm again'] as const)(
  'an entry that fills %s has the stop that was moved',
  async (when) => {
    const user = await server.register(`fills-${when.length}`);
    const { id: userId } = await user.call('profile.mine');
    const { strategyId, first, now, positions } = await holding(user, 'Filled', {
      kind: 'percent',
      value: 1,
    });
    const { marketRuns } = server.backend.parts;
    const { execution, identity, runner, session } = marketRuns.simulated;
    const held = new Set((await positions()).map(({ symbol }) => symbol));
    const symbol = INSTRUMENT_MASTER.find((each) => each.kind === 'equity' && !held.has(each.symbol))?.symbol;
    if (symbol === undefined) throw new Error('Everything is held');
    const moving = user.call('strategies.modifyStopLoss', {
      strategyId,
      stopLoss: { kind: 'percent', value: 0.5 },
    });
    await expect.poll(async () => (await now()).stopLoss).toBeGreaterThan(first.stopLoss ?? 0);
    const writes = when.includes('saved') ? holdUpFill() : null;
    await execution.place(
      entryOf(identity, {
        userId,
        strategyId,
        symbol,
        quantity: ODD_QUANTITY,
        decisionPrice: null,
        key: `${identity.runId}:fills-meanwhile:${userId}`,
        at: session.now,
      }),
    );
    await marketRuns.setSpeed(marketRuns.simulated, 600);
    if (writes) {
      await expect.poll(writes.isHolding, { timeout: 30_000 }).toBe(true);
      await expect
        .poll(() => runner.termsOf(strategyId)?.opening.protection.stopLoss, { timeout: 60_000 })
        .toMatchObject({ value: 0.5 });
      await delay(500);
      writes.release();
    }
    const filled = async () => (await positions()).find((position) => position.symbol === symbol);
    await expect.poll(filled, { timeout: 10_000 }).toBeTruthy();
    await marketRuns.setSpeed(marketRuns.simulated, 1);
    await moving;
    const distance = async () => {
      const position = await filled();
      if (!position) throw new Error('The position was left');
      return 1 - (position.stopLoss ?? 0) / position.averagePrice;
    };
    await expect.poll(distance, { timeout: 30_000 }).toBeCloseTo(0.005, 3);
    await user.call('strategies.stop', { strategyId });
  },
  120_000,
);

it('a stop in another ATR is measured with that one, once the strategy has warmed up', async () => {
  const user = await server.register('another-atr');
  const few = { shares: 2, comparisons: 1 };
  const wide = { kind: 'atr', multiple: 20, period: 2 } as const;
  const { strategyId, first, now } = await holding(user, 'Measured', wide, few);
  await user.call('strategies.modifyStopLoss', {
    strategyId,
    stopLoss: { kind: 'atr', multiple: 20, period: 200 },
  });
  const { runner } = server.backend.parts.marketRuns.simulated;
  const offBy = async () => {
    const { averagePrice, stopLoss } = await now();
    return Math.abs(averagePrice - (stopLoss ?? 0) - 20 * runner.atrOf(strategyId)(first.symbol).stopLoss);
  };
  await expect.poll(offBy, { timeout: 60_000 }).toBeLessThan(50);
}, 120_000);
