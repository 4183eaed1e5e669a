import { analyse } from '../../engine/analysis/analyse.ts';
import type { BenchmarkInput } from '../../engine/analysis/benchmark.ts';
import { type Bar, barsFrom, type Bars } from '../../engine/bars.ts';
import { adjustBars, type Jump, unexplainedJumps } from '../../engine/corporate-actions/adjust-bars.ts';
import type { DatedAction } from '../../engine/corporate-actions/corporate-action.ts';
import { findLookAhead, type LookAheadReport } from '../../engine/look-ahead.ts';
import { membersBetween } from '../../engine/membership.ts';
import { metricsOf, type Metrics } from '../../engine/metrics.ts';
import { examine } from '../../engine/publication/examine.ts';
import type { ReviewFindings } from '../../engine/publication/review.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { seriesApart } from '../../engine/simulation/series-apart.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import { chainRuns } from '../../engine/sweep/chain-runs.ts';
import { withParameters } from '../../engine/sweep/parameter-sets.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { METRIC_NAMES } from '../../shared/metric-names.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Survivorship } from '../../shared/contract/backtests.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { formatPercent } from '../../shared/money.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import { openReader } from '../db/database.ts';
import { type CandleRange, loadCandleRange } from '../market/candle-range.ts';
import { actionsOf } from '../market/corporate-actions/kept-actions.ts';
import { tradedAs } from '../market/instrument-master.ts';
import type { RunOrder } from './run-order.ts';
import { countSet, type RunProgress, reportLoaded } from './run-progress.ts';
import { type RunSeries, runRules, seriesOver, type TimeRange } from './run-rules.ts';
import { barsOver, shareBars, type SharedBars } from './shared-bars.ts';
import { overShares, survivorshipSentence, survivorsOf, unseenSentence } from './survivorship.ts';
import { excursionsOn } from './trade-excursions.ts';
import { type RunTrade, tradeRows } from './trade-rows.ts';

/**
 * The tasks of a worker thread. What a person can cause comes back as a failed result with a sentence; anything that
 * is thrown is a defect.
 */

export interface LoadTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  /** Of the simulated market. */
  readonly seed: number;
  readonly range: CandleRange;
  /** Whether corporate actions are taken out of imported prices. */
  readonly isAdjusted: boolean;
  readonly progress: RunProgress;
}

export { sweepLegs } from './sweep-legs.ts';
export { testLegs } from './test-legs.ts';
export { readBody } from '../http/read-body.ts';
export { readImport } from '../market/import/read-import.ts';
export { scan } from '../scanner/scan-task.ts';
export { makeTaxReport } from '../tax/make-tax-report.ts';
export { foldTrades } from '../trading/fold-trades.ts';
export { readTradebooks } from '../tradebook/read-tradebooks.ts';

/** Reads or computes candles into shared memory; refuses a range in which an instrument has none. */
export const load = async (task: LoadTask): Promise<Result<SharedBars[]>> => {
  const { range, progress } = task;
  const db = await openReader(task.databaseAt);
  try {
    const candles = await loadCandleRange(db, task.seed, range, (loaded) =>
      reportLoaded(progress, loaded / range.symbols.length),
    );
    const without = range.symbols.filter((symbol) => (candles.get(symbol)?.at(-1)?.time ?? 0) < range.from);
    if (without.length > 0)
      return fail('refused', `There are no candles of ${without.join(', ')} on these days.`);
    const actions =
      range.source === 'replay'
        ? await actionsOf(db, range.ownerId, range.symbols)
        : new Map<string, DatedAction[]>();
    const shared: SharedBars[] = [];
    for (const symbol of range.symbols) {
      const traded = candles.get(symbol) ?? [];
      const ofSymbol = actions.get(symbol) ?? [];
      const bars = barsFrom(task.isAdjusted ? adjustBars(traded, ofSymbol) : traded);
      if (!bars.ok) return fail('refused', `${symbol}: ${bars.failure.message}`);
      shared.push(shareBars(symbol, bars.value, jumpsOf(range.source, symbol, traded, ofSymbol)));
    }
    return succeed(shared);
  } finally {
    await db.destroy();
  }
};

/** Jumps that ask for an action, of imported prices of a share. The simulated market has no actions. */
const jumpsOf = (
  source: Source,
  symbol: string,
  traded: readonly Bar[],
  actions: readonly DatedAction[],
): Jump[] =>
  source === 'replay' && tradedAs(symbol).kind === 'equity' ? unexplainedJumps(traded, actions) : [];

