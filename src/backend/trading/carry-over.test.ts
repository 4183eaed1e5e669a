import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { runningHouse } from '../../../tests/support/running-house.ts';
import { carriedWorld, forgetActions, openOf } from '../../../tests/support/carried-world.ts';
import type { ProtectionRules } from '../../engine/protection.ts';
import { rebuildOrder } from './order-book.ts';

const DAY = '2024-10-24';
const EX_DAY = '2024-10-25';
const NEXT_DAY = '2024-10-28';
const BONUS = 'ITC,EQ,Bonus 1:1,10,25-Oct-2024';
const SPLIT = 'ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,25-Oct-2024';
const STOP: ProtectionRules = {
  stopLoss: { kind: 'percent', value: 5 },
  target: { kind: 'percent', value: 20 },
  trailing: { kind: 'percent', value: 10 },
  partialExits: [],
};

const house = runningHouse();
let run = 100;
beforeEach(() => forgetActions(house.database));

const newWorld = (more: Partial<Parameters<typeof carriedWorld>[1]> = {}) =>
  carriedWorld(house.database, { run: ++run, ...more });

/** A world that has bought so many shares at ₹1,000. */
const holding = async (quantity: number, more: Parameters<typeof newWorld>[0] = {}) => {
  const world = newWorld(more);
  await world.tick(DAY, 0, 1_000_00);
  await world.enter(quantity, openOf(DAY));
  await world.tick(DAY, 60, 1_000_00);
  const [position] = (await world.rows()).positions;
  return { world, bought: position! };
};

const paidFor = (row: { entry_value: number; exit_value: number }) => row.entry_value - row.exit_value;

