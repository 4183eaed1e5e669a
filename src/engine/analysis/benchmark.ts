import { DAY_MS } from '../../shared/time.ts';
import type { Bars } from '../bars.ts';
import { dailyReturns, drawdownOf, growthOf, type MeasuredRun } from '../metrics.ts';
import type { EquityCurve } from '../simulation/simulation.ts';

/** Benchmark of a run: bars bought in equal parts at their first open in the run, and held. */
export interface BenchmarkInput {
  readonly label: string;
  readonly series: readonly Bars[];
}

/** Percentages in percent; null where there is too little to tell. */
export interface Benchmark {
  readonly label: string;
  readonly returnPercent: number;
  readonly cagrPercent: number | null;
  readonly maxDrawdownPercent: number;
  /** Return of the run less that of the benchmark, percentage points. */
  readonly excessPercent: number;
  /** Of daily returns: covariance with the benchmark ÷ its variance. */
  readonly beta: number | null;
  readonly correlation: number | null;
}

const DAYS_FOR_BETA = 20;

/** Growth of one paisa in a series, by the run's time points. It is put in at the series' first open within the run. */
const growthColumn = (bars: Bars, time: Float64Array): Float64Array => {
  const out = new Float64Array(time.length).fill(1);
  let index = 0;
  while (index < bars.length && (bars.time[index] as number) < (time[0] ?? Infinity)) index++;
  const first = index < bars.length ? (bars.open[index] as number) : Number.NaN;
  let value = 1;
  for (let point = 0; point < time.length; point++) {
    for (; index < bars.length && (bars.time[index] as number) <= (time[point] as number); index++)
      value = (bars.close[index] as number) / first;
    out[point] = value;
  }
  return out;
};

/** Equity of an account with all its capital in the benchmark. One value for each point of the run's curve; paise. */
export const heldCurve = (input: BenchmarkInput, time: Float64Array, capital: number): Float64Array => {
  const columns = input.series.filter((bars) => bars.length > 0).map((bars) => growthColumn(bars, time));
  const out = new Float64Array(time.length).fill(columns.length === 0 ? capital : 0);
  for (const column of columns)
    for (let point = 0; point < out.length; point++)
      out[point] = (out[point] as number) + ((column[point] as number) * capital) / columns.length;
  return out;
};

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * Slope and correlation of one list of returns on another. Source: CFA Institute, Quantitative Methods (simple
 * regression).
 */
const regression = (
  ours: readonly number[],
  theirs: readonly number[],
): { beta: number | null; correlation: number | null } => {
  if (ours.length < DAYS_FOR_BETA) return { beta: null, correlation: null };
  const [a, b] = [mean(ours), mean(theirs)];
  let covariance = 0;
  let ourVariance = 0;
  let theirVariance = 0;
  for (const [index, value] of ours.entries()) {
    const other = (theirs[index] as number) - b;
    covariance += (value - a) * other;
    ourVariance += (value - a) ** 2;
    theirVariance += other ** 2;
  }
  return {
    beta: theirVariance === 0 ? null : covariance / theirVariance,
    correlation:
      ourVariance === 0 || theirVariance === 0 ? null : covariance / Math.sqrt(ourVariance * theirVariance),
  };
};

/**
 * Compare a run with holding the benchmark over the same days. The benchmark pays no charges and is held in fractions
 * of a share.
 */
export const compareWith = (run: MeasuredRun, label: string, held: Float64Array): Benchmark => {
  const { curve, capital } = run;
  const theirs: EquityCurve = { ...curve, equity: held };
  const percentOf = (equity: Float64Array) => (100 * ((equity.at(-1) ?? capital) - capital)) / capital;
  const days = ((curve.time.at(-1) ?? 0) - (curve.time[0] ?? 0)) / DAY_MS;
  const returnPercent = percentOf(held);
  return {
    label,
    returnPercent,
    cagrPercent: growthOf(capital, held.at(-1) ?? capital, days),
    maxDrawdownPercent: drawdownOf(theirs, capital).percent,
    excessPercent: percentOf(curve.equity) - returnPercent,
    ...regression(dailyReturns(curve, capital), dailyReturns(theirs, capital)),
  };
};
