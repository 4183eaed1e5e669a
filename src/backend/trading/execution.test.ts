import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NO_ATR, type ProtectionRules } from '../../engine/protection.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { EventHub } from '../notices/event-hub.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { loadDayResult } from './day-result.ts';
import { Execution } from './execution.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const SYMBOL = 'ITC';
const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const NO_PROTECTION: ProtectionRules = { stopLoss: null, target: null, trailing: null, partialExits: [] };

let folder = '';
let database: Database;
let runId = 0;
/** Why nothing can be written now; null while everything can. */
let diskTrouble: Error | null = null;
/** Number of writes that still succeed before the trouble begins. */
let writesLeft = 0;

/** Of a write with which nothing else is written. */
const NOTHING_ELSE = { userId: null, write: () => Promise.resolve() };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-execution-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, OPEN));
  await writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set({ status: STRATEGY_STATUS.running }).execute(),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** An execution on its own run. Its market is moved by hand. */
const setUp = (
  protection: ProtectionRules = NO_PROTECTION,
  side: 'long' | 'short' = 'long',
  run = ++runId,
  product: 'intraday' | 'delivery' = 'intraday',
) => {
  const hub = new EventHub(systemClock);
  let last = { price: 40_000, at: OPEN };
  const faults: string[] = [];
  const execution = new Execution({
    database: {
      ...database,
      write: (of, work) =>
        diskTrouble && writesLeft-- <= 0 ? Promise.reject(diskTrouble) : database.write(of, work),
    },
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    broker: new PaperBroker(() => true),
    run: { source: 'simulated', runId: run, mode: 'test', brokerId: 1 },
    lastPrice: () => last,
    block: () => null,
    fundsOf: () => null,
    termsOf: (strategyId) =>
      Promise.resolve({
        strategy: { id: strategyId, name: 'Test', ownerId: 1, isHouse: false },
        opening: { side, product, protection },
        slippageBp: 2,
        squareOffTime: '15:10',
      }),
    onTrade: () => undefined,
    onFault: (strategyId, error) => {
      faults.push(`${strategyId}: ${String(error)}`);
      return Promise.resolve();
    },
  });
  const orderKey = (name: string) => `${run}:${name}`;
  const enterAs = (strategyId: number, quantity: number, at = OPEN, name = `entry ${strategyId}`) =>
    execution.place({
      userId: 1,
      strategyId,
      positionId: null,
      symbol: SYMBOL,
      source: 'simulated',
      runId: run,
      mode: 'test',
      brokerId: 1,
      side: side === 'long' ? 'buy' : 'sell',
      slot: 'entry',
      purpose: 'entry',
      quantity,
      reason: 'Entry rule',
      key: orderKey(name),
      at,
    });
  return {
    execution,
    faults,
    run,
    tick: (second: number, price: number, volume: number, isGap = false, open = OPEN) => {
      last = { price, at: open + second * 1_000 };
      return execution.onTicks({ time: last.at, ticks: [{ symbol: SYMBOL, price, volume, isGap }] });
    },
    enter: (quantity: number, at = OPEN, name?: string) => enterAs(1, quantity, at, name),
    enterAs,
    /** New protection; `rest` is what else is written with it. */
    protect: (rules: ProtectionRules, rest: () => Promise<void> = () => Promise.resolve()) =>
      database.write(1, async (tx) => {
        const strategy = { id: 1, name: 'Test', ownerId: 1, isHouse: false };
        await execution.changeProtections(tx, strategy, rules, () => NO_ATR);
        await rest();
      }),
    exit: (positionId: number, at: number) =>
      execution.exit(positionId, 'exit', 'Closed by you', at, orderKey(`exit ${positionId}`)),
    rows: async () => {
      const { read } = database;
      return {
        positions: await read.selectFrom('positions').selectAll().where('run_id', '=', run).execute(),
        trades: await read.selectFrom('trades').selectAll().where('run_id', '=', run).execute(),
        orders: await read.selectFrom('orders').selectAll().where('run_id', '=', run).orderBy('id').execute(),
      };
    },
  };
};

type Setup = ReturnType<typeof setUp>;

