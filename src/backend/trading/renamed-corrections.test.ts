import { beforeEach, expect, it } from 'vitest';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { keepSymbolChanges } from '../market/symbol-changes/kept-symbol-changes.ts';

const house = runningHouse();
beforeEach(() => forgetActions(house.database));

it('a later list that says otherwise of an earlier symbol is told to who holds the share', async () => {
  const world = carriedWorld(house.database, { run: 9801, symbol: 'ETERNAL' });
  const change = { before: 'ZOMATO', after: 'ETERNAL', day: '2024-10-29' };
  await house.database.write(1, (tx) => keepSymbolChanges(tx, 1, [change]));
  await world.tick('2024-10-24', 0, 1_000_00);
  await world.enter(10, openOf('2024-10-24'));
  await world.tick('2024-10-24', 60, 1_000_00);
  await world.importList('ZOMATO,EQ,Bonus 1:1,10,25-Oct-2024');
  await world.tick('2024-10-25', 0, 500_00);
  expect((await world.rows()).positions).toMatchObject([{ quantity: 20 }]);
  await world.importList('ZOMATO,EQ,Bonus 1:2,10,25-Oct-2024');
  const [row] = (await world.rows()).carried;
  expect(row?.corrected_json).not.toBeNull();
});
