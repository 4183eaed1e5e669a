import { expect, it } from 'vitest';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import type { AccountDifferenceRow } from '../../src/backend/db/schema.ts';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';

/** Differences with the account that last. The broker does not answer, or the owner leaves them alone. */
const { database, open } = faultWorlds(90_000);

/** Orders to sell that this program has sent, not its owner. */
const sentSales = (world: LiveWorld) => world.sales.filter(({ order }) => order.tag !== '');

const openDifferences = (world: LiveWorld): Promise<AccountDifferenceRow[]> =>
  database()
    .read.selectFrom('account_differences')
    .selectAll()
    .where('run_id', '=', world.execution.runId)
    .where('status', '=', 'open')
    .execute();

const leaveAlone = async (world: LiveWorld): Promise<void> => {
  const [difference] = await openDifferences(world);
  if (!difference) throw new Error('Nothing differs.');
  await world.execution.resolveDifference(difference, { resolution: 'leave-alone', price: null });
};

/** A night with the program running, into the next session. */
const night = async (world: LiveWorld): Promise<void> => {
  world.goTo('2026-11-20T16:30:00');
  await world.seconds(5);
  await world.broker.nextDay();
};

/** The next session begins, at a price; the program has run through the minutes before. */
const openAt = async (world: LiveWorld, price: number): Promise<void> => {
  world.goTo('2026-11-23T09:13:00');
  world.setPrice('ITC', price);
  await world.seconds(185);
};

it('what the owner has sold is not sold again because the account could not be read for a moment', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  await world.seconds(90);
  expect(await openDifferences(world)).toHaveLength(1);
  const sent = sentSales(world).length;
  const { positions } = world.broker;
  world.broker.positions = () =>
    Promise.reject(new BrokerTrouble('unreachable', 'The broker has no answer.'));
  await world.seconds(90);
  const stops = sentSales(world).filter(({ order, state }) => isStop(order) && state === 'waiting');
  world.broker.positions = positions;
  expect([sentSales(world).length - sent, stops.length]).toEqual([0, 0]);
});

it('a bonus that waits for its owner is not sold at the old stop because the account could not be read', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 8, 400_00);
  await night(world);
  world.broker.split('ITC', 1.25);
  await openAt(world, 320_00);
  expect((await openDifferences(world)).map(({ kind }) => kind)).toEqual(['split']);
  world.broker.holdings = () => Promise.reject(new BrokerTrouble('unreachable', 'The broker has no answer.'));
  await world.seconds(90, () => world.price('ITC', 319_00));
  expect(sentSales(world)).toHaveLength(0);
});

it('a price far beyond the stop after a night is asked about where the owner has shares of their own', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 90, 400_00, 'delivery');
  await world.seconds(60);
  await night(world);
  await openAt(world, 200_00);
  await world.seconds(120);
  expect({
    sold: sentSales(world).length > 0,
    asked: (await openDifferences(world)).map(({ kind }) => kind),
    breaches: world.breaches,
  }).toEqual({ sold: false, asked: ['price-gap'], breaches: [] });
});

it('a difference of later is reported although another with the same figures was left alone long ago', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  await world.seconds(90);
  await leaveAlone(world);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 10, 400_00);
  await world.seconds(90);
  await world.exit(id);
  await world.seconds(30);
  expect(world.positions).toHaveLength(0);
  await world.hold('ITC', 10, 400_00);
  const before = (await world.alerts()).length;
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  await world.seconds(120);
  expect({
    open: (await openDifferences(world)).length,
    reported: (await world.alerts()).length > before,
  }).toEqual({ open: 1, reported: true });
});

it('a position whose split is left alone can still be left by its owner', async () => {
  const world = await open({ product: 'delivery' });
  const { id } = await world.hold('ITC', 8, 400_00);
  await night(world);
  world.broker.split('ITC', 1.25);
  await openAt(world, 330_00);
  await leaveAlone(world);
  await world.seconds(60);
  await world.exit(id);
  await world.seconds(60);
  expect({ left: world.positions.length, sales: sentSales(world).length }).toEqual({ left: 0, sales: 1 });
});

