import { afterEach, expect, it } from 'vitest';
import type { OrderRow } from '../../src/backend/db/schema.ts';
import { faultWorlds } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';

/** Evening decisions of daily candles are sent at the next open. Once, at the price of that day. */
const EVENING = '2026-11-20T15:41:00';
const BEFORE_OPEN = '2026-11-23T09:14:30';

let world: LiveWorld;
const { open: openWorld } = faultWorlds(8_000);

afterEach(async () => {
  expect(world.breaches).toEqual([]);
  expect(await world.wronglyRebuilt()).toEqual([]);
});

const open = async (at = EVENING): Promise<void> => {
  world = await openWorld({ at, product: 'delivery' });
};
const stateOf = async ({ id }: OrderRow) => (await world.execution.orders.read(id)).state;

it('an entry of the evening waits, and is bought at the open', async () => {
  await open();
  await world.price('ITC', 400_00);
  const order = await world.enter('ITC', 10);
  await world.seconds(30);
  expect([order.state, world.broker.truth]).toEqual(['intended', []]);
  world.goTo(BEFORE_OPEN);
  await world.seconds(29);
  expect(world.broker.truth).toEqual([]);
  await world.seconds(2);
  await world.price('ITC', 405_00);
  await world.seconds(10);
  expect(world.broker.truth[0]?.order).toMatchObject({ side: 'buy', quantity: 10, product: 'delivery' });
  expect(world.positions).toMatchObject([{ symbol: 'ITC', quantity: 10, protection_state: 'resting' }]);
});

it('a restart in the night forgets nothing and doubles nothing', async () => {
  await open();
  await world.price('ITC', 400_00);
  await world.enter('ITC', 10);
  world.leave();
  world.goTo(BEFORE_OPEN);
  await world.comeBack();
  await world.seconds(31);
  await world.price('ITC', 405_00);
  await world.seconds(10);
  expect(world.broker.truth.filter(({ order }) => order.side === 'buy')).toHaveLength(1);
  expect(world.positions.map(({ quantity }) => quantity)).toEqual([10]);
});

it('one that could not be sent in the first quarter of an hour is not sent at all', async () => {
  await open();
  await world.price('ITC', 400_00);
  const order = await world.enter('ITC', 10);
  world.leave();
  world.goTo('2026-11-23T09:40:00');
  await world.comeBack();
  await world.price('ITC', 405_00);
  await world.seconds(10);
  expect(await stateOf(order)).toBe('withdrawn');
  expect(world.broker.truth).toEqual([]);
});

it('a purchase waits for the sales of its strategy', async () => {
  await open('2026-11-20T10:00:00');
  const { id } = await world.hold('SBIN', 10, 800_00);
  world.goTo(EVENING);
  await world.seconds(2);
  await world.price('ITC', 400_00);
  await world.exit(id);
  await world.enter('ITC', 10);
  world.goTo(BEFORE_OPEN);
  await world.broker.nextDay();
  // The sale is refused twice before it is taken.
  world.broker.refuse(({ side }) => side === 'sell', 2, 'Too many requests.');
  await world.seconds(31);
  await world.price('SBIN', 800_00);
  await world.price('ITC', 400_00);
  await world.seconds(2);
  expect(world.broker.truth.filter(({ order }) => order.side === 'buy')).toEqual([]);
  await world.seconds(30);
  const [sale, purchase] = world.broker.truth;
  expect([sale?.order.side, purchase?.order.side]).toEqual(['sell', 'buy']);
  expect(world.positions.map(({ symbol }) => symbol)).toEqual(['ITC']);
});

it('a future is left on its last day', async () => {
  world = await openWorld({ at: '2026-11-23T10:00:00', product: 'delivery' });
  world.list('NIFTY', { exchange: 'NFO', token: '35001', lotSize: 65, tickSize: 10, expiry: '2026-11-23' });
  await world.hold('NIFTY', 65, 25_000_00);
  world.goTo('2026-11-23T15:09:50');
  await world.seconds(5);
  expect(world.positions).toHaveLength(1);
  await world.seconds(30);
  expect(world.positions).toEqual([]);
  expect(world.sales.filter(({ order }) => order.trigger === null)).toHaveLength(1);
});
