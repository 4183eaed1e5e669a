import { expect, it } from 'vitest';
import type { LiveWorld } from '../support/live-world.ts';
import { attackedWorlds, isExit, isStop, soldOf } from './attacked-world.ts';

/** An order that the broker took and that stands in no book of it, or that it does not change. */
const { open } = attackedWorlds(71_000);
/** Whether everything was sold, or the owner was told that it was not. */
const isSoldOrTold = async (world: LiveWorld): Promise<boolean> =>
  soldOf(world) === 10 || (await world.alerts()).some((text) => text.includes('could not be'));

it('an exit that the broker has taken and shows in no book does not keep the position in silence', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  let isDropped = false;
  world.broker.place = (order) => {
    if (!isExit(order) || isDropped) return place.call(world.broker, order);
    isDropped = true;
    return Promise.resolve({ outcome: 'accepted', brokerOrderId: 'GONE' });
  };
  world.broker.modify = () => Promise.resolve({ outcome: 'gone', reason: 'Order not found' });
  await world.exit(id);
  await world.seconds(400);
  expect(await isSoldOrTold(world)).toBe(true);
});

it('an exit of the owner leaves, or its owner hears of it, when the stop has vanished from the broker', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const index = world.broker.truth.findIndex(({ order }) => isStop(order));
  world.broker.truth.splice(index, 1);
  const { orderBook } = world.broker;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).filter(({ side }) => side === 'buy');
  await world.exit(id);
  await world.seconds(400);
  expect(await isSoldOrTold(world)).toBe(true);
});

it('an exit that rests and that the broker lets nobody change is told', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.modify = () =>
    Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not allowed now.' });
  const { place } = world.broker;
  world.broker.place = (order) => {
    if (isExit(order)) world.setPrice('ITC', 380_00);
    return place.call(world.broker, order);
  };
  await world.exit(id);
  await world.seconds(120);
  expect(soldOf(world)).toBe(0);
  expect(await isSoldOrTold(world)).toBe(true);
});