describe('a position over its ex-date', () => {
  it('has more shares at the same cost, and is not sold by the fall of the price', async () => {
    const { world, bought } = await holding(10, { protection: STOP });
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 201_00);
    const { positions, trades, logs, alerts } = await world.rows();
    expect(trades).toEqual([]);
    expect(positions[0]).toMatchObject({
      ...{ status: 'open', quantity: 50, entry_quantity: 50, entry_value: bought.entry_value },
      ...{ stop_loss: 190_01, target: 240_02 },
    });
    expect(logs).toEqual([
      'ITC: Face Value Split From Rs 10 To Rs 2, ex-date 25-10-2024. 10 shares are 50 shares now; their cost stays ₹10,000.50. Its stop-loss is ₹190.01 and its target ₹240.02 now.',
    ]);
    expect(alerts).toEqual([
      { title: 'ITC was carried over a split', body: logs[0], link: `/open-positions?position=${bought.id}` },
    ]);
    // The stop that it has now holds.
    await world.tick(EX_DAY, 60, 190_00, { isGap: true });
    expect((await world.rows()).trades).toMatchObject([{ quantity: 50, exit_reason: 'Stop-loss hit' }]);
    expect(world.faults).toEqual([]);
  });

  it('is sold by the fall where no list has the action', async () => {
    const { world } = await holding(10, { protection: STOP });
    await world.tick(EX_DAY, 0, 201_00);
    await world.restart();
    await world.tick(EX_DAY, 60, 201_00);
    const { trades, alerts, logs } = await world.rows();
    expect(trades).toHaveLength(1);
    // That is asked about, once.
    expect(logs).toEqual([
      'ITC opened 79.90% below its last price on 25-10-2024: if that was a split or a bonus, import the list of corporate actions.',
    ]);
    expect(alerts.filter(({ title }) => title === 'ITC: a split or a bonus?')).toHaveLength(1);
  });

  it('counts circuits and the day from the close before, adjusted', async () => {
    const { world } = await holding(10);
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 201_00);
    expect(world.previousClose).toBe(200_00);
    await world.importList(SPLIT);
    expect(world.previousClose).toBe(200_00);
  });

  it('opened on the ex-date is left as it is', async () => {
    const world = newWorld();
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 200_00);
    await world.enter(10, openOf(EX_DAY));
    await world.tick(EX_DAY, 60, 200_00);
    await world.tick(NEXT_DAY, 0, 200_00);
    const { positions, carried } = await world.rows();
    expect([positions[0]?.quantity, carried]).toEqual([10, []]);
  });

  it('trails on from the best price, adjusted', async () => {
    const { world } = await holding(10, { protection: { ...STOP, stopLoss: null, target: null } });
    await world.tick(DAY, 120, 1_100_00);
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 219_00);
    expect((await world.rows()).positions[0]?.stop_loss).toBe(200_00);
    await world.tick(EX_DAY, 60, 230_00);
    await world.execution.writeMoved({ userId: null, write: () => Promise.resolve() });
    expect((await world.rows()).positions[0]?.stop_loss).toBe(210_00);
  });

  it('has two actions of one day applied, each once', async () => {
    const { world, bought } = await holding(10);
    await world.importList(SPLIT, BONUS);
    await world.tick(EX_DAY, 0, 100_00);
    await world.restart();
    await world.tick(EX_DAY, 60, 100_00);
    const { positions, carried, alerts } = await world.rows();
    expect(positions[0]).toMatchObject({ quantity: 100, entry_value: bought.entry_value });
    expect(carried.map(({ kind, quantity_after }) => [kind, quantity_after])).toEqual([
      ['split', 50],
      ['bonus', 100],
    ]);
    expect(alerts).toHaveLength(2);
    expect(world.previousClose).toBe(100_00);
  });

  it('has a left-over half share paid out at the close before, adjusted', async () => {
    const { world, bought } = await holding(5);
    await world.importList('ITC,EQ,Bonus 1:2,10,25-Oct-2024');
    await world.tick(EX_DAY, 0, 660_00);
    const { positions, logs } = await world.rows();
    // Half of ₹1,000 × 2/3.
    expect(positions[0]).toMatchObject({ quantity: 7, entry_value: bought.entry_value, exit_value: 333_33 });
    expect(logs[0]).toContain('0.5 shares left over were paid out: ₹333.33.');
  });

  it('of which less than a share is left is paid out whole', async () => {
    const { world, bought } = await holding(3, { protection: STOP });
    await world.importList('ITC,EQ,Consolidation Split From Re 1 To Rs 10,1,25-Oct-2024');
    await world.tick(EX_DAY, 0, 10_000_00);
    const { positions, trades, logs } = await world.rows();
    expect(positions[0]).toMatchObject({ status: 'closed', quantity: 0, exit_value: 3_000_00 });
    expect(trades).toMatchObject([{ quantity: 3, gross: 3_000_00 - bought.entry_value }]);
    expect(logs[0]).toContain('3 shares became less than one share: all of it is paid out, ₹3,000.00.');
    expect(world.execution.openPositions()).toEqual([]);
  });

  it('keeps its shares over rights, which are paid out at their worth', async () => {
    const { world, bought } = await holding(8, { protection: STOP });
    await world.importList('ITC,EQ,Rights 1:4 @ Premium Rs 490,10,25-Oct-2024');
    await world.tick(EX_DAY, 0, 900_00);
    const { positions, trades, logs } = await world.rows();
    expect(trades).toEqual([]);
    expect(positions[0]).toMatchObject({
      ...{ quantity: 8, entry_value: bought.entry_value, exit_value: 800_00, stop_loss: 855_05 },
    });
    expect(logs[0]).toContain('The rights of 8 shares are paid out at their worth, ₹800.00;');
  });

  it('stays as it is over a dividend; a demerger is told', async () => {
    const { world, bought } = await holding(8, { protection: STOP });
    await world.importList(
      'ITC,EQ,Dividend - Rs 5 Per Share,10,25-Oct-2024',
      'ITC,EQ,Demerger,10,25-Oct-2024',
    );
    await world.tick(EX_DAY, 0, 990_00);
    const { positions, carried, alerts } = await world.rows();
    expect(positions[0]).toMatchObject({ quantity: 8, stop_loss: bought.stop_loss, exit_value: 0 });
    expect(carried.map(({ kind }) => kind)).toEqual(['demerger']);
    expect(alerts.map(({ title }) => title)).toEqual(['ITC has had a demerger']);
  });
});

