import { expect, it } from 'vitest';
import { faultWorlds, isExit, soldOf } from '../support/fault-worlds.ts';

/** A stop that the price comes to more than once a day. */
const { open } = faultWorlds(97_000);

it('a stop that does not trigger is left again though its owner cancelled the first exit of the day', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  world.broker.dormant.add('ITC');
  // The first exit rests; its owner takes it back when the price has recovered.
  world.broker.place = (order) =>
    place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
  await world.price('ITC', 394_00);
  const leaving = () =>
    world.execution.orders
      .of(id)
      .find(({ slot, broker_order_id: number }) => slot === 'leaving' && number !== null);
  for (let second = 0; second < 20 && !leaving(); second++) await world.seconds(1);
  await world.price('ITC', 399_00);
  await world.execution.cancel(leaving()!.id, world.now, 'Cancelled by you');
  world.broker.place = place;
  await world.seconds(30);
  expect(world.position(id)?.protection_state).toBe('resting');
  await world.price('ITC', 390_00);
  await world.seconds(60);
  expect({ sold: soldOf(world), held: world.positions.length, breaches: world.breaches }).toEqual({
    sold: 10,
    held: 0,
    breaches: [],
  });
});
