import { beforeEach, expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import { placeOf } from '../../../tests/support/test-database.ts';
import { makeTaxReport } from './make-tax-report.ts';

const DAY = '2024-10-24';
const EX_DAY = '2024-10-25';
const SOLD_DAY = '2025-10-27';

const house = runningHouse();
let run = 200;
beforeEach(() => forgetActions(house.database));

/** Buys ten at about ₹1,000. Sells two before the ex-date, the rest a year later. */
const sold = async (row: string, price: number, quantity = 10) => {
  const world = carriedWorld(house.database, { run: ++run });
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(quantity, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  const [position] = (await world.rows()).positions;
  await world.exit(position!.id, openOf(DAY) + 61_000, 2);
  await world.tick(DAY, 120, 1_000_00);
  await world.importList(row);
  await world.tick(EX_DAY, 0, price);
  await world.exit(position!.id, openOf(SOLD_DAY), 5);
  await world.tick(SOLD_DAY, 0, price);
  await world.exit(position!.id, openOf(SOLD_DAY) + 1_000);
  await world.tick(SOLD_DAY, 60, price);
  const { trades, positions, carried } = await world.rows();
  expect(positions[0]?.status).toBe('closed');
  const report = await makeTaxReport({
    ...{
      databaseAt: await placeOf(house.folder),
      userId: 1,
      withTradebook: false,
      financialYear: '2025-26',
      now: 0,
    },
    trades: { kind: 'traded', source: 'replay', scope: { mode: 'test', source: 'replay', runId: run } },
    page: { pageNumber: 1, pageSize: 100 },
  });
  const lots = report.lots.map((lot) => [lot.quantity, lot.boughtOn, lot.label, lot.cost]);
  return { trades, carried, report, lots };
};
const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

it('shares of before a split are sold with their day and their cost', async () => {
  const { lots, report, trades } = await sold('ITC,EQ,Split From Rs 10 To Rs 2,10,25-Oct-2024', 220_00);
  expect(lots).toEqual([
    [5, DAY, 'Long-term capital gain', 1_000_05],
    [35, DAY, 'Long-term capital gain', 7_000_35],
  ]);
  const later = trades.filter(({ exit_at: at }) => at >= openOf(SOLD_DAY));
  expect(sum(report.lots, ({ proceeds, cost }) => proceeds - cost)).toBe(sum(later, ({ gross }) => gross));
  // Every charge is there once, but for a rounding of each line.
  const charges = sum(later, (row) => row.charges);
  expect(Math.abs(sum(report.lots, ({ deductible, stt }) => deductible + stt) - charges)).toBeLessThan(6);
});

it('bonus shares cost nothing, are of the ex-date, and are sold last', async () => {
  const { lots, report, trades } = await sold('ITC,EQ,Bonus 1:1,10,25-Oct-2024', 550_00);
  expect(lots).toEqual([
    [5, DAY, 'Long-term capital gain', 5_000_25],
    [3, DAY, 'Long-term capital gain', 3_000_15],
    [8, EX_DAY, 'Long-term capital gain', 0],
  ]);
  const later = trades.filter(({ exit_at: at }) => at >= openOf(SOLD_DAY));
  expect(sum(report.lots, ({ proceeds, cost }) => proceeds - cost)).toBe(sum(later, ({ gross }) => gross));
});

it('a half share that was paid out is a sale of the ex-date', async () => {
  const { report, carried, trades } = await sold('ITC,EQ,Bonus 1:2,10,25-Oct-2024', 660_00, 9);
  expect(carried).toMatchObject([{ quantity_before: 7, quantity_after: 10, fraction: 0.5, payout: 333_33 }]);
  const before = await makeTaxReport({
    ...{
      databaseAt: await placeOf(house.folder),
      userId: 1,
      withTradebook: false,
      financialYear: '2024-25',
      now: 0,
    },
    trades: { kind: 'traded', source: 'replay', scope: { mode: 'test', source: 'replay', runId: run } },
    page: { pageNumber: 1, pageSize: 100 },
  });
  expect(before.lots.find(({ quantity }) => quantity === 0.5)).toMatchObject({
    ...{ boughtOn: DAY, soldOn: EX_DAY, proceeds: 333_33, label: 'Short-term capital gain' },
  });
  const all = [...before.lots, ...report.lots];
  expect(sum(all, ({ proceeds, cost }) => proceeds - cost)).toBe(sum(trades, ({ gross }) => gross));
});
