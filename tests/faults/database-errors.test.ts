import { expect, it } from 'vitest';
import type { Database } from '../../src/backend/db/database.ts';
import { faultWorlds, isExit, isStop, soldOf } from '../support/fault-worlds.ts';

/** A write that fails once, at the worst moment, costs no position its protection and keeps nobody in. */
const { open, database } = faultWorlds(72_000);

/** A database whose next writes can be made to fail. */
const failing = () => {
  const real = database();
  const state = { left: 0, of: '' };
  const write: Database['write'] = (work) => {
    if (state.left === 0 || !String(work).includes(state.of)) return real.write(work);
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
