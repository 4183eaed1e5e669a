import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { placeOf } from '../../../tests/support/test-database.ts';
import { makeTaxReport } from './make-tax-report.ts';

const DAY = '2024-10-24';
const EX_DAY = '2024-10-25';
const NEXT_DAY = '2024-10-28';
const LATER_DAY = '2024-10-29';
const LAST_DAY = '2024-10-30';

const house = runningHouse();
let run = 9100;
beforeEach(() => forgetActions(house.database));

type World = ReturnType<typeof carriedWorld>;
const newWorld = () => carriedWorld(house.database, { run: ++run });

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

const reportOf = async () =>
  makeTaxReport({
    databaseAt: await placeOf(house.folder),
    ...{ userId: 1, withTradebook: false, financialYear: '2024-25', now: 0 },
    trades: { kind: 'traded', source: 'replay', scope: { mode: 'test', source: 'replay', runId: run } },
    page: { pageNumber: 1, pageSize: 1_000 },
  });

/** The report of a world whose positions are all closed. It has what was paid and got, and each charge, once. */
const balancedReport = async (world: World) => {
  const { positions, orders, carried, trades } = await world.rows();
  expect(world.faults).toEqual([]);
  expect(positions.map(({ status }) => status)).toEqual(positions.map(() => 'closed'));
  const report = await reportOf();
  const filled = (side: string) => sum(orders, (row) => (row.side === side ? row.filled_value : 0));
  const ofPositions = carried.filter(({ subject }) => subject.startsWith('position '));
  const [cost, proceeds] = [sum(report.lots, (lot) => lot.cost), sum(report.lots, (lot) => lot.proceeds)];
  const got = filled('sell') + sum(ofPositions, ({ payout }) => payout);
  expect(proceeds - cost).toBe(got - filled('buy'));
  // Without an action the legs are those of trades, whose entry price is an average in whole paise.
  if (ofPositions.some(({ kind }) => kind !== 'rights')) expect(cost).toBe(filled('buy'));
  expect(report.notes.filter((note) => note.includes('ITC'))).toEqual([]);
  // Every charge is there once, but for a rounding of each line.
  const charges = sum(
    report.lots,
    ({ deductible, stt, label }) => deductible + (label.includes('capital gain') ? stt : 0),
  );
  expect(Math.abs(charges - sum(trades, (row) => row.charges))).toBeLessThan(
    2 + report.lots.length + trades.length,
  );
  return report.lots.map((lot) => [lot.quantity, lot.boughtOn, lot.soldOn, lot.cost, lot.proceeds]);
};

it('an entry that was half filled when the ex-date came is two purchases, each at its own cost', async () => {
  const world = newWorld();
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00, { volume: 16 });
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024');
  await world.tick(EX_DAY, 0, 200_00);
  await world.tick(EX_DAY, 60, 300_00);
  const { positions, orders } = await world.rows();
  expect(positions[0]).toMatchObject({ quantity: 50 });
  await world.exit(positions[0]!.id, openOf(EX_DAY) + 61_000);
  await world.tick(NEXT_DAY, 0, 210_00);
  const [early, late] = [4 * 1_000_05, orders[0]!.filled_value - 4 * 1_000_05];
  const sold = (await world.rows()).orders[1]!.filled_value;
  expect(await balancedReport(world)).toEqual([
    [20, DAY, NEXT_DAY, early, Math.round((sold * 20) / 50)],
    [30, EX_DAY, NEXT_DAY, late, sold - Math.round((sold * 20) / 50)],
  ]);
});

it('a sale of the ex-date before its list came is of the shares of that day', async () => {
  const world = newWorld();
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.tick(EX_DAY, 0, 500_00);
  const [position] = (await world.rows()).positions;
  await world.exit(position!.id, openOf(EX_DAY) + 1_000, 3);
  await world.tick(NEXT_DAY, 0, 500_00);
  await world.importList('ITC,EQ,Bonus 1:2,10,28-Oct-2024');
  expect((await world.rows()).positions[0]?.quantity).toBe(10);
  await world.exit(position!.id, openOf(NEXT_DAY) + 1_000);
  await world.tick(LATER_DAY, 0, 400_00);
  const lots = await balancedReport(world);
  // Three were four and a half by then; of the other seven ten are left, and a half was paid out.
  expect(lots.map(([quantity, boughtOn, soldOn]) => [quantity, boughtOn, soldOn])).toEqual([
    [0.5, EX_DAY, NEXT_DAY],
    [4.5, EX_DAY, NEXT_DAY],
    [5, EX_DAY, LATER_DAY],
    [5, NEXT_DAY, LATER_DAY],
  ]);
});

it('a position that was sold whole before the list came takes no more of the other one’s lots', async () => {
  const world = newWorld();
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(10, openOf(DAY));
  await world.enter(10, openOf(DAY) + 1_000, 2);
  await world.tick(DAY, 60, 1_000_00);
  const { positions } = await world.rows();
  await world.exit(positions[0]!.id, openOf(DAY) + 61_000);
  await world.tick(EX_DAY, 0, 200_00);
  await world.importList('ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024');
  await world.exit(positions[1]!.id, openOf(EX_DAY) + 1_000);
  await world.tick(NEXT_DAY, 0, 210_00);
  const lots = await balancedReport(world);
  expect(lots.map(([quantity, , soldOn]) => [quantity, soldOn])).toEqual([
    [50, EX_DAY],
    [50, NEXT_DAY],
  ]);
});

