import { compileRules } from '../../engine/rules/compile.ts';
import { withParameters } from '../../engine/sweep/parameter-sets.ts';
import type { DayRange } from '../../engine/sweep/walk-forward.ts';
import { succeed, type Result } from '../../shared/failure.ts';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import type { CandleOrder, SweepOrder } from './run-order.ts';
import type { RunProgress } from './run-progress.ts';
import type { TimeRange } from './run-rules.ts';
import type { RunCandles } from './run-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Where a run finds its candles. */
export interface CandlePlace {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  /** Of the simulated market. */
  readonly seed: number;
}

/** Days as a stretch of time that ends where the candles do. */
export const timeRange = ({ before }: Pick<CandleOrder, 'before'>, days: DayRange): TimeRange => ({
  from: istDayStart(days.from),
  before: Math.min(before, istDayStart(days.to) + DAY_MS),
});

/** Most warm-up candles that any combination of a sweep may need. The parameters are tried at their upper ends. */
const warmUpOf = ({ document }: CandleOrder, sweep: SweepOrder | null): number => {
  const parameters = sweep?.parameters ?? [];
  const tried = [
    succeed(document),
    withParameters(
      document,
      parameters.map(({ path }) => path),
      parameters.map(({ to }) => to),
    ),
    ...parameters.map(({ path, to }) => withParameters(document, [path], [to])),
  ];
  return Math.max(...tried.map((each) => (each.ok ? compileRules(each.value).lookBack : 0)));
};

/** Load the candles of an order into shared memory. Done on a thread of the pool. */
export const loadCandles = async (
  pool: WorkerPool,
  place: CandlePlace,
  order: CandleOrder & { readonly sweep: SweepOrder | null },
  symbols: readonly string[],
  control: { readonly progress: RunProgress; readonly signal: AbortSignal },
): Promise<Result<RunCandles>> => {
  const { document, ownerId, source, fromDay, toDay } = order;
  const warmUp = warmUpOf(order, order.sweep);
  const days = timeRange(order, { from: fromDay, to: toDay });
  const range = { ownerId, source, symbols, timeframe: document.timeframe, ...days, warmUp };
  const isAdjusted = order.prices !== 'traded';
  const task = { ...place, range, isAdjusted, progress: control.progress };
  const loaded = await pool.run('load', task, control.signal);
  return loaded.ok ? succeed({ series: loaded.value, warmUp }) : loaded;
};
