import { describe, expect, it } from 'vitest';
import { faultWorlds, isStop, soldOf } from '../support/fault-worlds.ts';

/** Prices of another day or none, and what a day left unknown. The unknown is what was not known when its day ended. */
const { open, database } = faultWorlds(74_000);

it('a price of the closing auction beyond the stop sells nothing at an open that is above it', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.goTo('2026-11-20T15:25:00');
  await world.price('ITC', 395_00);
  world.goTo('2026-11-23T09:14:50');
  await world.broker.nextDay();
  world.setPrice('ITC', 410_00);
  // Nothing of it comes before the first price of the day.
  const { onTicks } = world.execution;
  world.execution.onTicks = () => undefined;
  await world.seconds(15);
  world.execution.onTicks = onTicks;
  await world.price('ITC', 410_00);
  await world.seconds(90);
  expect([soldOf(world), world.positions.map(({ protection_state: state }) => state)]).toEqual([
    0,
    ['resting'],
  ]);
});

it('a price of nothing sells nothing', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  const { exchange, token, symbol } = world.contractOf('ITC');
  const tick = {
    symbol,
    exchange,
    token,
    price: 0,
    volume: 0,
    upperCircuit: null,
    lowerCircuit: null,
    at: world.now,
  };
  world.execution.prices.know(tick, 0);
  await world.execution.everySecond();
  await world.settle();
  expect(world.sales.filter(({ order }) => order.trigger === null)).toEqual([]);
  expect(world.position(id)?.quantity).toBe(10);
});

it('a price of yesterday that comes again this morning reaches no stop', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.leave();
  world.goTo('2026-11-23T09:15:01');
  await world.broker.nextDay();
  await world.comeBack();
  const { exchange, token, symbol } = world.contractOf('ITC');
  const at = Date.parse('2026-11-20T15:33:00+05:30');
  world.execution.onTicks([
    { symbol, exchange, token, price: 395_00, volume: 0, upperCircuit: null, lowerCircuit: null, at },
  ]);
  await world.execution.leaveReached();
  await world.settle();
  await world.price('ITC', 410_00);
  await world.seconds(90);
  expect(soldOf(world)).toBe(0);
});

describe('an entry with unknown outcome when its day ended', () => {
  it('is not forgotten when the account holds what it bought', async () => {
    const world = await open({ product: 'delivery' });
    await world.price('ITC', 400_00);
    world.broker.moods.set('ITC', 'unanswered');
    const { orderBook } = world.broker;
    world.broker.orderBook = () => Promise.resolve([]);
    const { trades } = world.broker;
    world.broker.trades = () => Promise.resolve([]);
    const { orders } = world.execution;
    orders.onReport = () => Promise.resolve();
    await world.enter('ITC', 10);
    await world.seconds(3);
    world.leave();
    await world.seconds(10);
    expect(await world.broker.account('ITC', 'delivery')).toBe(10);
    world.goTo('2026-11-23T09:20:00');
    await world.broker.nextDay();
    Object.assign(world.broker, { orderBook, trades });
    await world.comeBack();
    await world.seconds(120);
    const { attention } = await database()
      .read.selectFrom('strategies')
      .select('attention')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    const differences = await database().read.selectFrom('account_differences').select('kind').execute();
    expect([attention !== null || differences.length > 0]).toEqual([true]);
  });
});
