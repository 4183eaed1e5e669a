import { beforeEach, expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import type { ProtectionRules } from '../../engine/protection.ts';

const DAY = '2024-10-24';
const EX_DAY = '2024-10-25';
const NEXT_DAY = '2024-10-28';
const STOP: ProtectionRules = {
  stopLoss: { kind: 'percent', value: 5 },
  target: null,
  trailing: null,
  partialExits: [],
};
const house = runningHouse();
let run = 9000;
beforeEach(() => forgetActions(house.database));

const holding = async (quantity: number, protection?: ProtectionRules, side: 'long' | 'short' = 'long') => {
  const world = carriedWorld(house.database, { run: ++run, side, ...(protection && { protection }) });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(quantity, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  const [position] = (await world.rows()).positions;
  return { world, bought: position! };
};

it('a waiting order of which nothing is left does not keep the share from being carried over two actions', async () => {
  const { world, bought } = await holding(10, STOP);
  await world.enter(1, openOf(DAY) + 61_000);
  await world.importList(
    'ITC,EQ,Consolidation Split From Rs 2 To Rs 10,2,25-Oct-2024',
    'ITC,EQ,Bonus 1:1,10,25-Oct-2024',
  );
  await world.tick(EX_DAY, 0, 2_500_00, { volume: 0 });
  await world.restart();
  await world.tick(EX_DAY, 60, 2_500_00, { volume: 0 });
  const { positions } = await world.rows();
  expect(positions[0]).toMatchObject({ quantity: 4, entry_value: bought.entry_value });
  expect(world.faults).toEqual([]);
});

it.each([
  ['merged', 'ITC,EQ,Consolidation Split From Rs 2 To Rs 10,2,25-Oct-2024', 5_000_00],
  ['split', 'ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024', 200_00],
])(
  'a whole exit placed on the ex-date leaves all when the list comes late: %s',
  async (_name, row, price) => {
    const { world, bought } = await holding(10, STOP);
    await world.tick(EX_DAY, 0, 1_000_00);
    await world.exit(bought.id, openOf(EX_DAY) + 1_000);
    await world.importList(row);
    await world.tick(EX_DAY, 60, price);
    await world.tick(EX_DAY, 120, price);
    const { positions, orders } = await world.rows();
    expect(world.faults).toEqual([]);
    expect(positions[0]).toMatchObject({ status: 'closed', quantity: 0 });
    expect(orders[1]).toMatchObject({ state: 'filled' });
  },
);

it('a part exit is not multiplied on the new day of an action that was applied and then put off', async () => {
  const { world, bought } = await holding(10);
  await world.importList('ITC,EQ,Bonus 1:1,10,25-Oct-2024');
  await world.tick(EX_DAY, 0, 500_00);
  expect((await world.rows()).positions[0]?.quantity).toBe(20);
  await world.exit(bought.id, openOf(EX_DAY) + 1_000, 15);
  await world.importList('ITC,EQ,Bonus 1:1,10,28-Oct-2024');
  await world.tick(NEXT_DAY, 0, 500_00, { volume: 0 });
  const { positions, orders } = await world.rows();
  expect([positions[0]?.quantity, orders[1]?.quantity]).toEqual([20, 15]);
  await world.tick(NEXT_DAY, 60, 500_00);
  await world.tick(NEXT_DAY, 120, 500_00);
  expect(world.faults).toEqual([]);
  expect((await world.rows()).positions[0]?.quantity).toBe(5);
});

it('shares of an entry of between two actions are counted at their own ratio when the first one comes late', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00, { volume: 16 });
  await world.tick(EX_DAY, 0, 500_00);
  expect((await world.rows()).positions[0]).toMatchObject({ quantity: 10 });
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 5,10,28-Oct-2024');
  await world.tick(NEXT_DAY, 0, 250_00);
  expect((await world.rows()).positions[0]).toMatchObject({ quantity: 20 });
  await world.importList('ITC,EQ,Bonus 1:1,10,25-Oct-2024');
  // 4 of before both: 16. 6 of between the two: 12.
  expect((await world.rows()).positions[0]).toMatchObject({ quantity: 28 });
});
