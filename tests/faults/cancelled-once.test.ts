import { expect, it } from 'vitest';
import { faultWorlds, isExit, soldOf } from '../support/fault-worlds.ts';

/** Exits that their owner cancels, and what is still owed after. */
const { open } = faultWorlds(96_000);

it.each([
  ['is not answered', { outcome: 'unknown', reason: 'No answer came in time.' }],
  ['is refused once', { outcome: 'refused', kind: 'order', reason: 'Too many requests.' }],
] as const)(
  'an exit whose cancellation by its owner %s is not priced anew and sold',
  async (_how, answer) => {
    const world = await open();
    const { id } = await world.hold('ITC', 10, 400_00);
    const { place, cancel } = world.broker;
    // It rests at the broker, as where the market has moved away from it.
    world.broker.place = (order) =>
      place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
    await world.exit(id);
    // It leaves when its stop has made room for it.
    await world.seconds(1);
    world.broker.place = place;
    const exit = world.execution.orders.of(id).find(({ slot }) => slot === 'leaving');
    world.broker.cancel = () => Promise.resolve(answer);
    await world.execution.cancel(exit!.id, world.now, 'Cancelled by you');
    world.broker.cancel = cancel;
    await world.seconds(60);
    expect({ sold: soldOf(world), protection: world.position(id)?.protection_state }).toEqual({
      sold: 0,
      protection: 'resting',
    });
  },
);
