import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../../tests/support/new-user.ts';
import { FillComparisonSchema, type FillComparison } from '../../../shared/contract/fill-comparison.ts';
import { systemClock } from '../../clock.ts';
import { HOUSE, type Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { EventHub } from '../../notices/event-hub.ts';
import { seedHouse } from '../../seed/seed-strategies.ts';
import { fillOrder, type Intent, intendOrder, applyEvent } from '../../trading/order-book.ts';
import { LIVE_SCOPE } from '../../trading/result-scope.ts';
import type { ResultScope } from '../../trading/results.ts';
import { fillComparison } from './fill-comparison.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { isOnPostgres, openTestDatabase } from '../../../../tests/support/test-database.ts';

const AT = Date.parse('2026-11-20T10:00:00+05:30');
const TEST_SCOPE: ResultScope = { mode: 'test', source: 'simulated', runId: 1 };
const hub = new EventHub(systemClock);

let folder = '';
let database: Database;
let strategy: StrategyRow;
let keys = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-fills-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, async (tx) => {
    await seedHouse(tx, AT);
    const owner_id = await addUser(tx, { number: 1 });
    strategy = await tx.query
      .updateTable('strategies')
      .set({ owner_id, slippage_bp: 3 })
      .where('id', '=', 1)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Order extends Partial<Intent> {
  /** Fills as [shares, paise, seconds after the decision]. */
  readonly fills?: readonly (readonly [quantity: number, price: number, seconds: number])[];
  /**
   * Price of a stop that rests at the broker. `triggeredAfter` says when it was triggered, in seconds after it was
   * placed.
   */
  readonly trigger?: number;
  readonly triggeredAfter?: number;
  readonly end?: 'cancelled' | 'rejected';
}

/** Writes an order as trading does, with its fills and its end. */
const order = ({ fills = [], trigger, triggeredAfter, end, ...intent }: Order) =>
  writeForAll(database, async (tx) => {
    const written = await intendOrder(tx, hub, {
      userId: strategy.owner_id,
      strategyId: strategy.id,
      positionId: null,
      symbol: 'ITC',
      source: 'simulated',
      runId: 1,
      mode: 'test',
      brokerId: 1,
      side: 'buy',
      slot: 'entry',
      purpose: 'entry',
      quantity: 10,
      reason: 'Entry rule',
      key: `fill ${++keys}`,
      at: AT,
      decisionPrice: 40_000,
      ...intent,
    });
    let row = written.order;
    if (trigger !== undefined)
      await tx.query.updateTable('orders').set({ trigger_price: trigger }).where('id', '=', row.id).execute();
    row = await applyEvent(tx, hub, row, { event: 'submit', at: AT });
    if (trigger !== undefined)
      for (const event of ['accept', 'rest'] as const)
        row = await applyEvent(tx, hub, row, { event, at: AT });
    if (triggeredAfter !== undefined)
      row = await applyEvent(tx, hub, row, { event: 'trigger', at: AT + triggeredAfter * 1_000 });
    for (const [quantity, price, seconds] of fills)
      row = await fillOrder(tx, hub, row, { quantity, price, at: AT + seconds * 1_000 });
    if (end)
      await applyEvent(tx, hub, row, {
        event: end === 'rejected' ? 'refuse' : 'cancel',
        at: AT,
        reason: 'Ended',
      });
  });

const LIVE = { mode: 'live', source: 'broker', runId: 77, brokerId: 2 } as const;
const compare = () => fillComparison(database, strategy, { test: TEST_SCOPE, live: LIVE_SCOPE });
const of = ({ purposes }: FillComparison, purpose: string) => purposes.find((one) => one.purpose === purpose);

describe('test fills beside live fills', () => {
  it('are counted apart by purpose, and live ones of whatever run', async () => {
    await order({ fills: [[10, 40_010, 0]] });
    await order({
      ...LIVE,
      fills: [
        [4, 40_020, 1],
        [6, 40_030, 3],
      ],
    });
    await order({ ...LIVE, fills: [[4, 40_000, 1]], end: 'cancelled' });
    await order({ ...LIVE, end: 'rejected' });
    const answer = await compare();
    expect(FillComparisonSchema.parse(answer)).toEqual(answer);
    expect(of(answer, 'entry')?.test).toMatchObject({ orders: 1, filledWhole: 1, slippageCost: 100 });
    expect(of(answer, 'entry')?.live).toMatchObject({
      orders: 3,
      filledWhole: 1,
      filledPart: 1,
      notFilled: 1,
      slippageCost: 4 * 20 + 6 * 30,
      delayMs: { worst: 3_000 },
    });
    expect(answer.summary).toMatch(/^2 entries live and 1 on paper: under 20/);
    expect(answer.testSource).toBe('simulated');
  });

  it('have the price beside them that the test broker would have taken at the decision', async () => {
    const [latest] = (await compare()).liveFills.filter(({ quantity }) => quantity === 10);
    // One tick of 5 paise and 3 bp of ₹400, up to the tick.
    expect(latest).toMatchObject({
      decisionPrice: 40_000,
      price: 40_026,
      testPrice: 40_020,
      slippageCost: 260,
    });
  });

  it('leave out what is of another run, another strategy, another person, or still open', async () => {
    const before = await compare();
    await order({ runId: 2, fills: [[10, 50_000, 0]] });
    await order({ source: 'replay', fills: [[10, 50_000, 0]] });
    await order({ strategyId: 2, fills: [[10, 50_000, 0]] });
    await order({ userId: 1, fills: [[10, 50_000, 0]] });
    await order({ ...LIVE, fills: [[5, 50_000, 0]] });
    expect(await compare()).toEqual(before);
  });

  it('count a stop at the broker from where and when it was triggered, and none that was cancelled unused', async () => {
    const stop = { ...LIVE, purpose: 'stop-loss', side: 'sell', decisionPrice: 39_000 } as const;
    await order({ ...stop, trigger: 39_500, triggeredAfter: 60, fills: [[10, 39_450, 62]] });
    await order({ ...stop, trigger: 39_500, end: 'cancelled' });
    expect(of(await compare(), 'stop-loss')?.live).toMatchObject({
      orders: 1,
      filledWhole: 1,
      slippageCost: 500,
      delayMs: { worst: 2_000 },
    });
  });
});

describe('orders of a run', () => {
  it.skipIf(isOnPostgres)('are found by an index of SQLite, not by looking at every order', async () => {
    const { rows } = await sql<{ detail: string }>`
      explain query plan select * from orders where run_id = 1 and source = 'broker' and state in ('open', 'submitted')
    `.execute(database.read);
    expect(rows.map(({ detail }) => detail).join()).toMatch(/USING INDEX orders_by_run/);
  });
});
