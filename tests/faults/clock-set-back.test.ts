import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';
import type { LiveWorld } from '../support/live-world.ts';

/** A clock that was an hour ahead and is set right. */
const { database, open } = faultWorlds(94_000);
const HOUR = 3_600;

const differences = (world: LiveWorld) =>
  database()
    .read.selectFrom('account_differences')
    .select('kind')
    .where('run_id', '=', world.execution.runId)
    .where('status', '=', 'open')
    .execute();

it('what the owner has sold is noticed although the clock was set back since the position was opened', async () => {
  const world = await open({ at: '2026-11-20T12:00:00' });
  await world.hold('ITC', 10, 400_00);
  world.skip(-HOUR);
  await world.seconds(60);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  await world.seconds(180);
  expect(await differences(world)).toEqual([{ kind: 'gone' }]);
});

it('an entry that does not fill is cancelled within two minutes although the clock was set back', async () => {
  const world = await open({ at: '2026-11-20T12:00:00' });
  await world.price('ITC', 400_00);
  const { place } = world.broker;
  world.broker.place = (order) =>
    place.call(world.broker, isStop(order) ? order : { ...order, price: 100_00 });
  await world.enter('ITC', 10);
  await world.seconds(5);
  world.skip(-HOUR);
  await world.seconds(120);
  expect(world.execution.hasWorkingEntry(1, 'ITC')).toBe(false);
});

it('a stop that never arrived is placed again within minutes although the clock was set back', async () => {
  const world = await open({ at: '2026-11-20T12:00:00' });
  await world.price('ITC', 400_00);
  const { place } = world.broker;
  let isLost = false;
  world.broker.place = (order) => {
    if (!isStop(order) || isLost) return place.call(world.broker, order);
    isLost = true;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  };
  await world.enter('ITC', 10);
  await world.seconds(20);
  world.skip(-HOUR);
  await world.seconds(400);
  expect(world.positions[0]?.protection_state).toBe('resting');
});

it('an account that is read while its owner trades is not believed for a minute', async () => {
  const world = await open({ random: { uniform: () => 0 } as never });
  await world.hold('ITC', 10, 400_00);
  await world.seconds(30);
  const { positions } = world.broker;
  let isArmed = true;
  world.broker.positions = async () => {
    const rows = await positions.call(world.broker);
    if (!isArmed) return rows;
    isArmed = false;
    world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return rows;
  };
  await world.seconds(60, () => undefined);
  expect(isArmed).toBe(false);
  await world.seconds(0);
  const soldAt = world.now;
  await world.seconds(30);
  expect([(await differences(world)).length, world.now - soldAt]).toEqual([1, 30_000]);
});

it('a position without a price of the day waits a minute for its stop although the clock was set back', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.goTo('2026-11-23T13:00:00');
  await world.broker.nextDay();
  world.execution.onTicks = () => undefined;
  await world.seconds(20);
  expect(world.positions).toMatchObject([{ protection_state: 'none' }]);
  world.skip(-HOUR);
  await world.seconds(70);
  expect(world.positions).toMatchObject([{ protection_state: 'resting' }]);
});

it('what the owner has sold is believed although the clock was set back while it was compared', async () => {
  const world = await open({ at: '2026-11-20T12:00:00' });
  await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 5, 400_00);
  await world.execution.reconciliation.check();
  expect(await differences(world)).toEqual([]);
  world.skip(-HOUR);
  await world.seconds(180);
  expect(await differences(world)).toHaveLength(1);
});
