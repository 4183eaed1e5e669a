import { expect, it } from 'vitest';
import type { LiveWorld } from '../support/live-world.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/**
 * Orders accepted by the broker that then vanish or never change. They stand in no book of it, or the broker does not
 * change them.
 */
const { open } = faultWorlds(71_000);
/** Whether everything was sold, or the owner was notified otherwise. */
const isSoldOrNotified = async (world: LiveWorld): Promise<boolean> =>
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
  expect(await isSoldOrNotified(world)).toBe(true);
});

it('an exit of the owner leaves, or its owner is notified of it, when the stop has vanished from the broker', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const index = world.broker.truth.findIndex(({ order }) => isStop(order));
  world.broker.truth.splice(index, 1);
  const { orderBook } = world.broker;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).filter(({ side }) => side === 'buy');
  await world.exit(id);
  await world.seconds(400);
  expect(await isSoldOrNotified(world)).toBe(true);
});

it('an exit that rests and that the broker lets nobody change is reported', async () => {
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
  expect(await isSoldOrNotified(world)).toBe(true);
});

it('of two exits of which the first turned up late, one is cancelled', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place, orderBook, modify } = world.broker;
  let sent = 0;
  let isHidden = true;
  world.broker.place = async (order) => {
    if (!isExit(order)) return place.call(world.broker, order);
    // Neither fills: the price has gone before it comes.
    world.setPrice('ITC', sent === 0 ? 380_00 : 340_00);
    const placement = await place.call(world.broker, order);
    return sent++ === 0 ? { outcome: 'unknown', reason: 'No answer came in time.' } : placement;
  };
  const isFirst = (brokerOrderId: string): boolean =>
    isHidden && brokerOrderId === world.broker.truth.find(({ order }) => isExit(order))?.brokerOrderId;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).filter((report) => !isFirst(report.brokerOrderId));
  world.broker.modify = () => Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not now.' });
  const { orders } = world.execution;
  const onReport = orders.onReport.bind(orders);
  orders.onReport = (report) => (isFirst(report.brokerOrderId) ? Promise.resolve() : onReport(report));
  await world.exit(id);
  await world.seconds(240);
  expect(sent).toBe(2);
  isHidden = false;
  await world.seconds(80);
  world.broker.modify = modify;
  await world.price('ITC', 399_00);
  await world.seconds(20);
  expect(soldOf(world)).toBe(10);
});
