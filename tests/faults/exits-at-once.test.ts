import { expect, it } from 'vitest';
import { faultWorlds, isExit, soldOf } from '../support/fault-worlds.ts';

const { database, open } = faultWorlds(109_000);

/** Writes of an exit that is refused: its wish, the order that leaves, its refusal, and the end of the attempt. */
const WRITES = [1, 2, 3, 4, 5, 6];

it.each(WRITES)(
  'an exit that is wanted in the commit of write %i of another is wanted once',
  async (number) => {
    const world = await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    world.broker.refuse((order) => isExit(order) && order.quantity === 4, 1, 'An odd lot.');
    const db = database();
    const write = db.write.bind(db);
    let second: Promise<unknown> = Promise.resolve();
    let writes = 0;
    Object.assign(db, {
      write: (...args: Parameters<typeof write>) => {
        if (++writes === number)
          second = world.execution.exit(id, 'exit', 'Exit rule', world.now, `second-${number}`, 3);
        return write(...args);
      },
    });
    try {
      await world.execution.exit(id, 'exit', 'Exit rule', world.now, `first-${number}`, 4);
      await world.seconds(1);
      await second;
      await world.seconds(30);
      expect(soldOf(world)).toBe(7);
    } finally {
      Object.assign(db, { write });
    }
  },
);
