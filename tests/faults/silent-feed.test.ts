import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';

/** Notices about a position whose prices do not come. */
const { open } = faultWorlds(77_000);

it('a position is not called watched while no price of it comes, and its owner is notified once', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  const onTicks = world.execution.onTicks.bind(world.execution);
  world.execution.onTicks = () => undefined;
  await world.seconds(600);
  const reported = async () => (await world.alerts()).filter((text) => text.startsWith('No price of ITC'));
  expect(world.position(id)).toMatchObject({
    protection_state: 'none',
    protection_why: 'No price of ITC comes, so no stop is watched here.',
  });
  expect(await reported()).toHaveLength(1);
  world.execution.onTicks = onTicks;
  await world.seconds(2);
  expect(world.position(id)?.protection_state).toBe('watched');
});
