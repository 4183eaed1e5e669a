import { expect, it } from 'vitest';
import type { Database } from '../../src/backend/db/database.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** A write that fails once, at the worst moment. It costs no position its protection and keeps nobody in. */
const { open, database } = faultWorlds(72_000);

/** A database whose next writes can be made to fail. */
const failing = () => {
  const real = database();
  const state = { left: 0, of: '' };
  const write: Database['write'] = (of, work) => {
    if (state.left === 0 || !String(work).includes(state.of)) return real.write(of, work);
    state.left--;
    return Promise.reject(new Error('database is locked'));
  };
  return {
    state,
    database: new Proxy(real, {
      get: (target, name) => (name === 'write' ? write : (Reflect.get(target, name) as unknown)),
    }),
  };
};

it('an exit whose refusal could not be written is tried again', async () => {
  const { state, database: broken } = failing();
  const world = await open({ database: broken });
  const { id } = await world.hold('ITC', 10, 400_00);
  const { place } = world.broker;
  let times = 0;
  world.broker.place = async (order) => {
    if (!isExit(order) || times++ > 0) return place.call(world.broker, order);
    state.left = 1;
    return { outcome: 'refused', kind: 'order', reason: 'Not now.' };
  };
  // Its caller may hear of the failed write; what counts is what becomes of the exit.
  await Promise.allSettled([world.exit(id)]);
  await world.seconds(300);
  expect([soldOf(world), world.positions]).toEqual([10, []]);
});

it('a stop whose refusal could not be written is placed again', async () => {
  const { state, database: broken } = failing();
  const world = await open({ database: broken });
  const { place } = world.broker;
  let times = 0;
  world.broker.place = async (order) => {
    if (!isStop(order) || times++ > 0) return place.call(world.broker, order);
    state.left = 1;
    return { outcome: 'refused', kind: 'order', reason: 'Not now.' };
  };
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(300);
  expect(world.position(id)).toMatchObject({ protection_state: 'resting' });
});

it('a fill whose report could not be written is protected within seconds', async () => {
  const { state, database: broken } = failing();
  const world = await open({ database: broken });
  await world.price('ITC', 400_00);
  await world.seconds(5);
  const { orders } = world.execution;
  const onReport = orders.onReport.bind(orders);
  orders.onReport = async (report) => {
    if (report.state === 'filled' && state.left === 0 && times++ === 0) state.left = 1;
    // As the run does: the error is logged.
    await Promise.allSettled([onReport(report)]);
  };
  let times = 0;
  await world.enter('ITC', 10);
  await world.seconds(12);
  expect(world.positions.map(({ protection_state: protection }) => protection)).toEqual(['resting']);
});

it('a part that was sold is not sold again because its end could not be written', async () => {
  const { state, database: broken } = failing();
  const world = await open({ database: broken });
  const { id } = await world.hold('ITC', 10, 400_00);
  Object.assign(state, { left: 1, of: 'failExitIntent' });
  await Promise.allSettled([world.exit(id, 4)]);
  await world.seconds(60);
  expect(state.left).toBe(0);
  expect(soldOf(world)).toBe(4);
});

it('an entry whose sending could not be written does not stand in the way of the next', async () => {
  const { state, database: broken } = failing();
  const world = await open({ database: broken });
  await world.price('ITC', 400_00);
  Object.assign(state, { left: 1, of: 'refusalOf' });
  await Promise.allSettled([world.enter('ITC', 10)]);
  expect(state.left).toBe(0);
  await world.seconds(180);
  expect(world.execution.hasWorkingEntry(1, 'ITC')).toBe(false);
});

it('a trailing stop that could not be written once is not cancelled at the broker by a restart', async () => {
  const { state, database: broken } = failing();
  const world = await open({
    database: broken,
    protection: { trailing: { kind: 'percent', value: 1 } },
  });
  const { id } = await world.hold('ITC', 10, 400_00);
  Object.assign(state, { left: 1, of: 'levels' });
  world.execution.onTicks([
    {
      ...world.contractOf('ITC'),
      price: 420_00,
      volume: 1,
      upperCircuit: null,
      lowerCircuit: null,
      at: world.now,
    },
  ]);
  world.broker.moveTo(419_00, 'ITC');
  world.setPrice('ITC', 419_00);
  await Promise.allSettled([world.execution.writeMoved()]);
  expect(state.left).toBe(0);
  await world.seconds(30);
  const triggerOf = () =>
    world.broker.truth.find(({ order, state: is }) => isStop(order) && is === 'waiting')?.trigger;
  const before = triggerOf();
  expect(before).toBeGreaterThan(415_00);
  world.leave();
  await world.comeBack();
  await world.seconds(30);
  expect([world.position(id)?.stop_loss, triggerOf()]).toEqual([before, before]);
});

it('a target of yesterday is not left at any price this morning because its end could not be written once', async () => {
  const { state, database: broken } = failing();
  const world = await open({
    database: broken,
    product: 'delivery',
    protection: { target: { kind: 'percent', value: 1 } },
  });
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.refuse((order) => order.side === 'sell' && order.trigger === null, 1_000, 'Not now.');
  await world.price('ITC', 405_00);
  await world.seconds(10);
  world.goTo('2026-11-20T16:30:00');
  await world.seconds(5);
  await world.broker.nextDay();
  world.broker.refusals = [];
  world.goTo('2026-11-23T00:00:05');
  Object.assign(state, { left: 1, of: 'withdrawn' });
  await Promise.allSettled([world.seconds(1)]);
  expect(state.left).toBe(0);
  world.goTo('2026-11-23T09:13:00');
  world.setPrice('ITC', 399_00);
  await world.seconds(240);
  expect(world.position(id)?.protection_state).toBe('resting');
});