/** Require that the books of a run are sound. */
const expectSoundBooks = async (
  rows: Awaited<ReturnType<ReturnType<typeof setUp>['rows']>>,
): Promise<void> => {
  for (const position of rows.positions) {
    expect(position.quantity).toBeGreaterThanOrEqual(0);
    expect(position.quantity).toBeLessThanOrEqual(position.entry_quantity);
    expect(position.status).toBe(position.quantity === 0 ? 'closed' : 'open');
    const filled = (isEntry: boolean) =>
      rows.orders
        .filter((order) => order.position_id === position.id && (order.purpose === 'entry') === isEntry)
        .reduce((sum, order) => sum + order.filled_quantity, 0);
    expect(filled(true)).toBe(position.entry_quantity);
    expect(filled(false)).toBe(position.entry_quantity - position.quantity);
    expect(rows.trades.filter((trade) => trade.position_id === position.id)).toHaveLength(
      position.status === 'closed' ? 1 : 0,
    );
  }
  for (const trade of rows.trades) {
    expect(trade.net).toBe(trade.gross - trade.charges);
    const items = Object.values(JSON.parse(trade.charge_items_json) as Record<string, number>);
    expect(items.every((item) => item >= 0)).toBe(true);
    expect(Math.abs(items.reduce((sum, item) => sum + item, 0) / 10_000 - trade.charges)).toBeLessThan(1);
  }
  for (const order of rows.orders) {
    const fills = await database.read
      .selectFrom('fills')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(fills.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(order.filled_quantity);
    expect(fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0)).toBe(order.filled_value);
    expect(order.filled_quantity).toBeLessThanOrEqual(order.quantity);
  }
};

describe('the books of a run', () => {
  it('hold whatever the market does and whenever the trader leaves', async () => {
    const moment = fc.record({
      price: fc.integer({ min: 7_800, max: 8_200 }).map((step) => step * 5),
      volume: fc.nat(1_200),
      leaves: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
    });
    const percent = (value: number) => ({ kind: 'percent' as const, value });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600 }),
        fc.constantFrom('long' as const, 'short' as const),
        fc.option(fc.constantFrom(percent(0.5), percent(1.5))),
        fc.option(fc.constantFrom(percent(0.5), percent(2))),
        fc.array(moment, { minLength: 1, maxLength: 20 }),
        async (quantity, side, stopLoss, target, moments) => {
          const it = setUp({ ...NO_PROTECTION, stopLoss, target }, side);
          await it.enter(quantity);
          for (const [index, { price, volume, leaves }] of moments.entries()) {
            await it.tick(index + 1, price, volume, index % 4 === 0);
            const [held] = it.execution.openPositions();
            if (leaves && held) await it.exit(held.id, OPEN + (index + 1) * 1_000);
          }
          await expectSoundBooks(await it.rows());
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are the same when an execution resumes what another one left', async () => {
    const before = setUp();
    await before.enter(100);
    await before.tick(1, 40_000, 200);
    const { orders } = await before.rows();
    expect(orders[0]).toMatchObject({ state: 'partially-filled', filled_quantity: 50 });
    const after = setUp(NO_PROTECTION, 'long', before.run);
    await after.execution.load();
    await after.tick(2, 40_100, 2_000);
    const rows = await after.rows();
    expect(rows.orders[0]).toMatchObject({ state: 'filled', filled_quantity: 100 });
    await expectSoundBooks(rows);
  });
});

