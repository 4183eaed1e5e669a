import { expect, it } from 'vitest';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';

/** What changes between two days while nobody traded. */
const { open } = faultWorlds(78_000);

it('a bonus share for a share whose price has halved and whose shares are not credited yet is not sold at the old stop', async () => {
  const world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.leave();
  world.goTo('2026-11-23T09:15:00');
  await world.broker.nextDay();
  world.setPrice('ITC', 200_00);
  await world.comeBack();
  await world.price('ITC', 200_00);
  await world.seconds(60);
  expect(soldOf(world)).toBe(0);
});