it('what the owner wanted to leave before a split is still wanted after it was taken over', async () => {
  const world = await open({ product: 'delivery' });
  const { id } = await world.hold('ITC', 10, 400_00);
  await night(world);
  world.broker.split('ITC', 5);
  await openAt(world, 80_00);
  await world.exit(id);
  await world.seconds(30);
  const [difference] = await openDifferences(world);
  expect(difference?.kind).toBe('split');
  await world.execution.resolveDifference(difference!, { resolution: 'take-over', price: null });
  await world.seconds(60);
  expect(world.positions).toHaveLength(0);
});

it('what a position earns after a split counts no share twice that was sold before it', async () => {
  const world = await open({ product: 'delivery' });
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.exit(id, 4);
  await world.seconds(30);
  await night(world);
  world.broker.split('ITC', 5);
  await openAt(world, 80_00);
  const [difference] = await openDifferences(world);
  await world.execution.resolveDifference(difference!, { resolution: 'take-over', price: null });
  await world.seconds(30);
  await world.exit(id);
  await world.seconds(30);
  const trades = await database()
    .read.selectFrom('trades')
    .select(['quantity', 'entry_price', 'exit_price', 'gross'])
    .where('position_id', '=', id)
    .orderBy('id')
    .execute();
  expect(trades.map(({ quantity, exit_price }) => [quantity, exit_price])).toEqual([
    [4, 400_00],
    [30, 80_00],
  ]);
});

it('a split leaves no share of several strategies to nobody', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 3, 400_00, 1);
  await world.hold('ITC', 3, 400_00, 2);
  await night(world);
  world.broker.split('ITC', 1.5);
  await openAt(world, 266_00);
  const [difference] = await openDifferences(world);
  expect(difference?.kind).toBe('split');
  await world.execution.resolveDifference(difference!, { resolution: 'take-over', price: null });
  await world.seconds(60);
  expect(world.positions.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
    await world.broker.account('ITC', 'delivery'),
  );
});

it('what the owner buys is theirs after a stop with unknown outcome when its day ended', async () => {
  const world = await open({ product: 'delivery' });
  await world.price('ITC', 400_00);
  world.broker.refuse(isStop, 1_000, 'No stops.');
  await world.hold('ITC', 10, 400_00);
  world.broker.refusals = [];
  world.broker.place = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  await world.seconds(20);
  Reflect.deleteProperty(world.broker, 'place');
  await night(world);
  await openAt(world, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 5, 400_00, 'delivery');
  await world.seconds(180);
  expect(await openDifferences(world)).toEqual([]);
});

it('a price far beyond the stop is asked about again when the same was left alone in an earlier week', async () => {
  const world = await open({ product: 'delivery' });
  const { id } = await world.hold('ITC', 10, 400_00);
  await night(world);
  await openAt(world, 200_00);
  await leaveAlone(world);
  await world.seconds(60);
  expect(world.position(id)).toBeUndefined();
  await world.hold('ITC', 10, 200_00);
  world.goTo('2026-11-23T16:30:00');
  await world.seconds(5);
  await world.broker.nextDay();
  world.goTo('2026-11-25T09:13:00');
  world.setPrice('ITC', 100_00);
  await world.seconds(185);
  expect((await openDifferences(world)).map(({ kind }) => kind)).toEqual(['price-gap']);
});

it('a price far beyond the stop is asked about where the owner has sold a part', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 4, 400_00, 'delivery');
  await world.seconds(90);
  await leaveAlone(world);
  await night(world);
  await openAt(world, 200_00);
  await world.seconds(120);
  expect((await openDifferences(world)).map(({ kind }) => kind)).toEqual(['price-gap']);
});
