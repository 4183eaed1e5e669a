import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import type { SweepResult } from '../../shared/contract/backtests.ts';
import { succeed, type Result } from '../../shared/failure.ts';
import { executeSweep } from './execute-sweep.ts';
import { type CandlePlace, loadCandles, timeRange } from './load-candles.ts';
import type { RunOrder } from './run-order.ts';
import type { FullRun } from './run-worker.ts';
import type { RunControl } from './sweep-sets.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Outcome of a run. */
export interface RunOutcome {
  readonly run: FullRun;
  readonly sweep: SweepResult | null;
}

/**
 * Does a run from beginning to end on the pool's threads. Candles are loaded once, into memory that all threads see.
 * Fails with a sentence when the order cannot be carried out; rejects when the signal is aborted, and on a defect.
 */
export const executeRun = async (
  pool: WorkerPool,
  place: CandlePlace,
  order: RunOrder,
  control: RunControl,
): Promise<Result<RunOutcome>> => {
  const needed = instrumentsNeeded(order.document);
  const extra = order.benchmark !== null && !needed.includes(order.benchmark) ? [order.benchmark] : [];
  const loaded = await loadCandles(pool, place, order, [...needed, ...extra], control);
  if (!loaded.ok) return loaded;
  const { series, warmUp } = loaded.value;
  const candles = { warmUp, series: series.filter(({ symbol }) => needed.includes(symbol)) };
  const benchmark = series.find(({ symbol }) => symbol === order.benchmark) ?? null;
  const { sweep } = order;
  if (sweep) return executeSweep({ pool, order, sweep, candles, benchmark, control });
  const range = timeRange(order, { from: order.fromDay, to: order.toDay });
  const parts = [{ document: order.document, range }];
  const run = await pool.run('full', { order, candles, benchmark, parts }, control.signal);
  return run.ok ? succeed({ run: run.value, sweep: null }) : run;
};
