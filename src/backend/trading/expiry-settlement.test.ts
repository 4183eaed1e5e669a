import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { DAY_MS } from '../../shared/time.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { Execution } from './execution.ts';
import { settleExpired } from './expiry-settlement.ts';

const CALL = 'NIFTY 2026-11-24 26000 CE';
const PUT = 'NIFTY 2026-11-24 26000 PE';
const LATER = 'NIFTY 2026-12-29 26000 CE';
const OPENED = Date.parse('2026-11-23T10:00:00+05:30');
/** The 24th is a holiday: what is listed for it ends on the 23rd. */
const CLOSE_OF_DAY = Date.parse('2026-11-23T15:40:00+05:30');

let folder = '';
let database: Database;
let runId = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-settlement-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, OPENED));
  await writeForAll(database, (tx) =>
    tx.query.updateTable('strategies').set({ status: STRATEGY_STATUS.running }).execute(),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const executionOf = (run: number, faults: string[] = []) => {
  const hub = new EventHub(systemClock);
  return new Execution({
    database,
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    broker: new PaperBroker(() => false),
    run: { source: 'simulated', runId: run, mode: 'test', brokerId: 1 },
    lastPrice: () => null,
    block: () => null,
    fundsOf: () => null,
    termsOf: (strategyId) =>
      Promise.resolve({
        strategy: { id: strategyId, name: 'Test', ownerId: 1, isHouse: false },
        opening: {
          side: 'long',
          product: 'delivery',
          protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
        },
        slippageBp: 0,
        squareOffTime: '15:10',
      }),
    onTrade: () => undefined,
    onFault: (strategyId, error) => Promise.resolve(void faults.push(`${strategyId}: ${String(error)}`)),
  });
};

/** Hold a bought call, a sold put and a later call. Each is entered at ₹100. */
const hold = async () => {
  const run = ++runId;
  const faults: string[] = [];
  const execution = executionOf(run, faults);
  const enter = async (symbol: string, side: 'buy' | 'sell') => {
    await execution.place({
      userId: 1,
      strategyId: 1,
      positionId: null,
      symbol,
      source: 'simulated',
      runId: run,
      mode: 'test',
      brokerId: 1,
      side,
      slot: 'entry',
      purpose: 'entry',
      quantity: 65,
      reason: 'Leg',
      key: `${run}:${symbol}`,
      at: OPENED,
    });
    const tick = { symbol, price: 100_00, volume: 0, isGap: false };
    await execution.onTicks({ time: OPENED + 1_000, ticks: [tick] });
  };
  await enter(CALL, 'buy');
  await enter(PUT, 'sell');
  await enter(LATER, 'buy');
  const closes: string[] = [];
  const settleAt = (now: number, close: number | null = 26_050_40, by = execution) =>
    settleExpired(
      {
        execution: by,
        closeOf: (underlying, day) => {
          closes.push(`${underlying} ${day}`);
          return Promise.resolve(close);
        },
        onFault: (strategyId, error) => Promise.resolve(void faults.push(`${strategyId}: ${String(error)}`)),
      },
      now,
    );
  const tradesOf = () =>
    database.read.selectFrom('trades').selectAll().where('run_id', '=', run).orderBy('id').execute();
  return { run, execution, settleAt, closes, faults, tradesOf };
};

describe('what is held of a contract at its expiry', () => {
  it('is settled by the close of the index, and taxed where it is exercised', async () => {
    const { execution, settleAt, closes, tradesOf } = await hold();
    await settleAt(CLOSE_OF_DAY - 60_000);
    expect(execution.openPositions()).toHaveLength(3);
    await settleAt(CLOSE_OF_DAY);
    expect(execution.openPositions().map(({ symbol }) => symbol)).toEqual([LATER]);
    expect(new Set(closes)).toEqual(new Set(['NIFTY 2026-11-23']));
    const [call, put] = await tradesOf();
    expect(call).toMatchObject({ exit_price: 50_40, exit_at: CLOSE_OF_DAY, gross: (50_40 - 100_05) * 65 });
    expect(put).toMatchObject({ exit_price: 0, gross: 99_95 * 65 });
    expect(call?.exit_reason).toBe('Settled at expiry by the close of NIFTY');
    // Both have the charges of one order; only the exercised call pays a tax on its intrinsic value, 0.15 %.
    const stt = (trade: typeof call) =>
      (JSON.parse(trade?.charge_items_json ?? '{}') as { stt: number; brokerage: number }).stt;
    expect(stt(call)).toBe(50_40 * 65 * 0.0015 * 10_000);
    expect(stt(put)).toBe(99_95 * 65 * 0.0015 * 10_000);
    await settleAt(CLOSE_OF_DAY + 60_000);
    expect(await tradesOf()).toHaveLength(2);
  });

  it('of a day on which the program did not run is settled when it runs again, as of that day', async () => {
    const { run, settleAt, tradesOf } = await hold();
    const restarted = executionOf(run);
    await restarted.load();
    expect(restarted.openPositions()).toHaveLength(3);
    await settleAt(CLOSE_OF_DAY + 3 * DAY_MS, 25_900_00, restarted);
    const trades = await tradesOf();
    expect(trades.map(({ exit_price: price }) => price)).toEqual([0, 100_00]);
    expect(trades.map(({ exit_at: at }) => at)).toEqual([CLOSE_OF_DAY, CLOSE_OF_DAY]);
  });

  it('ends the order that was to close it', async () => {
    const { run, execution, settleAt } = await hold();
    const [position] = execution.openPositions();
    await execution.exit(position?.id ?? 0, 'exit', 'Closed by you', OPENED + 2_000, `${run}:by hand`);
    await settleAt(CLOSE_OF_DAY);
    const orders = await database.read
      .selectFrom('orders')
      .select(['purpose', 'state'])
      .where('position_id', '=', position?.id ?? 0)
      .orderBy('id')
      .execute();
    expect(orders).toEqual([
      { purpose: 'entry', state: 'filled' },
      { purpose: 'exit', state: 'cancelled' },
      { purpose: 'settlement', state: 'filled' },
    ]);
  });

  it('does not end an order before it was placed', async () => {
    const { run, settleAt } = await hold();
    const restarted = executionOf(run);
    await restarted.load();
    const again = CLOSE_OF_DAY + 3 * DAY_MS;
    const [position] = restarted.openPositions();
    // As the square-off does with what another day has left open: it comes first in the same minute.
    await restarted.exit(position?.id ?? 0, 'square-off', 'Square-off', again, `${run}:square-off`);
    await settleAt(again, 26_050_40, restarted);
    const order = await database.read
      .selectFrom('orders')
      .select(['placed_at', 'updated_at', 'state'])
      .where('intent_key', '=', `${run}:square-off`)
      .executeTakeFirstOrThrow();
    expect(order.state).toBe('cancelled');
    expect(order.updated_at).toBeGreaterThanOrEqual(order.placed_at);
  });

  it('stays open, and its owner is told, where the close of the index is not known', async () => {
    const { execution, settleAt, faults } = await hold();
    await settleAt(CLOSE_OF_DAY, null);
    expect(execution.openPositions()).toHaveLength(3);
    expect(faults[0]).toContain('the close of NIFTY on 2026-11-23 is not known');
    await settleAt(CLOSE_OF_DAY + DAY_MS);
    expect(execution.openPositions()).toHaveLength(1);
  });
});