describe('an action that was missed', () => {
  it('because the program did not run is applied at the next price, once', async () => {
    const { world, bought } = await holding(10, { protection: STOP });
    await world.importList(SPLIT);
    await world.restart();
    await world.tick(NEXT_DAY, 0, 205_00);
    await world.restart();
    await world.tick(NEXT_DAY, 60, 206_00);
    const { positions, carried, trades, logs } = await world.rows();
    expect(positions[0]).toMatchObject({ quantity: 50, entry_value: bought.entry_value });
    expect([carried.length, trades.length, logs.length]).toEqual([1, 0, 1]);
    expect(logs[0]).toContain('It was applied late');
  });

  it('because the list came later is applied when it comes, to what is still held', async () => {
    const { world } = await holding(10);
    const [position] = (await world.rows()).positions;
    await world.tick(EX_DAY, 0, 200_00);
    await world.exit(position!.id, openOf(EX_DAY), 4);
    await world.tick(EX_DAY, 60, 200_00);
    const [before] = (await world.rows()).trades;
    await world.importList(SPLIT);
    const { positions, trades } = await world.rows();
    expect(positions[0]).toMatchObject({ status: 'open', quantity: 30, entry_quantity: 50 });
    expect(positions[0]?.entry_value).toBe(position?.entry_value);
    expect(trades).toEqual([{ ...before, quantity_after_split: 20 }]);
    expect(world.execution.openPositions()[0]?.quantity).toBe(30);
  });

  it('before one that is applied already leaves alone what was bought between the two', async () => {
    const world = newWorld();
    await world.tick(DAY, 0, 1_000_00);
    await world.enter(9, openOf(DAY));
    await world.tick(DAY, 60, 1_000_00, { volume: 16 });
    // The rest one by one, in shares of after the split; of five the bonus makes seven and a half.
    for (let part = 1; part <= 5; part++) await world.tick(EX_DAY, part * 60, 200_00, { volume: 4 });
    await world.importList('ITC,EQ,Bonus 1:2,10,28-Oct-2024');
    await world.tick(NEXT_DAY, 0, 133_00);
    const before = (await world.rows()).positions[0];
    expect(before).toMatchObject({ quantity: 13, entry_quantity: 13 });
    await world.importList(SPLIT);
    const { positions, carried } = await world.rows();
    // Four are six, of which half a share was paid out: those alone become five each.
    expect(positions[0]).toMatchObject({ quantity: 35, entry_value: before?.entry_value });
    expect(carried.at(-1)).toMatchObject({ quantity_before: 13, quantity_after: 35, fraction: 0 });
    expect(world.faults).toEqual([]);
  });

  it('before one that is applied already pays a left-over part at the price of the shares of now', async () => {
    const { world } = await holding(5);
    await world.tick(EX_DAY, 0, 666_70);
    await world.importList(SPLIT.replace('25-Oct', '28-Oct'));
    await world.tick(NEXT_DAY, 0, 133_35);
    await world.importList('ITC,EQ,Bonus 1:2,10,25-Oct-2024');
    const { positions, carried } = await world.rows();
    expect(positions[0]).toMatchObject({ quantity: 37 });
    // Half of ₹1,000 × 2/3 / 5.
    expect(carried.at(-1)).toMatchObject({ fraction: 0.5, payout: 66_67 });
  });

  it.each([1, 2, 3])(
    'and killed before try %i was written is applied whole, or not at all',
    async (fails) => {
      let writes = Number.POSITIVE_INFINITY;
      const { world, bought } = await holding(10, {
        protection: STOP,
        beforeCommit: () => {
          if (writes-- <= 0) throw new Error('the program was killed');
        },
      });
      await world.enter(3, openOf(DAY) + 61_000);
      await world.importList(SPLIT, BONUS);
      writes = 0;
      for (let tries = 0; tries < fails; tries++) {
        await world.tick(EX_DAY, tries, 100_00, { volume: 0 });
        const { positions, carried, orders } = await world.rows();
        expect(positions[0]).toEqual(bought);
        expect(carried).toEqual([]);
        expect(orders[1]?.quantity).toBe(3);
        await world.restart();
      }
      writes = Number.POSITIVE_INFINITY;
      await world.restart();
      await world.tick(EX_DAY, 60, 100_00, { volume: 0 });
      const { positions, carried, orders } = await world.rows();
      expect(positions[0]).toMatchObject({ quantity: 100, entry_value: bought.entry_value });
      expect(carried).toHaveLength(4);
      expect(orders[1]?.quantity).toBe(30);
    },
  );
});