describe('protection', () => {
  const rules: ProtectionRules = {
    ...NO_PROTECTION,
    stopLoss: { kind: 'percent', value: 1 },
    target: { kind: 'percent', value: 1 },
  };

  it('take of a tick no more after a restart that plays it again', async () => {
    const before = setUp();
    await before.enter(100);
    await before.tick(1, 40_000, 200);
    const again = setUp(NO_PROTECTION, 'long', before.run);
    await again.execution.load();
    await again.tick(1, 40_000, 200);
    await again.tick(2, 41_000, 200);
    const fills = await database.read
      .selectFrom('fills')
      .innerJoin('orders', 'orders.id', 'fills.order_id')
      .select(['fills.quantity', 'fills.at'])
      .where('run_id', '=', before.run)
      .orderBy('fills.id')
      .execute();
    expect(fills).toEqual([
      { quantity: 50, at: OPEN + 1_000 },
      { quantity: 50, at: OPEN + 2_000 },
    ]);
  });

  it('that is hit while the entry is still filling cancels the rest of it', async () => {
    const it = setUp(rules);
    await it.enter(100);
    await it.tick(1, 40_000, 200);
    await it.tick(2, 39_000, 0);
    await it.tick(3, 39_000, 100_000);
    const rows = await it.rows();
    expect(rows.positions).toHaveLength(1);
    expect(rows.positions[0]).toMatchObject({ status: 'closed', quantity: 0, entry_quantity: 50 });
    expect(rows.orders.map((order) => [order.purpose, order.state])).toEqual([
      ['entry', 'cancelled'],
      ['stop-loss', 'filled'],
    ]);
    await expectSoundBooks(rows);
  });

  it('is not met by what else was traded in the very moment of the entry', async () => {
    const it = setUp(rules);
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    await it.tick(1, 39_000, 10_000);
    expect((await it.rows()).positions[0]).toMatchObject({ status: 'open', quantity: 10 });
    await it.tick(2, 39_000, 10_000);
    expect((await it.rows()).positions[0]).toMatchObject({ status: 'closed' });
  });

  it('fills a stop that the market gapped through at the price there was, not at the stop', async () => {
    const it = setUp(rules);
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    await it.tick(2, 36_000, 10_000, true);
    const [trade] = (await it.rows()).trades;
    expect(trade).toMatchObject({ exit_reason: 'Stop-loss hit' });
    expect(trade!.exit_price).toBeLessThan(36_000);
  });

  it('takes the stop when one moment could have reached the stop and the target', async () => {
    const it = setUp(rules);
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    await it.tick(2, 40_300, 10_000);
    await it.tick(3, 39_500, 10_000);
    expect((await it.rows()).trades.map((trade) => trade.exit_reason)).toEqual(['Stop-loss hit']);
  });

  it('fills a target at its price', async () => {
    const it = setUp(rules);
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    const target = it.execution.openPositions()[0]!.target!;
    await it.tick(2, target + 50, 10_000);
    expect((await it.rows()).trades[0]).toMatchObject({ exit_reason: 'Target reached', exit_price: target });
  });
});

describe('a trailing stop', () => {
  it('never goes back when another part of the entry fills', async () => {
    const it = setUp({ ...NO_PROTECTION, trailing: { kind: 'percent', value: 1 } });
    await it.enter(100);
    await it.tick(1, 40_000, 200);
    await it.tick(2, 41_000, 0);
    await it.tick(3, 40_900, 400);
    const [held] = it.execution.openPositions();
    expect(held).toMatchObject({ quantity: 100 });
    expect(held?.stop_loss).toBeGreaterThanOrEqual(40_590);
  });
});

describe('after a restart', () => {
  it('a stop that has trailed is where it was, and is met there', async () => {
    const rules: ProtectionRules = { ...NO_PROTECTION, trailing: { kind: 'percent', value: 1 } };
    const before = setUp(rules);
    await before.enter(10);
    await before.tick(1, 40_000, 1_000);
    await before.tick(2, 41_000, 1_000);
    await before.execution.writeMoved(NOTHING_ELSE);
    const after = setUp(rules, 'long', before.run);
    await after.execution.load();
    expect(after.execution.openPositions()[0]?.stop_loss).toBe(40_600);
    await after.tick(3, 40_595, 1_000);
    expect((await after.rows()).trades.map((trade) => trade.exit_reason)).toEqual(['Trailing stop hit']);
  });
});

describe('an exit that ends before it is full', () => {
  it('writes the trade of what was sold, with the day on which it was', async () => {
    const it = setUp(NO_PROTECTION, 'long', undefined, 'delivery');
    await it.enter(100);
    await it.tick(1, 40_000, 1_000);
    const [held] = it.execution.openPositions();
    const order = await it.exit(held?.id ?? 0, OPEN + 2_000);
    await it.tick(3, 40_100, 80);
    const nextDay = OPEN + 86_400_000;
    await it.execution.cancel(order.id, nextDay, 'Cancelled by you');
    const rows = await it.rows();
    expect(rows.positions[0]).toMatchObject({ status: 'open', quantity: 80 });
    expect(rows.trades).toMatchObject([
      { quantity: 20, exit_at: OPEN + 3_000, exit_reason: 'Closed by you' },
    ]);
    await it.execution.exit(held?.id ?? 0, 'exit', 'Closed by you', nextDay, `${it.run}:again`);
    await it.tick(86_400 + 1, 40_200, 10_000);
    const { trades, positions } = await it.rows();
    expect(trades.map(({ quantity }) => quantity)).toEqual([20, 80]);
    const sum = (read: (trade: (typeof trades)[number]) => number) =>
      trades.reduce((total, trade) => total + read(trade), 0);
    const [position] = positions;
    expect(sum(({ gross }) => gross)).toBe((position?.exit_value ?? 0) - (position?.entry_value ?? 0));
    const items = (json = '{}') => Object.values(JSON.parse(json) as Record<string, number>);
    const units = (json?: string) => items(json).reduce((total, item) => total + item, 0);
    expect(sum(({ charge_items_json }) => units(charge_items_json))).toBe(units(position?.charges_json));
  });
});

