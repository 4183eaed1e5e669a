import { expect, it } from 'vitest';
import type { LiveWorld } from '../support/live-world.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** The clock of the computer is put right while positions are open. */
const { open } = faultWorlds(75_000);
/** The clock of the computer jumps; the broker's and the exchange's do not. */
const jump = (world: LiveWorld, seconds: number): void => {
  const before = Reflect.get(world.broker, 'now') as () => number;
  world.skip(seconds);
  Reflect.set(world.broker, 'now', () => before() - seconds * 1_000);
};

it('an exit that was refused is tried again in seconds although the clock was set back by an hour', async () => {
  const world = await open({ at: '2026-11-20T11:30:00' });
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.refuse(isExit, 4, 'Not now.');
  await world.exit(id);
  await world.seconds(14);
  jump(world, -3_600);
  await world.seconds(60);
  expect(soldOf(world)).toBe(10);
});

it('the order book goes on being read although the clock was set back by an hour', async () => {
  const world = await open({ at: '2026-11-20T11:30:00' });
  await world.hold('ITC', 10, 400_00);
  jump(world, -3_600);
  let times = 0;
  const { orderBook } = world.broker;
  world.broker.orderBook = () => {
    times++;
    return orderBook.call(world.broker);
  };
  await world.seconds(180);
  expect(times).toBeGreaterThan(0);
});

it('a clock that was hours ahead for a moment leaves no more to be sold at the broker than is held', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  jump(world, 7 * 3_600);
  await world.seconds(5);
  jump(world, -7 * 3_600);
  await world.seconds(130);
  const resting = world.broker.truth.filter(({ order, state }) => isStop(order) && state === 'waiting');
  const wanted = resting.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(wanted).toBeLessThanOrEqual(await world.broker.account('ITC', 'intraday'));
});

it('after an hour of sleep the position is what it was, and its stop rests', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.skip(3_600);
  await world.seconds(30);
  expect(world.position(id)).toMatchObject({ quantity: 10, protection_state: 'resting' });
});
