import { afterEach, beforeEach, expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { momentOf } from '../support/live-world.ts';
import { until } from '../support/until.ts';
import { LiveRunWorld } from '../support/live-run-world.ts';

/** A share that a strategy trades is not in the broker's list of today any more: delisted, renamed, demerged. */
const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  await world.start('2026-11-19T10:00:00');
  await world.connect([]);
  await world.run.start(world.strategy);
  await until('the strategy', () => Promise.resolve(world.run.runner.isRunning(1)));
});
afterEach(() => world.close());

it('keeps the account from no login of the day', async () => {
  const { instrumentFor } = world.link;
  Object.assign(world.link, {
    instrumentFor: (symbol: string, at: number) =>
      symbol === 'ITC'
        ? Promise.reject(new BrokerTrouble('order', 'ITC is not listed at the broker.'))
        : instrumentFor(symbol, at),
  });
  world.now = momentOf('2026-11-20T09:20:00');
  await world.run.everySecond();
  await world.run.settled();
  world.run.disconnect();
  await world.connect([]);
  expect(world.run.isConnected).toBe(true);
});