describe('the depository', () => {
  it('is paid for a share held from before, even if shares of today were sold first', async () => {
    const it = setUp(NO_PROTECTION, 'long', undefined, 'delivery');
    await it.enter(10);
    await it.tick(1, 40_000, 1_000);
    const next = OPEN + 3 * 86_400_000;
    await it.enter(10, next, 'second entry');
    await it.tick(1, 40_000, 1_000, true, next);
    const [old, fresh] = it.execution.openPositions();
    await it.exit(fresh?.id ?? 0, next + 2_000);
    await it.tick(3, 40_000, 1_000, true, next);
    await it.exit(old?.id ?? 0, next + 4_000);
    await it.tick(5, 40_000, 1_000, true, next);
    const { trades } = await it.rows();
    const depository = ({ charge_items_json }: (typeof trades)[number]) =>
      (JSON.parse(charge_items_json) as { dp: number }).dp;
    expect(trades.map((trade) => [trade.position_id === old?.id, depository(trade)])).toEqual([
      [false, 0],
      [true, 20_00 * 10_000],
    ]);
  });
});

describe('the depository, when shares of before are sold in two orders of a day', () => {
  it('is paid with the first of them', async () => {
    const it = setUp(NO_PROTECTION, 'long', undefined, 'delivery');
    await it.enter(10);
    await it.tick(1, 40_000, 1_000);
    const next = OPEN + 3 * 86_400_000;
    const [held] = it.execution.openPositions();
    for (const part of [1, 2]) {
      const at = next + part * 10_000;
      await it.execution.exit(held?.id ?? 0, 'exit', 'Closed by you', at, `${it.run}:part ${part}`, 5);
      await it.tick(part * 10 + 1, 40_000, 1_000, true, next);
    }
    const { trades } = await it.rows();
    const paid = trades.map((trade) => (JSON.parse(trade.charge_items_json) as { dp: number }).dp);
    expect(paid).toEqual([20_00 * 10_000, 0]);
  });
});

describe("the day's result", () => {
  it('leaves out what a position had lost by the close before, whether it is still open, partly sold or closed', async () => {
    const it = setUp(NO_PROTECTION, 'long', undefined, 'delivery');
    await it.enter(100);
    await it.tick(1, 50_000, 1_000);
    const next = OPEN + 3 * 86_400_000;
    const last = { price: 40_100, at: next };
    const result = () =>
      loadDayResult(
        database.read,
        {
          open: it.execution.openPositions(),
          strategyId: 1,
          source: 'simulated',
          runId: it.run,
          now: next,
        },
        { lastPrice: () => last, previousClose: () => 40_000 },
      );
    expect(await result()).toBe(100 * 100);
    const [held] = it.execution.openPositions();
    await it.execution.exit(held?.id ?? 0, 'exit', 'Closed by you', next + 1_000, `${it.run}:part`, 60);
    await it.tick(2, 40_100, 80, true, next);
    // Twenty are sold a little below the last price, and are no trade yet; their charges are of today.
    const partly = await result();
    expect(partly).toBeLessThan(100 * 100);
    expect(partly).toBeGreaterThan(100 * 100 - 30_00);
    await it.tick(3, 40_100, 10_000, true, next);
    await it.exit(held?.id ?? 0, next + 4_000);
    await it.tick(5, 40_100, 10_000, true, next);
    const { trades, positions } = await it.rows();
    expect(positions[0]?.status).toBe('closed');
    const net = trades.reduce((sum, trade) => sum + trade.net, 0);
    const entryCharges = JSON.parse(positions[0]?.entry_charges_json ?? '{}') as Record<string, number>;
    const paid = Math.round(Object.values(entryCharges).reduce((sum, item) => sum + item, 0) / 10_000);
    const carried = 100 * 40_000 - (positions[0]?.entry_value ?? 0) - paid;
    expect(Math.abs((await result()) - (net - carried))).toBeLessThanOrEqual(1);
  });
});

