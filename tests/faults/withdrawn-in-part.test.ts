import { expect, it } from 'vitest';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';

/** Two exits of parts that wait for their stop to make room; one of them is taken back. */
const { open } = faultWorlds(98_000);

it.each([['goes on'], ['starts again']])(
  'a part that was withdrawn is not sold in the place of another when its attempt could not be ended and the program %s',
  async (how) => {
    const world = await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    const { modify } = world.broker;
    world.broker.modify = () => Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
    const first = await world.exit(id, 4);
    await world.exit(id, 3);
    expect(first.state).toBe('intended');
    // The wish is ended with one commit, its attempt with another: the disk fails in between.
    const { orders } = world.execution;
    const { withdraw } = orders;
    orders.withdraw = () => Promise.reject(new Error('database or disk is full'));
    await expect(world.execution.cancel(first.id, world.now, 'Cancelled by you')).rejects.toThrow('full');
    orders.withdraw = withdraw;
    if (how === 'starts again') {
      world.leave();
      await world.comeBack();
    }
    world.broker.modify = modify;
    await world.seconds(60);
    expect({ sold: soldOf(world), held: world.position(id)?.quantity }).toEqual({ sold: 3, held: 7 });
  },
);
