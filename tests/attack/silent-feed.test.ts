import { expect, it } from 'vitest';
import { attackedWorlds, isStop } from './attacked-world.ts';

/** What is said of a position whose prices do not come. */
const { open } = attackedWorlds(77_000);

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

it('a price of nothing sells nothing', async () => {
  const world = await open();
  world.broker.refuse(isStop, 1_000, 'No stops today.');
  const { id } = await world.hold('ITC', 10, 400_00);
  const { exchange, token, symbol } = world.contractOf('ITC');
  const tick = {
    symbol,
    exchange,
    token,
    price: 0,
    volume: 0,
    upperCircuit: null,
    lowerCircuit: null,
    at: world.now,
  };
  world.execution.prices.know(tick, 0);
  await world.execution.everySecond();
  await world.settle();
  expect(world.sales.filter(({ order }) => order.trigger === null)).toEqual([]);
  expect(world.position(id)?.quantity).toBe(10);
});