it('sends the same signal again to nobody: its order is the one that is there', async () => {
  const it = setUp();
  const first = await it.enter(10);
  expect(await it.enter(10)).toMatchObject({ id: first.id, state: 'open' });
  await it.tick(1, 40_000, 10_000);
  expect(await it.enter(10)).toMatchObject({ id: first.id, state: 'filled' });
  await it.tick(2, 40_000, 10_000);
  const { orders, positions } = await it.rows();
  expect([orders.length, positions.map(({ quantity }) => quantity)]).toEqual([1, [10]]);
});

describe('square-off', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00+05:30`);

  it('leaves at its time, once, and not before', async () => {
    const it = setUp();
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    await it.execution.squareOff(at('15:09'));
    expect((await it.rows()).orders).toHaveLength(1);
    await it.execution.squareOff(at('15:10'));
    await it.execution.squareOff(at('15:11'));
    const { orders } = await it.rows();
    expect(orders.map((order) => order.purpose)).toEqual(['entry', 'square-off']);
  });

  it('leaves what a gap has carried into another day as soon as that begins', async () => {
    const it = setUp();
    await it.enter(10);
    await it.tick(1, 40_000, 10_000);
    await it.execution.squareOff(Date.parse('2026-11-23T09:16:00+05:30'));
    expect((await it.rows()).orders.map((order) => order.purpose)).toEqual(['entry', 'square-off']);
  });

  it('cancels an intraday entry that has not filled by then', async () => {
    const it = setUp();
    await it.enter(10);
    await it.execution.squareOff(at('15:10'));
    expect((await it.rows()).orders[0]).toMatchObject({ state: 'cancelled', filled_quantity: 0 });
    await it.tick(1, 40_000, 10_000);
    expect((await it.rows()).positions).toEqual([]);
  });
});

describe('two who leave one position at the same moment', () => {
  const ways = {
    'an exit of a rule': (it: Setup, id: number, at: number) =>
      it.execution.exit(id, 'exit', 'Exit rule', at, `${it.run}:rule`),
    'its owner': (it: Setup, id: number, at: number) =>
      it.execution.exit(id, 'exit', 'Closed by you', at, `${it.run}:owner`),
    'its owner, of everything': (it: Setup, id: number, at: number) =>
      it.execution.exit(id, 'exit', 'Sold by you', at, `${it.run}:everything`),
    'the square-off': (it: Setup) => it.execution.squareOff(OPEN + 6 * 3_600_000),
    'a stop-loss': (it: Setup) => it.tick(9, 39_000, 1_000_000),
    'the end of the run': (it: Setup, _id: number, at: number) =>
      it.execution.closeAll(at, 'It ended', NOTHING_ELSE),
  };
  type Way = keyof typeof ways;
  const names = Object.keys(ways) as Way[];
  const pairs = names.flatMap((one) => names.map((other): [Way, Way] => [one, other]));

  it.each(pairs)('%s and %s make one order', async (one, other) => {
    const it = setUp({ ...NO_PROTECTION, stopLoss: { kind: 'percent', value: 1 } });
    await it.enter(100);
    await it.tick(1, 40_000, 1_000);
    const [position] = it.execution.openPositions();
    const id = position?.id ?? 0;
    const at = OPEN + 9_000;
    await Promise.allSettled([ways[one](it, id, at), ways[other](it, id, at)]);
    await it.tick(30_000, 39_000, 1_000_000);
    const rows = await it.rows();
    expect(
      rows.orders.filter(({ purpose, state }) => purpose !== 'entry' && state === 'filled'),
    ).toHaveLength(1);
    expect(rows.trades).toHaveLength(1);
    expect(it.faults).toEqual([]);
    await expectSoundBooks(rows);
  });

  it('fifty of them make one order, and all are answered with it', async () => {
    const it = setUp();
    await it.enter(100);
    await it.tick(1, 40_000, 1_000);
    const id = it.execution.openPositions()[0]?.id ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        it.execution.exit(id, 'exit', 'Closed by you', OPEN + 9_000, `${it.run}:exit ${index}`),
      ),
    );
    expect(new Set(answers.map((order) => order.id)).size).toBe(1);
    await it.tick(10, 40_000, 1_000);
    await expectSoundBooks(await it.rows());
  });
});

describe('a disk that is full', () => {
  const full = new Error('database or disk is full');
  afterEach(() => {
    diskTrouble = null;
  });

  // Wherever in the moment the writing fails: the same ticks again end as if it never had.
  it.each([0, 1, 2, 3, 4, 5])(
    'after %i more writes keeps a moment from being done, and the same ticks again do it once',
    async (most) => {
      const it = setUp({
        ...NO_PROTECTION,
        stopLoss: { kind: 'percent', value: 1 },
        trailing: { kind: 'percent', value: 1 },
        partialExits: [{ distance: { kind: 'percent', value: 1 }, percent: 50 }],
      });
      await it.enter(100);
      await it.tick(1, 40_000, 1_000);
      await it.tick(2, 40_300, 1_000);
      const id = it.execution.openPositions()[0]?.id ?? 0;
      const play = async (second: number, price: number) => {
        const batch = {
          time: OPEN + second * 1_000,
          ticks: [{ symbol: SYMBOL, price, volume: 1_000, isGap: false }],
        };
        diskTrouble = full;
        writesLeft = most;
        await it.execution.onTicks(batch).catch((error: unknown) => expect(error).toBe(full));
        diskTrouble = null;
        await it.execution.onTicks(batch);
      };
      await play(3, 40_500);
      expect(it.execution.openPositions()[0]?.quantity).toBe(50);
      await play(4, 39_900);
      const rows = await it.rows();
      expect(rows.orders.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
        'entry filled',
        'target filled',
        'stop-loss filled',
      ]);
      expect(rows.trades.map(({ position_id, quantity }) => [position_id, quantity])).toEqual([
        [id, 50],
        [id, 50],
      ]);
      expect(rows.positions).toMatchObject([{ quantity: 0, status: 'closed' }]);
    },
  );

  it.each([0, 1, 2])('an exit that failed after %i writes is resumed, not sent twice', async (most) => {
    const it = setUp();
    await it.enter(100);
    await it.tick(1, 40_000, 1_000);
    const id = it.execution.openPositions()[0]?.id ?? 0;
    diskTrouble = full;
    writesLeft = most;
    await it.exit(id, OPEN + 2_000).catch((error: unknown) => expect(error).toBe(full));
    diskTrouble = null;
    await it.execution.exit(id, 'exit', 'Closed by you', OPEN + 3_000, `${it.run}:another`);
    await it.tick(4, 40_000, 1_000);
    const rows = await it.rows();
    expect(rows.orders.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
      'entry filled',
      'exit filled',
    ]);
    await expectSoundBooks(rows);
  });

  it('an order that could not be cancelled still works', async () => {
    const it = setUp();
    const order = await it.enter(100);
    diskTrouble = full;
    writesLeft = 0;
    await expect(it.execution.cancel(order.id, OPEN, 'Cancelled by you')).rejects.toThrow(full);
    diskTrouble = null;
    await it.tick(1, 40_000, 1_000);
    expect((await it.rows()).orders).toMatchObject([{ state: 'filled' }]);
  });
});

describe('new protection of open positions', () => {
  const stopAt = (value: number): ProtectionRules => ({
    ...NO_PROTECTION,
    stopLoss: { kind: 'percent', value },
  });
  const stops = async (it: Setup) => (await it.rows()).positions.map(({ stop_loss: stop }) => stop);
  const twoHeld = async (more: Partial<ProtectionRules> = {}) => {
    const it = setUp({ ...stopAt(5), ...more });
    await it.enter(100, OPEN, 'first');
    await it.enter(100, OPEN, 'second');
    await it.tick(1, 40_000, 100_000);
    await it.tick(2, 40_000, 100_000);
    expect(it.execution.openPositions()).toHaveLength(2);
    return it;
  };
  it('is in force for none of them when it cannot be written', async () => {
    const it = await twoHeld();
    const before = await stops(it);
    const full = new Error('database or disk is full');
    await expect(it.protect(stopAt(1), () => Promise.reject(full))).rejects.toThrow(full);
    await it.tick(3, 39_500, 100_000);
    expect(it.execution.openPositions()).toHaveLength(2);
    expect(await stops(it)).toEqual(before);
  });

  it('stays written, whatever trails while it is', async () => {
    const it = await twoHeld({ trailing: { kind: 'percent', value: 4 } });
    const minuteDone = () => it.execution.writeMoved(NOTHING_ELSE);
    await it.tick(3, 40_200, 100_000);
    await Promise.all([it.protect(stopAt(1)), minuteDone(), it.tick(4, 40_500, 100_000)]);
    await minuteDone();
    const [one, two] = await stops(it);
    expect(two).toBe(one);
    await it.tick(7, one! + 5, 100_000);
    expect(it.execution.openPositions()).toHaveLength(2);
    await it.tick(8, one! - 5, 100_000);
    expect(it.execution.openPositions()).toEqual([]);
  });
});

describe('what the books do not take', () => {
  it('ends that order, is reported as the fault of its strategy, and keeps no other order from its fill', async () => {
    const it = setUp();
    const [bad, good] = [await it.enter(100), await it.enterAs(2, 100)];
    await database.write(1, (tx) =>
      tx.query.updateTable('orders').set({ filled_quantity: 90 }).where('id', '=', bad.id).execute(),
    );
    await it.tick(1, 40_000, 1_000_000);
    const { orders } = await it.rows();
    expect(orders.find(({ id }) => id === bad.id)?.state).toBe('rejected');
    expect(orders.find(({ id }) => id === good.id)?.state).toBe('filled');
    expect(it.faults).toHaveLength(1);
  });
});

it.each([
  ['stopped', { status: STRATEGY_STATUS.stopped }],
  ['disabled', { status: STRATEGY_STATUS.disabled }],
  ['removed', { removed_at: OPEN }],
  ['waiting for its owner', { status: STRATEGY_STATUS.needsAttention }],
])('an entry of a strategy that is %s is not sent', async (_name, change) => {
  const it = setUp();
  await writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set(change).where('id', '=', 3).execute(),
  );
  const order = await it.enterAs(3, 100);
  expect(order).toMatchObject({ state: 'denied' });
  await it.tick(1, 40_000, 1_000);
  expect(it.execution.openPositions()).toEqual([]);
  expect((await it.rows()).orders).toMatchObject([{ state: 'denied', filled_quantity: 0 }]);
});

it('the books of the largest order that may be placed are exact', async () => {
  const it = setUp();
  const quantity = 25_000_000;
  await it.enter(quantity);
  await it.tick(1, 40_000, 4 * quantity);
  await it.exit(it.execution.openPositions()[0]?.id ?? 0, OPEN + 2_000);
  await it.tick(3, 39_000, 4 * quantity);
  expect(it.faults).toEqual([]);
  await expectSoundBooks(await it.rows());
});

it('a protection that cannot be read keeps its shown stop after a start, its owner is notified, and the others are loaded', async () => {
  const rules: ProtectionRules = { ...NO_PROTECTION, stopLoss: { kind: 'percent', value: 1 } };
  const before = setUp(rules, 'long', undefined, 'delivery');
  for (const strategyId of [1, 2]) await before.enterAs(strategyId, 10);
  await before.tick(1, 40_000, 100);
  await database.write(1, (tx) =>
    tx.query
      .updateTable('positions')
      .set({ protection_json: '{"side":"long"}' })
      .where('run_id', '=', before.run)
      .where('strategy_id', '=', 1)
      .execute(),
  );
  const after = setUp(rules, 'long', before.run, 'delivery');
  await after.execution.load();
  expect(after.faults).toEqual([expect.stringMatching(/^1: .*What protects ITC could not be read/)]);
  await after.tick(2, 39_000, 100);
  expect((await after.rows()).positions.map(({ status }) => status)).toEqual(['closed', 'closed']);
});

it('an entry that is cancelled at any moment of its fill is booked as far as it was filled, and no further', async () => {
  for (let turns = 0; turns < 60; turns++) {
    const it = setUp(NO_PROTECTION, 'long', undefined, 'delivery');
    await it.enter(10);
    const filling = it.tick(1, 40_000, 10);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await it.execution.endEntries(1, 'You stopped it');
    await filling;
    expect(it.execution.hasEntries(1)).toBe(false);
    await it.tick(2, 40_000, 100);
    const { orders, positions } = await it.rows();
    expect(it.faults).toEqual([]);
    const [order] = orders;
    expect(['filled', 'cancelled']).toContain(order?.state);
    expect(positions.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(order?.filled_quantity);
  }
});
