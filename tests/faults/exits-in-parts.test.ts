import { expect, it } from 'vitest';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** Remainder of a position with a part leaving. */
const { open } = faultWorlds(76_000);

it('the rest is watched while nobody knows of the exit of a part', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  const { place } = world.broker;
  let isLost = false;
  world.broker.place = (order) => {
    if (!isExit(order) || isLost) return place.call(world.broker, order);
    isLost = true;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  };
  await world.exit(id, 4);
  await world.seconds(2);
  await world.price('ITC', 360_00);
  await world.seconds(20);
  expect(soldOf(world)).toBeGreaterThanOrEqual(6);
});

it('the rest is sold at the stop while the exit of a part is refused again and again', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  world.broker.refuse((order) => isExit(order) && order.quantity === 4, 1_000, 'An odd lot.');
  await world.exit(id, 4);
  await world.seconds(2);
  await world.price('ITC', 360_00);
  await world.seconds(60);
  expect(soldOf(world)).toBe(10);
});

it('a stop rests for the rest while the exit of a part waits for its next attempt', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.refuse((order) => isExit(order) && order.quantity === 4, 1_000, 'An odd lot.');
  await world.exit(id, 4);
  await world.seconds(10);
  const stop = world.broker.truth.find(({ order, state }) => isStop(order) && state === 'waiting');
  Object.assign(stop ?? {}, { state: 'cancelled' });
  const { orderBook } = world.broker;
  world.broker.orderBook = async () =>
    (await orderBook.call(world.broker)).map((report) =>
      report.trigger === null ? report : { ...report, state: 'cancelled' as const, at: world.now },
    );
  await world.seconds(90);
  world.broker.orderBook = orderBook;
  await world.seconds(90);
  const resting = world.broker.truth.filter(({ order, state }) => isStop(order) && state === 'waiting');
  expect(resting.map(({ quantity }) => quantity)).toEqual([6]);
});

it('what an unanswered change may have made of a stop is not forgotten with the program', async () => {
  const world = await open();
  const { broker } = world;
  broker.partly = 1;
  await world.price('ITC', 400_00);
  const { modify } = broker;
  // The change happens, and nobody hears of it.
  broker.modify = async (ref, change) => {
    await modify.call(broker, ref, change);
    return { outcome: 'unknown', reason: 'No answer came in time.' };
  };
  await world.enter('ITC', 10);
  await world.seconds(1);
  await world.price('ITC', 406_00);
  await world.seconds(8);
  broker.partly = 0;
  await world.price('ITC', 400_00);
  const [{ id } = { id: 0 }] = world.positions;
  const stop = () => world.execution.orders.of(id).find(({ slot }) => slot === 'resting-stop');
  while (stop()?.pending !== 'change') await world.seconds(1);
  // Its answer is not waited for any more.
  while (stop()?.pending === 'change') await world.seconds(1);
  expect(stop()).toMatchObject({ quantity: 5, pending: null });
  // Nothing can make room beside it.
  broker.cancel = () => Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'Not now.' });
  await world.exit(id);
  world.leave();
  await world.comeBack();
  await world.seconds(20);
  await world.price('ITC', 395_00);
  await world.seconds(30);
  expect(soldOf(world)).toBe(10);
});

it('of a part that fills piece by piece no more is sold than was asked for', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 20, 400_00);
  world.broker.partly = 1;
  await world.exit(id, 8);
  for (let move = 0; move < 8; move++) {
    await world.price('ITC', 400_00 + move * 5);
    await world.seconds(2);
  }
  expect(soldOf(world)).toBe(8);
  expect(world.position(id)?.quantity).toBe(12);
});