describe('an action that a later list words otherwise', () => {
  it.each([
    ['put off', 'ITC,EQ,Bonus 1:1,10,28-Oct-2024', 'Bonus 1:1, ex-date 28-10-2024'],
    ['of another ratio', 'ITC,EQ,Bonus 2:1,10,25-Oct-2024', 'Bonus 2:1, ex-date 25-10-2024'],
  ])('%s is told once and not applied again', async (_what, row, now) => {
    const { world } = await holding(10);
    await world.importList(BONUS);
    await world.tick(EX_DAY, 0, 500_00);
    await world.importList(row);
    await world.importList(row);
    await world.tick(NEXT_DAY, 0, 500_00);
    await world.restart();
    const { positions, alerts } = await world.rows();
    expect(positions[0]?.quantity).toBe(20);
    expect(alerts.map(({ title }) => title)).toEqual([
      'ITC was carried over a bonus',
      'ITC: a later list says otherwise',
    ]);
    expect(alerts[1]?.body).toBe(
      `Bonus 1:1, ex-date 25-10-2024, was applied to what you hold on paper. The list says now: ${now}. Nothing was changed again: check quantity and cost of ITC.`,
    );
  });
});

describe('an order that waits over the ex-date', () => {
  it('to enter is one of more shares, and its life still says what it is', async () => {
    const world = newWorld({ protection: STOP });
    await world.tick(DAY, 0, 1_000_00);
    await world.enter(10, openOf(DAY) + 1_000);
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 200_00);
    const { orders, positions } = await world.rows();
    expect(orders[0]).toMatchObject({ state: 'filled', quantity: 50, filled_quantity: 50 });
    expect(positions[0]).toMatchObject({ quantity: 50, stop_loss: 190_01 });
    const events = await house.database.read
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', orders[0]!.id)
      .orderBy('id')
      .execute();
    expect(rebuildOrder(events)).toMatchObject({ state: 'filled', quantity: 50, filled_quantity: 50 });
  });

  it('to leave, filled in part, sells the rest of the shares that there are now', async () => {
    const { world, bought } = await holding(10);
    await world.exit(bought.id, openOf(DAY) + 61_000);
    await world.tick(DAY, 120, 1_000_00, { volume: 16 });
    expect((await world.rows()).orders[1]).toMatchObject({ quantity: 10, filled_quantity: 4 });
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 200_00, { volume: 0 });
    await world.tick(EX_DAY, 60, 200_00);
    const { orders, positions, trades } = await world.rows();
    expect(orders[1]).toMatchObject({ state: 'filled', quantity: 34, filled_quantity: 34 });
    expect(positions[0]).toMatchObject({ status: 'closed', quantity: 0 });
    expect(trades.map(({ quantity }) => quantity)).toEqual([4, 30]);
    expect(trades[0]!.gross + trades[1]!.gross).toBe(-paidFor(positions[0]!));
  });
});