it('a part of a share that was paid out is sold of the oldest lot, whose position was sold before', async () => {
  const world = newWorld();
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(9, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  await world.tick(EX_DAY, 0, 1_100_00);
  await world.enter(9, openOf(EX_DAY), 2);
  await world.tick(EX_DAY, 60, 1_100_00);
  const [first, second] = (await world.rows()).positions;
  // The second is sold a day later: first in, first out takes the shares of the first.
  await world.exit(second!.id, openOf(NEXT_DAY));
  await world.tick(NEXT_DAY, 0, 1_000_00);
  await world.tick(NEXT_DAY, 60, 1_000_00);
  await world.importList('ITC,EQ,Bonus 1:2,10,29-Oct-2024');
  await world.tick(LATER_DAY, 0, 660_00);
  await world.exit(first!.id, openOf(LATER_DAY) + 1_000);
  await world.tick(LAST_DAY, 0, 660_00);
  const lots = await balancedReport(world);
  expect(lots.map(([quantity, boughtOn, soldOn]) => [quantity, boughtOn, soldOn])).toEqual([
    [9, DAY, NEXT_DAY],
    [0.5, EX_DAY, LATER_DAY],
    [8.5, EX_DAY, LAST_DAY],
    [4.5, LATER_DAY, LAST_DAY],
  ]);
});

it('a position of less than one share is paid out of the oldest lot', async () => {
  const world = newWorld();
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
  const lots = await balancedReport(world);
  expect(lots.map(([quantity, , soldOn]) => [quantity, soldOn])).toEqual([
    [0.2, EX_DAY],
    [1.8, NEXT_DAY],
    [0.2, NEXT_DAY],
  ]);
});

it('rights that were paid out are in the proceeds of the next sale', async () => {
  const world = newWorld();
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(8, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  const [position] = (await world.rows()).positions;
  await world.importList(
    'ITC,EQ,Rights 1:4 @ Premium Rs 490,10,25-Oct-2024',
    'ITC,EQ,Bonus 1:1,10,28-Oct-2024',
  );
  await world.tick(EX_DAY, 0, 900_00);
  await world.tick(NEXT_DAY, 0, 450_00);
  await world.exit(position!.id, openOf(NEXT_DAY) + 1_000);
  await world.tick(LATER_DAY, 0, 450_00);
  expect((await world.rows()).carried[0]).toMatchObject({ kind: 'rights', payout: 800_00 });
  expect(await balancedReport(world)).toHaveLength(2);
});

const DAYS = [DAY, EX_DAY, NEXT_DAY, LATER_DAY, LAST_DAY, '2024-10-31'] as const;
const LIST_DATES = ['', '25-Oct-2024', '28-Oct-2024', '29-Oct-2024', '30-Oct-2024'] as const;

it('lots cost what was paid and bring what was got, over any buys, sales, actions and late lists', async () => {
  const move = fc.record({
    kind: fc.constantFrom('enter' as const, 'exit' as const, 'nothing' as const),
    quantity: fc.integer({ min: 1, max: 30 }),
    which: fc.nat(5),
    price: fc.integer({ min: 2_000, max: 40_000 }).map((ticks) => ticks * 5),
    volume: fc.constantFrom(4, 16, 40, 1_000_000),
  });
  const action = (...purposes: string[]) =>
    fc.record({
      purpose: fc.constantFrom(...purposes),
      exDay: fc.integer({ min: 1, max: 4 }),
      /** Day before whose first price the list comes; 6 for after all. */
      listDay: fc.integer({ min: 1, max: 6 }),
      isWanted: fc.nat(3).map((chance) => chance > 0),
    });
  const schedule = fc.record({
    days: fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 6, maxLength: 6 }),
    actions: fc.tuple(
      action(
        'Face Value Split From Rs 10 To Rs 2',
        'Face Value Split From Rs 10 To Rs 4',
        'Consolidation Split From Rs 2 To Rs 10',
      ),
      action('Bonus 1:1', 'Bonus 1:2', 'Bonus 2:7'),
      action('Rights 1:4 @ Premium Rs 40'),
    ),
  });
  await fc.assert(
    fc.asyncProperty(schedule, async ({ days, actions }) => {
      await forgetActions(house.database);
      const world = newWorld();
      const wanted = actions.filter(({ isWanted }) => isWanted);
      const importFor = async (day: number) => {
        const rows = wanted
          .filter(({ listDay }) => listDay === day)
          .map(({ purpose, exDay }) => `ITC,EQ,${purpose},10,${LIST_DATES[exDay]}`);
        if (rows.length > 0) await world.importList(...rows);
      };
      const open = async () => (await world.rows()).positions.filter(({ status }) => status === 'open');
      for (const [day, moves] of days.entries()) {
        await importFor(day);
        const name = DAYS[day]!;
        for (const [index, { kind, quantity, which, price, volume }] of moves.entries()) {
          await world.tick(name, index * 60, price, { volume });
          const at = openOf(name) + index * 60_000 + 1_000;
          if (kind === 'enter') await world.enter(quantity, at, 1 + (which % 2));
          if (kind !== 'exit') continue;
          const held = await open();
          const position = held[which % Math.max(1, held.length)];
          if (position) await world.exit(position.id, at, Math.min(quantity, position.quantity));
        }
      }
      for (let second = 600; second < 1_800; second += 120) {
        await world.tick('2024-10-31', second, 500_00);
        if (second === 600) await importFor(6);
        for (const { id } of await open()) await world.exit(id, openOf('2024-10-31') + (second + 1) * 1_000);
      }
      await balancedReport(world);
    }),
    { numRuns: 40 },
  );
}, 180_000);
