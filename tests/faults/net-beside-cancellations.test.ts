import { expect, it } from 'vitest';
import type { LiveWorld } from '../support/live-world.ts';
import { faultWorlds, isExit, soldOf } from '../support/fault-worlds.ts';

/** Net positions closed while their owner takes an exit back. */
const { database, open } = faultWorlds(121_000);

/** Exits go out at a limit that nobody pays: they rest. */
const resting = (world: LiveWorld): (() => void) => {
  const { place } = world.broker;
  world.broker.place = (order) =>
    place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
  return () => (world.broker.place = place);
};

const wishes = (positionId: number) =>
  database()
    .read.selectFrom('exit_intents')
    .select(['quantity', 'status'])
    .where('position_id', '=', positionId)
    .orderBy('id')
    .execute();

it('everything that is wanted in the commit in which its owner takes the exit of before back is wanted', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const free = resting(world);
  await world.exit(id);
  await world.seconds(2);
  const exit = world.execution.orders.of(id).find(({ slot }) => slot === 'leaving')!;
  const db = database();
  const write = db.write.bind(db);
  let isAsked = false;
  let second: Promise<unknown> = Promise.resolve();
  Object.assign(db, {
    write: (...args: Parameters<typeof write>) => {
      const first = write(...args);
      // Its owner has taken the exit back; a moment later everything is to go.
      if (!isAsked) {
        isAsked = true;
        const key = `net-after-cancel:part:${id}`;
        second = world.execution.exitTogether(
          [{ positionId: id, quantity: undefined, key }],
          [key],
          'Closed by you',
        );
      }
      return first;
    },
  });
  try {
    await world.execution.cancel(exit.id, world.now, 'Cancelled by you');
    await second;
  } finally {
    Object.assign(db, { write });
  }
  free();
  await world.seconds(2);
  await world.price('ITC', 400_00);
  await world.seconds(30);
  await world.price('ITC', 400_00);
  expect({ sold: soldOf(world), wishes: await wishes(id) }).toMatchObject({ sold: 10 });
});