describe('a plan of a basket that was cut off', () => {
  const plan = async (world: ReturnType<typeof newWorld>, positionId: number) => {
    const steps = [
      { symbol: 'ITC', side: 'sell', quantity: 10, positionId },
      { symbol: 'ITC', side: 'buy', quantity: 3, positionId: null },
      { symbol: 'SBIN', side: 'buy', quantity: 3, positionId: null },
    ];
    const { id } = await house.database.write(1, async ({ query }) => {
      const definition = await query
        .insertInto('basket_definitions')
        .values({
          ...{
            owner_id: 1,
            name: `Two shares ${world.run}`,
            summary: '',
            rebalance: 'quarterly',
            is_public: 0,
            created_at: 0,
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return query
        .insertInto('basket_previews')
        .values({
          ...{
            user_id: 1,
            definition_id: definition.id,
            holding_id: null,
            kind: 'rebalance',
            mode: 'test',
            amount: 0,
          },
          ...{ run_id: world.run, orders_json: JSON.stringify(steps), state: 'placing', made_at: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    return async () => {
      const row = await house.database.read
        .selectFrom('basket_previews')
        .select('orders_json')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return (JSON.parse(row.orders_json) as typeof steps).map(({ quantity }) => quantity);
    };
  };

  it('goes on after the ex-date with the shares that there are then, once', async () => {
    const { world, bought } = await holding(10, { isBasket: true });
    await world.importList(SPLIT);
    const quantities = await plan(world, bought.id);
    await world.restart();
    await world.tick(EX_DAY, 0, 200_00);
    await world.restart();
    await world.tick(EX_DAY, 60, 200_00);
    expect(await quantities()).toEqual([50, 15, 3]);
  });

  it('decided on the ex-date itself is left as it is', async () => {
    const { world, bought } = await holding(10, { isBasket: true });
    await world.importList(SPLIT);
    await world.tick(EX_DAY, 0, 200_00);
    const quantities = await plan(world, bought.id);
    await world.restart();
    await world.tick(EX_DAY, 60, 200_00);
    await world.tick(NEXT_DAY, 0, 200_00);
    expect(await quantities()).toEqual([10, 3, 3]);
  });
});

it('the books balance, and the result is that of adjusted prices, over any split, bonus and sale', async () => {
  const action = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).map(([free, held]) => ({
      row: `ITC,EQ,Bonus ${free}:${held},10,25-Oct-2024`,
      ratio: (held + free) / held,
    })),
    fc.constantFrom(2, 5, 10).map((times) => ({
      row: `ITC,EQ,Face Value Split From Rs 10 To Rs ${10 / times},10,25-Oct-2024`,
      ratio: times,
    })),
  );
  const quantity = fc.integer({ min: 1, max: 200 });
  await fc.assert(
    fc.asyncProperty(
      action,
      quantity,
      fc.nat(3),
      fc.integer({ min: 80_000, max: 120_000 }),
      async (one, shares, early, sold) => {
        await forgetActions(house.database);
        const { world, bought } = await holding(shares);
        const part = Math.min(Math.floor((shares * early) / 4), shares - 1);
        if (part > 0) await world.exit(bought.id, openOf(DAY) + 61_000, part);
        await world.tick(DAY, 120, 1_000_00);
        const before = (await world.rows()).positions[0]!;
        const costOf = (row: typeof before) =>
          Math.round((row.entry_value * row.quantity) / row.entry_quantity);
        await world.importList(one.row);
        const price = Math.round(sold / one.ratio / 5) * 5;
        await world.tick(EX_DAY, 0, price);
        const after = (await world.rows()).positions[0]!;
        expect(costOf(after)).toBe(costOf(before));
        const [{ payout, fraction } = { payout: 0, fraction: 0 }] = (await world.rows()).carried;
        expect(paidFor(after)).toBe(paidFor(before) - payout);
        await world.exit(bought.id, openOf(EX_DAY) + 1_000);
        await world.tick(EX_DAY, 60, price);
        const { positions, trades, orders } = await world.rows();
        const gross = trades.reduce((sum, row) => sum + row.gross, 0);
        expect(gross).toBe(-paidFor(positions[0]!));
        expect(positions[0]).toMatchObject({ status: 'closed', quantity: 0 });
        // What was bought for, sold for and paid out, by the fills alone.
        const value = (side: 'buy' | 'sell') =>
          orders.reduce((sum, row) => sum + (row.side === side ? row.filled_value : 0), 0);
        expect(gross).toBe(value('sell') + payout - value('buy'));
        const left = (shares - part) * one.ratio - fraction;
        expect(orders.at(-1)?.filled_quantity).toBeCloseTo(left, 6);
        expect(world.faults).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
