import { expect, it } from 'vitest';
import { faultWorlds } from '../support/fault-worlds.ts';

/** Steps of a position that change nothing: they wait for a report or for time, and hold up nobody. */
const { open } = faultWorlds(84_000);
const MOST_ASKED = 20;

it('a cancellation that cannot be asked for is not asked for again and again', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { orders } = world.execution;
  const cancel = orders.cancel.bind(orders);
  let asked = 0;
  orders.cancel = () => {
    asked++;
    if (asked > MOST_ASKED) throw new Error('A cancellation without effect is asked for without end.');
    return Promise.resolve(false);
  };
  await world.exit(id);
  expect(asked).toBeGreaterThan(0);
  orders.cancel = cancel;
  await world.seconds(20);
  expect(world.positions).toEqual([]);
});
