import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';

const { database, open } = faultWorlds(108_000);

it('levels that are set in the commit in which the protection is written stand in view', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  const before = world.position(id)?.protection_state;
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  // What waits while something else is written shares a commit.
  const busy = database().write(1, () => gate);
  await turn();
  const without = world.connect(false).then(() => world.execution.everySecond());
  for (let time = 0; time < 20; time++) await turn();
  const set = world.execution.setLevels(id, { stopLoss: 380_00, target: 450_00 });
  for (let time = 0; time < 20; time++) await turn();
  resolve(undefined);
  await Promise.all([busy, without, set]);
  expect(world.position(id)?.protection_state).not.toBe(before);
  expect(world.position(id)).toMatchObject({ stop_loss: 380_00, target: 450_00 });
});
