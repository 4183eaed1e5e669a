import { expect, it } from 'vitest';
import { faultWorlds, isStop } from '../support/fault-worlds.ts';

/** What is said of a position whose prices do not come. */
const { open } = faultWorlds(77_000);

it('a position is not called watched while no price of it comes', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  await world.seconds(60);
  world.execution.onTicks = () => undefined;
  await world.seconds(600);
  const told = (await world.alerts()).filter((text) => text.includes('price'));
  expect([world.position(id)?.protection_state === 'watched' && told.length === 0]).toEqual([false]);
});
