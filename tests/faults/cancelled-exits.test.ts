import { expect, it } from 'vitest';
import { DOUBT } from '../../src/backend/trading/attention.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** Cancellations by the owner, notices to them, and what follows. */
const { database, open } = faultWorlds(93_000);

it('an order is not said to be in doubt any more once it is known, though its stop was refused before', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1, 'Refused once.');
  const { place } = world.broker;
  let isLost = false;
  await world.price('ITC', 400_00);
  world.broker.place = async (order) => {
    const placement = await place.call(world.broker, order);
    if (!isStop(order) || placement.outcome !== 'accepted' || isLost) return placement;
    isLost = true;
    return { outcome: 'unknown', reason: 'No answer came in time.' };
  };
  await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  expect(world.positions[0]?.protection_state).toBe('resting');
  const { attention } = await database()
    .read.selectFrom('strategies')
    .select('attention')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  expect(attention ?? '').not.toContain(DOUBT);
});

it('an exit that is cancelled at the target does not keep a stop that does not trigger from being left', async () => {
  const world = await open({ protection: { target: { kind: 'percent', value: 1 } } });
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  // The target is reached, its exit rests: its owner takes it back.
  world.broker.place = (order) =>
    place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
  await world.price('ITC', 405_00);
  await world.seconds(1);
  const exit = world.execution.orders.of(id).find(({ slot }) => slot === 'leaving');
  await world.execution.cancel(exit!.id, world.now, 'Cancelled by you');
  world.broker.place = place;
  await world.price('ITC', 400_00);
  await world.seconds(30);
  expect(world.position(id)?.protection_state).toBe('resting');
  world.broker.dormant.add('ITC');
  await world.price('ITC', 390_00);
  await world.seconds(60);
  expect({ sold: soldOf(world), held: world.positions.length }).toEqual({ sold: 10, held: 0 });
});

it('an exit that its owner cancels is not reported as one that the broker refused', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  world.broker.place = (order) =>
    place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
  await world.exit(id);
  await world.seconds(1);
  const exit = world.execution.orders.of(id).find(({ slot }) => slot === 'leaving');
  await world.execution.cancel(exit!.id, world.now, 'Cancelled by you');
  await world.seconds(30);
  expect(world.position(id)?.protection_state).toBe('resting');
  expect(await world.alerts(false)).toEqual([]);
});

it('a stop that was taken back for an exit when the program ended is not said to be cancelled at the broker', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { cancel } = world.broker;
  const asked = Promise.withResolvers<void>();
  // The broker does it, and the program ends before it hears of it.
  world.broker.cancel = (ref) => {
    world.leave();
    void cancel.call(world.broker, ref);
    asked.resolve();
    return new Promise(() => undefined);
  };
  void world.execution.exit(id, 'exit', 'Exit rule', world.now, 'before the end');
  await asked.promise;
  world.broker.cancel = cancel;
  await world.comeBack();
  await world.price('ITC', 400_00);
  await world.seconds(10);
  expect({ sold: soldOf(world), alerts: await world.alerts(false) }).toEqual({ sold: 10, alerts: [] });
});

it('an exit that is wanted in the moment another is cancelled is gone on with, though its first attempt is refused', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  // The exit of a part rests: its owner takes it back, and wants another part off at the same time.
  world.broker.place = (order) =>
    place.call(world.broker, isExit(order) ? { ...order, price: 500_00 } : order);
  await world.exit(id, 4);
  await world.seconds(1);
  world.broker.place = place;
  const exit = world.execution.orders.of(id).find(({ slot }) => slot === 'leaving');
  world.broker.refuse((order) => isExit(order) && order.quantity === 3, 1, 'Refused once.');
  // What waits for the same turn is written in one commit.
  await Promise.all([
    database().write(1, ({ query }) => query.selectFrom('users').select('id').execute()),
    world.execution.cancel(exit!.id, world.now, 'Cancelled by you'),
    world.execution.exit(id, 'exit', 'Exit rule', world.now, 'wanted-meanwhile', 3),
  ]);
  await world.seconds(60);
  expect(soldOf(world)).toBe(3);
});
