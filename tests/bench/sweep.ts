import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/backend/db/database.ts';
import { executeRun } from '../../src/backend/backtests/execute-run.ts';
import type { RunOrder } from '../../src/backend/backtests/run-order.ts';
import { newProgress } from '../../src/backend/backtests/run-progress.ts';
import { WorkerPool } from '../../src/backend/backtests/worker-pool.ts';
import { sessionOn, tradingDaysBefore } from '../../src/engine/trading/trading-day.ts';
import { storeBars } from '../../src/backend/market/candle-store.ts';
import type { Bar } from '../../src/engine/bars.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { RuleDocumentSchema } from '../../src/shared/rule-document.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { type Row, sideBySide, timed } from './measure.ts';

const OWNER = 1;
const SYMBOL = 'RELIANCE';
const LAST_DAY = '2026-07-01';
const DAYS = 134;
const SETS = 200;

/** About fifty thousand minutes of a random walk. */
const minutes = (days: readonly string[]): Bar[] => {
  const random = seededRandom('sweep bench');
  let close = 100_000;
  const move = (price: number) => Math.max(100, Math.round(price * (1 + 0.0006 * random.normal())));
  return days.flatMap((day) => {
    const session = sessionOn(day, { kind: 'equity' });
    if (!session) return [];
    return Array.from({ length: (session.close - session.open) / MINUTE_MS }, (_, index) => {
      const open = close;
      close = move(open);
      const [high, low] = [Math.max(open, close, move(close)), Math.min(open, close, move(close))];
      return { time: session.open + index * MINUTE_MS, open, high, low, close, volume: 1_000 };
    });
  });
};

const average = (period: number) => ({ kind: 'indicator', indicator: { name: 'sma', period } }) as const;
const DOCUMENT = RuleDocumentSchema.parse({
  version: 1,
  instruments: [SYMBOL],
  timeframe: '1m',
  side: 'long',
  product: 'intraday',
  entry: { kind: 'compare', left: average(10), operator: 'crosses-above', right: average(50) },
  exit: { kind: 'compare', left: average(10), operator: 'crosses-below', right: average(50) },
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'capital-percent', percent: 90 },
});

const orderOver = (days: readonly string[]): RunOrder => ({
  document: DOCUMENT,
  ownerId: OWNER,
  source: 'replay',
  fromDay: days[0] ?? '',
  toDay: days.at(-1) ?? '',
  before: Infinity,
  capital: 10_00_000_00,
  slippage: { kind: 'basis-points', points: 2 },
  volumeSharePercent: null,
  maxLossPerDay: null,
  charges: 'angel-one',
  benchmark: null,
  sweep: {
    parameters: [
      { path: 'entry.left.indicator.period', from: 5, to: 24, step: 1 },
      { path: 'entry.right.indicator.period', from: 30, to: 75, step: 5 },
    ],
    objective: 'netProfit',
    method: 'grid',
    samples: SETS,
    seed: 1,
    walkForward: null,
  },
});

/** A sweep of two hundred parameter sets over fifty thousand bars. From loading the candles to the best set in full. */
export const sweep = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const days = tradingDaysBefore(LAST_DAY, DAYS);
  const database = await openDatabase(dataDir);
  await database.write(OWNER, (tx) =>
    storeBars(tx, { ownerId: OWNER, source: 'replay', symbol: SYMBOL, timeframe: '1m' }, minutes(days)),
  );
  const order = orderOver(days);
  const runOn = async (pool: WorkerPool): Promise<void> => {
    const ended = await executeRun(pool, { databaseAt: dataDir, seed: 1 }, order, {
      token: randomUUID(),
      progress: newProgress(),
      signal: new AbortController().signal,
      onSets: () => undefined,
    });
    if (!ended.ok) throw new Error(ended.failure.message);
    if (ended.value.sweep?.sets.values[0]?.length !== SETS) throw new Error('Not every set was run.');
  };
  const [two, one] = [new WorkerPool(2), new WorkerPool(1)];
  try {
    // Threads are started and the code is warm before anything is measured.
    await runOn(two);
    await runOn(one);
    return [
      await sideBySide(
        `sweep of ${SETS} parameter sets over 50,000 bars on two workers (peer: one)`,
        'ms',
        () => timed(() => runOn(two)),
        () => timed(() => runOn(one)),
      ),
    ];
  } finally {
    await Promise.all([two.close(), one.close()]);
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
};