/** Candles of a run, and how many of them are warm-up. Those come before the range. */
export interface RunCandles {
  readonly series: readonly SharedBars[];
  readonly warmUp: number;
}

const barsOf = (series: readonly SharedBars[]): Map<string, Bars> =>
  new Map(series.map((shared) => [shared.symbol, barsOver(shared)]));

export interface SweepTask {
  /** Same for all tasks over the same candles and range: indicators are computed once a thread. */
  readonly token: string;
  readonly order: RunOrder;
  readonly candles: RunCandles;
  readonly range: TimeRange;
  readonly paths: readonly string[];
  readonly sets: readonly (readonly number[])[];
  readonly progress: RunProgress;
}

export interface SweepPart {
  /** `figures[set * METRIC_NAMES.length + metric]`; NaN where it means nothing or the combination could not be run. */
  readonly figures: Float64Array;
  readonly refused: readonly { readonly set: number; readonly reason: string }[];
}

let kept: { readonly token: string; readonly series: readonly RunSeries[] } | null = null;

const keptSeries = ({ token, candles, range }: SweepTask): readonly RunSeries[] => {
  if (kept?.token === token) return kept.series;
  for (const { shared } of kept?.series ?? []) shared.clear();
  kept = { token, series: seriesOver(barsOf(candles.series), range, candles.warmUp) };
  return kept.series;
};

/** Runs combinations over one range; they are numbered from 0 within the task. */
export const sweep = (task: SweepTask): SweepPart => {
  const { order, paths, sets, range, progress } = task;
  const series = keptSeries(task);
  const figures = new Float64Array(sets.length * METRIC_NAMES.length).fill(Number.NaN);
  const refused: { set: number; reason: string }[] = [];
  for (const [set, values] of sets.entries()) {
    const document = withParameters(order.document, paths, values);
    const run = document.ok ? runRules(order, document.value, series, range.from) : document;
    if (run.ok) {
      const metrics = metricsOf(run.value);
      for (const [index, name] of METRIC_NAMES.entries())
        figures[set * METRIC_NAMES.length + index] = metrics[name] ?? Number.NaN;
    } else refused.push({ set, reason: run.failure.message });
    for (const { shared } of series) shared.settle();
    countSet(progress);
  }
  return { figures, refused };
};

export interface FullTask {
  readonly order: RunOrder;
  readonly candles: RunCandles;
  /** Null when the benchmark is the run's own instruments. */
  readonly benchmark: SharedBars | null;
  /** Documents to run and their times, one after the other. */
  readonly parts: readonly { readonly document: RuleDocument; readonly range: TimeRange }[];
}

export interface FullRun {
  readonly figures: Metrics;
  readonly partFigures: readonly Metrics[];
  readonly resultJson: string;
  readonly assumptions: readonly string[];
  readonly trades: readonly RunTrade[];
}

const benchmarkOf = ({ benchmark, order }: FullTask, bars: ReadonlyMap<string, Bars>): BenchmarkInput => {
  if (benchmark) return { label: `${benchmark.symbol}, bought and held`, series: [barsOver(benchmark)] };
  const { membership, fromDay } = order;
  const first = membership ? membersBetween(membership.spans, fromDay, fromDay) : [];
  if (membership && first.length > 0)
    return {
      label: `The shares that were in ${membership.index} on the first day, bought and held`,
      series: first.flatMap((symbol) => bars.get(symbol) ?? []),
    };
  const { instruments } = order.document;
  const what = instruments.length === 1 ? (instruments[0] ?? '') : `The ${instruments.length} instruments`;
  const traded = instruments.flatMap((symbol) => bars.get(symbol) ?? []);
  return { label: `${what}, bought and held`, series: traded };
};

const jumpSentence = (symbol: string, { day, percent }: Jump): string => {
  const size = formatPercent(Math.abs(percent));
  const on = istDayText(istDayStart(day));
  return percent < 0
    ? `${symbol} opened ${size} below its last price on ${on}: if that was a split or a bonus, import the list of corporate actions.`
    : `${symbol} opened ${size} above its last price on ${on}: if shares were merged then, import the list of corporate actions.`;
};

/** Questions about jumps of a run. An action that is not known counts as a profit or a loss. */
const jumpSentences = (series: readonly SharedBars[]): string[] =>
  series.flatMap(({ symbol, jumps }) => jumps.map((jump) => jumpSentence(symbol, jump)));

