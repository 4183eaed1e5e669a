import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';

/** Stops that rest at the broker while everything that enters is ended. */
const { open } = faultWorlds(92_000);

it('the kill switch leaves the stop of a position at the broker, and never asks for it to be cancelled', async () => {
  const world = await open();
  await world.hold('ITC', 10, 400_00);
  const resting = () =>
    world.broker.truth
      .filter(({ order, state }) => isStop(order) && ['pending', 'waiting', 'open'].includes(state))
      .map(({ brokerOrderId }) => brokerOrderId);
  const before = resting();
  expect(before).toHaveLength(1);
  const cancelled: string[] = [];
  const { cancel } = world.broker;
  world.broker.cancel = (...given) => {
    cancelled.push(given[0].brokerOrderId);
    return cancel.apply(world.broker, given);
  };
  await world.execution.orders.sending.withdrawEntries();
  await world.execution.endEntries(null, 'Stopped with all live trading');
  await world.seconds(30);
  expect({ cancelled, resting: resting() }).toEqual({ cancelled: [], resting: before });
});
