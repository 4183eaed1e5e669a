import { expect, it } from 'vitest';
import { faultWorlds, isExit, soldOf } from '../../../tests/support/fault-worlds.ts';
import { standDown } from './stand-down.ts';

const { database, open } = faultWorlds(98_000);

it('an exit that was wanted at the time of the backup is not sent before its owner has looked', async () => {
  const world = await open();
  const { id } = await world.hold('ITC', 10, 400_00);
  world.broker.refuse(isExit, 1, 'Not now.');
  await world.exit(id);
  const backupAt = world.now;
  // Sold since, and bought again by hand for other reasons: what is in the account is not what it was.
  world.leave();
  await standDown(database(), { backupAt, now: world.now, sealer: null, present: [] });
  world.broker.tradeByHand(world.contractOf('ITC'), 'sell', 10, 400_00);
  world.broker.tradeByHand(world.contractOf('ITC'), 'buy', 10, 400_00);
  const before = soldOf(world);
  await world.comeBack();
  await world.seconds(120);
  expect(soldOf(world) - before).toBe(0);
});
