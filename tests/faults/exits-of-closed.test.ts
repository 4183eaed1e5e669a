import { expect, it } from 'vitest';
import { faultWorlds } from '../support/fault-worlds.ts';
import { writeForAll } from '../support/write-for-all.ts';

/** Exits that were wanted of a position which is closed. */
const { open, database, exitsOf } = faultWorlds(83_000);

it('an exit that a crash left of a closed position is withdrawn after the start, and never sent', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.price('ITC', 380_00);
  await world.seconds(10);
  expect(world.positions).toEqual([]);
  // As it was written once: the wish after the fill, and the end of the program right behind it.
  world.leave();
  await writeForAll(database(), async ({ query }) => {
    const { id: lastId, ...last } = await query
      .selectFrom('orders')
      .selectAll()
      .where('position_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await query
      .insertInto('orders')
      .values({
        ...last,
        slot: 'leaving',
        purpose: 'exit',
        state: 'intended',
        intent_key: `left of ${lastId}`,
        tag: null,
        broker_order_id: null,
        filled_quantity: 0,
        filled_value: 0,
        sent_at: null,
        trigger_price: null,
      })
      .execute();
  });
  const sold = world.sales.length;
  await world.comeBack();
  await world.seconds(5);
  expect(await exitsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
  expect(world.sales).toHaveLength(sold);
});
