import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { entryOf } from '../../../tests/support/live-path.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';

/** Start on an account whose order book lists a long day. */
const world = new LiveRunWorld();
beforeEach(async () => {
  await world.open();
  world.links.broker.partly = 0;
  await world.start('2026-11-20T10:00:00');
  await world.connect();
});
afterEach(() => world.close());

const settle = (): Promise<void> => world.settleAt('ITC', 400_00);

/** Buys and sells so many times. */
const trade = async (times: number): Promise<void> => {
  const { execution, identity, historyOwnerId: userId } = world.run;
  for (let time = 0; time < times; time++) {
    world.links.move('ITC', 400_00);
    const key = `entry ${world.now}:${time}`;
    await execution.place(entryOf(identity, { userId, symbol: 'ITC', quantity: 10, key, at: world.now }));
    await settle();
    await settle();
    for (const { id } of execution.openPositions())
      await execution.exit(id, 'exit', 'Exit rule', world.now, `exit ${id}`);
    await settle();
    await settle();
    world.now += 1_000;
  }
  expect(execution.openPositions()).toEqual([]);
};

/** Writes of a process that takes up the account. */
const writesOfStart = async (): Promise<number> => {
  await world.restart();
  const writing = vi.spyOn(world.database, 'write');
  await world.connect([]);
  await world.run.settled();
  const { length } = writing.mock.calls;
  writing.mockRestore();
  return length;
};

it('writes nothing of what is written, however long the day was', async () => {
  await trade(1);
  const few = await writesOfStart();
  await trade(5);
  expect(await writesOfStart()).toBe(few);
});
