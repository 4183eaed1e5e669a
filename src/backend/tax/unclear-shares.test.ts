import { beforeEach, expect, it } from 'vitest';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { placeOf } from '../../../tests/support/test-database.ts';
import { makeTaxReport } from './make-tax-report.ts';

const DAY = '2024-10-24';
const EX_DAY = '2024-10-25';
const NEXT_DAY = '2024-10-28';

const house = runningHouse();
let run = 9100;
beforeEach(() => forgetActions(house.database));

/** Whether the tax report says that its lots are not exact. */
const isSaid = async (): Promise<boolean> => {
  const report = await makeTaxReport({
    databaseAt: await placeOf(house.folder),
    ...{ userId: 1, withTradebook: false, financialYear: '2024-25', now: 0 },
    trades: { kind: 'traded', source: 'replay', scope: { mode: 'test', source: 'replay', runId: run } },
    page: { pageNumber: 1, pageSize: 100 },
  });
  return report.notes.some((note) => note.startsWith('The lots of ITC may differ'));
};

it('the tax report says that it does not follow an entry that was half filled over the ex-date', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00, { volume: 16 });
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024');
  await world.tick(EX_DAY, 0, 200_00);
  await world.tick(EX_DAY, 60, 200_00);
  const [position] = (await world.rows()).positions;
  expect(position).toMatchObject({ quantity: 50 });
  await world.exit(position!.id, openOf(EX_DAY) + 61_000);
  await world.tick(NEXT_DAY, 0, 210_00);
  expect(await isSaid()).toBe(true);
});

it('the tax report says that it does not follow a sale of the ex-date before the list came', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(EX_DAY, 0, 1_000_00);
  await world.tick(EX_DAY, 60, 1_000_00);
  const [position] = (await world.rows()).positions;
  await world.exit(position!.id, openOf(EX_DAY) + 61_000, 1);
  await world.tick(NEXT_DAY, 0, 400_00);
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 5,10,28-Oct-2024');
  await world.tick(NEXT_DAY, 60, 400_00);
  await world.exit(position!.id, openOf(NEXT_DAY) + 61_000);
  await world.tick('2024-10-30', 0, 500_00);
  await world.tick('2024-10-30', 60, 500_00);
  expect(await isSaid()).toBe(true);
});

it('the tax report says that it does not follow a part of a share that was paid out beside another position', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(9, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  await world.tick(EX_DAY, 0, 1_000_00);
  await world.enter(9, openOf(EX_DAY), 2);
  await world.tick(EX_DAY, 60, 1_000_00);
  const [first, second] = (await world.rows()).positions;
  // The second is sold a day later: first in, first out takes the shares of the first.
  await world.exit(second!.id, openOf(NEXT_DAY));
  await world.tick(NEXT_DAY, 0, 1_000_00);
  await world.tick(NEXT_DAY, 60, 1_000_00);
  await world.importList('ITC,EQ,Bonus 1:2,10,29-Oct-2024');
  await world.tick('2024-10-29', 0, 660_00);
  await world.exit(first!.id, openOf('2024-10-29') + 1_000);
  await world.tick('2024-10-30', 0, 660_00);
  await world.tick('2024-10-30', 60, 660_00);
  expect(await isSaid()).toBe(true);
});

it('the tax report says that it does not follow a position of less than one share beside another', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.enter(1, openOf(DAY) + 1_000, 2);
  await world.tick(DAY, 60, 1_000_00);
  await world.importList('ITC,EQ,Consolidation Split From Rs 2 To Rs 10,2,25-Oct-2024');
  await world.tick(EX_DAY, 0, 5_000_00);
  const { positions: held } = await world.rows();
  expect(held.map(({ quantity }) => quantity)).toEqual([2, 0]);
  await world.exit(held[0]!.id, openOf(EX_DAY) + 61_000);
  await world.tick(NEXT_DAY, 0, 6_000_00);
  await world.tick(NEXT_DAY, 60, 6_000_00);
  expect(await isSaid()).toBe(true);
});

it('and says nothing of a split that it follows', async () => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024');
  await world.tick(EX_DAY, 0, 200_00);
  const [position] = (await world.rows()).positions;
  await world.exit(position!.id, openOf(EX_DAY) + 1_000);
  await world.tick(NEXT_DAY, 0, 210_00);
  expect((await world.rows()).positions[0]?.status).toBe('closed');
  expect(await isSaid()).toBe(false);
});
