import { METRIC_DEFINITIONS } from '../../engine/metric-definitions.ts';
import { bestSet } from '../../engine/sweep/best-set.ts';
import { overfitWarnings } from '../../engine/sweep/overfit-warnings.ts';
import { type ParameterSets, parameterSets, withParameters } from '../../engine/sweep/parameter-sets.ts';
import { walkForwardWindows, type WalkForwardWindow } from '../../engine/sweep/walk-forward.ts';
import type { Figures, SweepResult } from '../../shared/contract/backtests.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { timeRange } from './load-candles.ts';
import type { RunOrder, SweepOrder } from './run-order.ts';
import type { FullRun, RunCandles } from './run-worker.ts';
import type { SharedBars } from './shared-bars.ts';
import { figuresOfSet, type RunControl, type SetFigures, sweepSets } from './sweep-sets.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Parts that a sweep works with. */
export interface SweepDeps {
  readonly pool: WorkerPool;
  readonly order: RunOrder;
  readonly sweep: SweepOrder;
  readonly candles: RunCandles;
  readonly benchmark: SharedBars | null;
  readonly control: RunControl;
}

/** A window with the combination that was chosen on its training days. */
interface Choice {
  readonly window: WalkForwardWindow;
  readonly set: number;
  readonly inSample: Figures;
}

const NO_WINDOWS: Result<WalkForwardWindow[]> = succeed([]);

const windowsOf = ({ order, sweep }: SweepDeps): Result<WalkForwardWindow[]> =>
  sweep.walkForward
    ? walkForwardWindows(
        order.fromDay,
        order.toDay,
        sweep.walkForward.windows,
        sweep.walkForward.trainPercent,
      )
    : NO_WINDOWS;

const documentOf = ({ order }: SweepDeps, tried: ParameterSets, set: number): RuleDocument => {
  const paths = tried.parameters.map(({ path }) => path);
  const document = withParameters(order.document, paths, tried.sets[set] ?? []);
  if (!document.ok)
    throw new Error(`Combination ${set} was run and is refused now: ${document.failure.message}`);
  return document.value;
};

/** Why no combination could be chosen: the first refusal, or that the objective means nothing. */
const nothingChosen = ({ sweep }: SweepDeps, { refused }: SetFigures, days: string): Result<never> => {
  const { label } = METRIC_DEFINITIONS[sweep.objective];
  return fail(
    'refused',
    refused[0]?.reason ?? `No combination could be chosen ${days}: none has a ${label} there.`,
  );
};

const chooseInWindows = async (
  deps: SweepDeps,
  tried: ParameterSets,
  windows: readonly WalkForwardWindow[],
): Promise<Result<Choice[]>> => {
  const { pool, order, candles, sweep, control } = deps;
  const choices: Choice[] = [];
  for (const window of windows) {
    const figures = await sweepSets(pool, order, candles, tried, timeRange(order, window.train), control);
    const set = bestSet(figures.columns[sweep.objective]);
    if (set === null)
      return nothingChosen(
        deps,
        figures,
        `on the days from ${istDayText(istDayStart(window.train.from))} to ${istDayText(istDayStart(window.train.to))}`,
      );
    choices.push({ window, set, inSample: figuresOfSet(figures, set) });
  }
  return succeed(choices);
};

const resultOf = (
  { sweep }: SweepDeps,
  tried: ParameterSets,
  whole: SetFigures,
  choices: readonly Choice[],
  run: FullRun,
): SweepResult => {
  const { objective } = sweep;
  const best = bestSet(whole.columns[objective]);
  const windows = choices.map(({ window, set, inSample }, index) => ({
    trainFrom: window.train.from,
    trainTo: window.train.to,
    testFrom: window.test.from,
    testTo: window.test.to,
    values: [...(tried.sets[set] ?? [])],
    inSample,
    outOfSample: run.partFigures[index] ?? run.figures,
  }));
  return {
    objective,
    parameters: tried.parameters.map(({ path, label, values }) => ({ path, label, values: [...values] })),
    sets: {
      values: tried.parameters.map((_, k) => tried.sets.map((set) => set[k] as number)),
      figures: whole.columns,
      refused: [...whole.refused],
    },
    best,
    walkForward: sweep.walkForward && { windows, outOfSample: run.figures },
    warnings: overfitWarnings({
      ...tried,
      objective,
      best,
      scores: whole.columns[objective],
      netProfits: whole.columns.netProfit,
      trades: whole.columns.trades,
      windows: sweep.walkForward && windows,
    }),
  };
};

/**
 * Try every combination over the whole range. The best is then run in full; with walk-forward, the combinations that
 * were best on each training window are run on the days after it instead, one window after the other.
 */
export const executeSweep = async (
  deps: SweepDeps,
): Promise<Result<{ run: FullRun; sweep: SweepResult }>> => {
  const { pool, order, candles, benchmark, sweep, control } = deps;
  const made = parameterSets(order.document, sweep.parameters, sweep);
  if (!made.ok) return made;
  const tried = made.value;
  const windows = windowsOf(deps);
  if (!windows.ok) return windows;
  control.onSets(tried.sets.length * (1 + windows.value.length));
  const range = timeRange(order, { from: order.fromDay, to: order.toDay });
  const whole = await sweepSets(pool, order, candles, tried, range, control);
  const best = bestSet(whole.columns[sweep.objective]);
  if (best === null) return nothingChosen(deps, whole, 'on these days');
  const choices = await chooseInWindows(deps, tried, windows.value);
  if (!choices.ok) return choices;
  const parts = sweep.walkForward
    ? choices.value.map(({ window, set }) => ({
        document: documentOf(deps, tried, set),
        range: timeRange(order, window.test),
      }))
    : [{ document: documentOf(deps, tried, best), range }];
  const run = await pool.run('full', { order, candles, benchmark, parts }, control.signal);
  if (!run.ok) return run;
  return succeed({ run: run.value, sweep: resultOf(deps, tried, whole, choices.value, run.value) });
};
