import type { ParameterSets } from '../../engine/sweep/parameter-sets.ts';
import type { Figures } from '../../shared/contract/backtests.ts';
import { METRIC_NAMES, type MetricName } from '../../shared/metric-names.ts';
import type { RunOrder } from './run-order.ts';
import type { RunProgress } from './run-progress.ts';
import type { TimeRange } from './run-rules.ts';
import type { RunCandles } from './run-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

/** A run under way. */
export interface RunControl {
  /** Unlike any other run's of this process. */
  readonly token: string;
  readonly progress: RunProgress;
  /** Aborted, the run rejects at once and its threads end. */
  readonly signal: AbortSignal;
  /** Called with the number of combinations to run, once that is known. */
  readonly onSets: (sets: number) => void;
}

/** Results of all combinations over one range: one value each under each name. */
export interface SetFigures {
  readonly columns: Readonly<Record<MetricName, (number | null)[]>>;
  readonly refused: readonly { readonly set: number; readonly reason: string }[];
}

/** A thread takes about so many tasks of a sweep: enough for an even end, few enough that handing over costs nothing. */
const TASKS_PER_THREAD = 16;
const MOST_SETS_PER_TASK = 50;

const columnsOf = (figures: Float64Array): SetFigures['columns'] => {
  const width = METRIC_NAMES.length;
  const column = (metric: number) =>
    Array.from({ length: figures.length / width }, (_, set) => {
      const value = figures[set * width + metric] as number;
      return Number.isNaN(value) ? null : value;
    });
  return Object.fromEntries(METRIC_NAMES.map((name, metric) => [name, column(metric)])) as Record<
    MetricName,
    (number | null)[]
  >;
};

/** All figures of one combination. */
export const figuresOfSet = ({ columns }: SetFigures, set: number): Figures =>
  Object.fromEntries(METRIC_NAMES.map((name) => [name, columns[name][set] ?? null])) as Figures;

/**
 * Runs every combination over a range on all threads. Never more tasks are given out than there are threads, so that
 * another run's task gets its turn between two of a sweep's.
 */
export const sweepSets = async (
  pool: WorkerPool,
  order: RunOrder,
  candles: RunCandles,
  { parameters, sets }: ParameterSets,
  range: TimeRange,
  control: RunControl,
): Promise<SetFigures> => {
  const width = METRIC_NAMES.length;
  const figures = new Float64Array(sets.length * width);
  const refused: { set: number; reason: string }[] = [];
  const size = Math.min(MOST_SETS_PER_TASK, Math.ceil(sets.length / (pool.threads * TASKS_PER_THREAD)));
  let next = 0;
  const token = `${control.token} ${range.from} ${range.before}`;
  const paths = parameters.map(({ path }) => path);
  const { progress, signal } = control;
  const runPart = async (start: number): Promise<void> => {
    const task = { token, order, candles, range, paths, sets: sets.slice(start, start + size), progress };
    const part = await pool.run('sweep', task, signal);
    figures.set(part.figures, start * width);
    refused.push(...part.refused.map(({ set, reason }) => ({ set: start + set, reason })));
  };
  const work = async (): Promise<void> => {
    while (next < sets.length) {
      const start = next;
      next += size;
      try {
        await runPart(start);
      } catch (error) {
        // Nobody wants the rest any more.
        next = sets.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: pool.threads }, work));
  return { columns: columnsOf(figures), refused: refused.sort((a, b) => a.set - b.set) };
};
