import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { momentOf } from '../support/live-world.ts';
import { until } from '../support/until.ts';
import { LiveRunWorld } from '../support/live-run-world.ts';

/** A traded share that is missing from the broker's list today. It was delisted, renamed or demerged. */
const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  await world.start('2026-11-19T10:00:00');
  await world.connect([]);
  await world.run.start(world.strategy);
  await until('the strategy', () => Promise.resolve(world.run.runner.isRunning(1)));
});
afterEach(() => world.close());

const unlist = (symbol: string): void => {
  const { instrumentFor } = world.link;
  Object.assign(world.link, {
    instrumentFor: (asked: string, at: number) =>
      asked === symbol
        ? Promise.reject(new BrokerTrouble('order', `${symbol} is not listed at the broker.`))
        : instrumentFor(asked, at),
  });
};
const startDay = async (): Promise<void> => {
  world.now = momentOf('2026-11-20T09:20:00');
  await world.run.everySecond();
  await world.run.settled();
};

it('keeps the account from no login of the day', async () => {
  unlist('ITC');
  await startDay();
  world.run.disconnect();
  await world.connect([]);
  expect(world.run.isConnected).toBe(true);
});

it('is notified to the owner of the strategy once, however often the day has to begin', async () => {
  await world.run.bringPrices(['SBIN']);
  unlist('ITC');
  const { quotes } = world.links.broker;
  const refused = vi.fn(() => Promise.reject(new BrokerTrouble('rate', 'Too many requests.')));
  world.links.broker.quotes = refused;
  await startDay();
  expect(refused).toHaveBeenCalled();
  world.links.broker.quotes = quotes;
  for (let second = 0; second < 3; second++) {
    world.now += 1_000;
    await world.run.everySecond();
    await world.run.settled();
  }
  const alerts = await world.database.read.selectFrom('alerts').select('title').execute();
  expect(alerts.map(({ title }) => title)).toEqual(['ITC is not listed']);
});
