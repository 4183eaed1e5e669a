import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { HOUSE, type Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { History } from '../market/history.ts';
import { SessionCandles } from '../market/session-candles.ts';
import { SimulatedDays } from '../market/simulated/simulated-days.ts';
import { createNotify } from '../notices/notify.ts';
import { writeLog } from '../notices/journal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { Execution } from './execution.ts';
import { Runner, termsOfStrategy } from './runner.ts';
import { RunningStrategy } from './running-strategy.ts';
import { columnsOfDocument } from './strategy-columns.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const YESTERDAY = NOW - DAY_MS;

let folder = '';
let database: Database;
let runId = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-runner-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A strategy that enters at every close. It may lose ₹50 a day. */
const strategy = async (): Promise<StrategyRow> => {
  const document = parseRuleDocument({
    ...RSI_RULES,
    instruments: ['ITC'],
    timeframe: '1m',
    product: 'delivery',
    entry: {
      kind: 'compare',
      left: { kind: 'price', field: 'close' },
      operator: '>',
      right: { kind: 'constant', value: 1, unit: 'rupees' },
    },
    stopLoss: { kind: 'percent', value: 50 },
    size: { kind: 'fixed', quantity: 1 },
    maxEntries: 2,
  });
  if (!document.ok) throw new Error(document.failure.message);
  const columns = columnsOfDocument(document.value);
  return database.write(1, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({
        ...columns,
        owner_id: 1,
        mode: 'test',
        capital: 1_00_000_00,
        max_loss_per_day: 50_00,
        status: STRATEGY_STATUS.running,
      })
      .where('id', '=', 1)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
};

const onFault = (id: number, error: unknown): Promise<never> =>
  Promise.reject(new Error(`Strategy ${id} failed.`, { cause: error }));

/**
 * Entries made today with ten shares held since yesterday. They were bought at ₹500, closed at `previousClose`
 * (paise) and stand at ₹403.
 */
const entriesAfter = async (previousClose: number): Promise<number> => {
  const run = { source: 'simulated', runId: ++runId, mode: 'test', brokerId: 1 } as const;
  const row = await strategy();
  const hub = new EventHub(systemClock);
  const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
  let last = { price: 50_000, at: YESTERDAY };
  const lastPrice = () => last;
  const execution = new Execution({
    database,
    sinks,
    broker: new PaperBroker(() => false),
    run,
    lastPrice,
    block: () => null,
    fundsOf: () => null,
    termsOf: () => Promise.resolve(termsOfStrategy(new RunningStrategy(row, true))),
    onTrade: () => undefined,
    onFault,
  });
  const entry = {
    ...run,
    slot: 'entry',
    userId: 1,
    strategyId: 1,
    positionId: null,
    symbol: 'ITC',
    side: 'buy',
  } as const;
  const intent = {
    purpose: 'entry',
    quantity: 10,
    reason: 'Entry rule',
    key: `${runId}`,
    at: YESTERDAY,
  } as const;
  await execution.place({ ...entry, ...intent });
  const tick = { symbol: 'ITC', price: last.price, volume: 1, isGap: true };
  await execution.onTicks({ time: YESTERDAY + 1_000, ticks: [tick] });
  last = { price: 40_300, at: NOW };
  const runner = new Runner({
    database,
    sinks,
    execution,
    history: new History(database, new SimulatedDays(database, 1)),
    candles: new SessionCandles(),
    run,
    historyOwnerId: 0,
    lastPrice,
    previousClose: () => previousClose,
    lockOf: () => null,
    staleAfterMs: 5 * MINUTE_MS,
    blockReason: () => null,
    onFault,
  });
  await runner.add(row, true, NOW - MINUTE_MS);
  const bar = { time: NOW - MINUTE_MS, open: 40_300, high: 40_300, low: 40_300, close: 40_300, volume: 1 };
  await runner.onCandles([{ symbol: 'ITC', timeframe: '1m', bar, endedAt: NOW }], NOW);
  const { entries } = await database.read
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('run_id', '=', runId)
    .where('placed_at', '>=', NOW)
    .where('state', '!=', 'denied')
    .executeTakeFirstOrThrow();
  return entries;
};

it('a holding that was bought dearly does not lock its strategy on a day on which it gains', async () => {
  expect(await entriesAfter(40_200)).toBe(1);
});

it('what a holding has lost since the close before keeps its strategy from entering', async () => {
  expect(await entriesAfter(41_000)).toBe(0);
});
