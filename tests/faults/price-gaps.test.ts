import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveWorld } from '../support/live-world.ts';
import { faultWorlds, soldOf } from '../support/fault-worlds.ts';

/** A night after which the price is far beyond a stop: a split, a bonus or a demerger, and hardly ever a real fall. */
const { database, open } = faultWorlds(78_000);
const OPENING = '2026-11-23T09:15:00';

let world: LiveWorld;
const theDifference = async () => {
  const rows = await database()
    .read.selectFrom('account_differences')
    .selectAll()
    .orderBy('id', 'desc')
    .execute();
  const [row] = rows;
  if (!row) throw new Error('There is no difference.');
  return row;
};
/** Hold ten shares overnight with the program off; open at a price. */
const overnight = async (price: number): Promise<void> => {
  world = await open({ product: 'delivery' });
  await world.hold('ITC', 10, 400_00);
  world.leave();
  world.goTo(OPENING);
  await world.broker.nextDay();
  world.setPrice('ITC', price);
  await world.comeBack();
  await world.price('ITC', price);
  await world.seconds(60);
};

describe('a price that has halved overnight while the account shows the same quantity', () => {
  beforeEach(() => overnight(200_00));

  it('sells nothing at the old stop: the owner is asked, once', async () => {
    expect(soldOf(world)).toBe(0);
    expect(await theDifference()).toMatchObject({ kind: 'price-gap', ours: 10, theirs: 10, status: 'open' });
    expect(world.positions[0]).toMatchObject({ protection_state: 'none' });
    const reported = (await world.alerts()).filter((text) => text.includes('far beyond its stop overnight'));
    expect(reported).toHaveLength(1);
  });

  it('is a split when the shares are credited', async () => {
    world.broker.split('ITC', 2);
    await world.seconds(60);
    const split = await theDifference();
    expect(split).toMatchObject({ kind: 'split', ours: 10, theirs: 20 });
    await world.execution.resolveDifference(split, { resolution: 'take-over', price: null });
    await world.seconds(20);
    expect(world.positions[0]).toMatchObject({ quantity: 20, protection_state: 'resting' });
    expect(soldOf(world)).toBe(0);
  });

  it('is sold when the owner says that the price is right', async () => {
    await world.execution.resolveDifference(await theDifference(), {
      resolution: 'leave-alone',
      price: null,
    });
    await world.seconds(20);
    expect(soldOf(world)).toBe(10);
    expect(world.positions).toEqual([]);
  });

  it('is left when the owner wants to leave', async () => {
    const [position] = world.positions;
    await world.exit(position?.id ?? 0);
    await world.seconds(20);
    expect(soldOf(world)).toBe(10);
  });

  it('is looked after again when the price comes back', async () => {
    await world.price('ITC', 401_00);
    await world.seconds(90);
    expect(await theDifference()).toMatchObject({ kind: 'price-gap', status: 'gone' });
    expect(world.positions[0]).toMatchObject({ protection_state: 'resting' });
  });
});

it.each([
  ['an opening a fifth lower', async () => overnight(320_00)],
  [
    'a fall of half during the day',
    async () => {
      await overnight(401_00);
      await world.price('ITC', 200_00);
      await world.seconds(20);
    },
  ],
])('%s is a real fall, and is sold', async (_name, fall) => {
  await fall();
  expect(soldOf(world)).toBe(10);
});