/** A part of a run, with the candles that it sees. */
interface SeenPart {
  readonly document: RuleDocument;
  readonly series: readonly RunSeries[];
  readonly from: number;
}

/** Run parts one after the other. */
const runParts = (order: RunOrder, parts: readonly SeenPart[]): Result<Simulation[]> => {
  const runs: Simulation[] = [];
  for (const { document, series, from } of parts) {
    const run = runRules(order, document, series, from);
    if (!run.ok) return run;
    runs.push(run.value);
  }
  return succeed(runs);
};

const chained = (runs: readonly Simulation[], capital: number): Simulation => {
  const [first] = runs;
  return runs.length === 1 && first ? first : chainRuns(runs, capital);
};

/**
 * Cost of survivorship in a run over an index. The same rules trade the members of the last day on all days. Null
 * without an index, and where they cannot be run so.
 */
const survivorshipOf = (order: RunOrder, parts: readonly SeenPart[], net: number): Survivorship | null => {
  const { membership, ...named } = order;
  const survivors = survivorsOf(order);
  if (!membership || survivors.length === 0) return null;
  const runs = runParts(
    named,
    parts.map((part) => ({ ...part, document: overShares(part.document, survivors) })),
  );
  if (!runs.ok) return null;
  const survivorsNet = metricsOf(chained(runs.value, order.capital)).netProfit ?? 0;
  return {
    index: membership.index,
    shares: survivors.length,
    net: survivorsNet,
    cost: survivorsNet - net,
  };
};

/** Runs with everything a person reads about it; several parts are chained into one. */
export const full = (task: FullTask): Result<FullRun> => {
  const { order } = task;
  const bars = barsOf(task.candles.series);
  const parts = task.parts.map(({ document, range }) => ({
    ...{ document, from: range.from },
    series: seriesOver(bars, range, task.candles.warmUp),
  }));
  const ran = runParts(order, parts);
  if (!ran.ok) return ran;
  const runs = ran.value;
  const whole = chained(runs, order.capital);
  const result = analyse(whole, benchmarkOf(task, bars));
  const survivorship = survivorshipOf(order, parts, result.figures.netProfit ?? 0);
  return succeed({
    figures: result.figures,
    partFigures: runs.map(metricsOf),
    resultJson: JSON.stringify({ ...result, ...(survivorship && { survivorship }) }),
    assumptions: [
      ...survivorshipSentence(order, survivorship),
      ...unseenSentence(order, bars),
      ...whole.assumptions,
      ...jumpSentences(task.candles.series),
    ],
    trades: tradeRows(whole.trades, excursionsOn(bars, order.document.timeframe)),
  });
};

export interface LookAheadTask {
  readonly document: RuleDocument;
  readonly candles: RunCandles;
  readonly range: TimeRange;
}

/** Runs rules again and again with the future cut off. */
export const lookAhead = ({ document, candles, range }: LookAheadTask): LookAheadReport => {
  const series = seriesOver(barsOf(candles.series), range, candles.warmUp);
  // Nothing is shared: what is computed over all candles must not reach the runs that end before.
  return findLookAhead({
    rules: compileRules(document),
    ...seriesApart(
      document,
      series.map(({ instrument, bars }) => ({ instrument, bars })),
    ),
  });
};

export interface ReviewTask {
  readonly order: RunOrder;
  readonly candles: RunCandles;
  readonly range: TimeRange;
}

/** Input of a publication's review; money in paise, times in epoch ms. */
export interface ReviewRun {
  readonly findings: ReviewFindings;
  readonly maxDrawdownPercent: number;
  /** From the first candle of the range to the last. */
  readonly from: number;
  readonly to: number;
}

/** Run rules once, look for the future in them, and count trades. */
export const review = ({ order, candles, range }: ReviewTask): Result<ReviewRun> => {
  const series = seriesOver(barsOf(candles.series), range, candles.warmUp);
  const run = runRules(order, order.document, series, range.from);
  if (!run.ok) return run;
  const { maxDrawdownPercent } = metricsOf(run.value);
  // As with the look-ahead test: what is computed over all candles must not reach the runs that end before.
  const apart = seriesApart(
    order.document,
    series.map(({ instrument, bars }) => ({ instrument, bars })),
  );
  const { time } = run.value.curve;
  return succeed({
    findings: examine(compileRules(order.document), apart.series, run.value, apart.others),
    maxDrawdownPercent,
    from: time[0] ?? range.from,
    to: time.at(-1) ?? range.before,
  });
};
