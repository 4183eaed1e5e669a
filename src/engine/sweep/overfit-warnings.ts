import { medianOf } from '../median.ts';
import type { MetricName } from '../../shared/metric-names.ts';
import { formatRupees } from '../../shared/money.ts';
import { METRIC_DEFINITIONS } from '../metric-definitions.ts';
import type { ParameterSets } from './parameter-sets.ts';

type Figures = Readonly<Record<MetricName, number | null>>;

/** Results of a sweep that may show over-fitting. */
export interface SweepEvidence extends ParameterSets {
  readonly objective: MetricName;
  /**
   * The objective's value for each combination. Beside it are net profit in paise and number of trades; null where one
   * could not be run.
   */
  readonly scores: readonly (number | null)[];
  readonly netProfits: readonly (number | null)[];
  readonly trades: readonly (number | null)[];
  readonly best: number | null;
  /** Figures of the chosen combinations in training and on the days after; null without walk-forward. */
  readonly windows: readonly { readonly inSample: Figures; readonly outOfSample: Figures }[] | null;
}

/** Number of trades below which their average says little. It is the usual bound of the central limit theorem. */
const FEW_TRADES = 30;
/** Share of the best score that neighbours and later days should keep. */
const KEPT_SHARE = 0.5;
const PROFITABLE_SHARE = 0.3;
const FEWEST_SETS = 10;

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

const IN_PAISE: readonly MetricName[] = ['netProfit', 'expectancy'];

/** An objective as a person reads it: rupees where it is money, else two digits. */
const shown = (objective: MetricName, value: number): string => {
  if (IN_PAISE.includes(objective)) return formatRupees(Math.round(value));
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}${objective.endsWith('Percent') ? '%' : ''}`;
};

/** Scores of a combination's neighbours: they differ in one parameter, by one step. */
const neighboursOf = ({ parameters, sets, scores }: SweepEvidence, set: number): number[] => {
  const home = sets[set] ?? [];
  const places = parameters.map(({ values }) => new Map(values.map((value, at) => [value, at])));
  const placeOf = (k: number, value: number | undefined) => places[k]?.get(value ?? Number.NaN) ?? Number.NaN;
  return known(
    scores.filter((_, other) => {
      const away = home.map((value, k) => Math.abs(placeOf(k, value) - placeOf(k, sets[other]?.[k])));
      return away.reduce((sum, steps) => sum + steps, 0) === 1;
    }),
  );
};

const countWarnings = ({ sets, trades, best, netProfits }: SweepEvidence): string[] => {
  const made = best === null ? null : (trades[best] ?? null);
  const profits = known(netProfits);
  const profitable = profits.filter((net) => net > 0).length;
  return [
    made !== null && made < FEW_TRADES
      ? `The best combination made ${made} ${made === 1 ? 'trade' : 'trades'}; with fewer than ${FEW_TRADES}, luck decides more than rules do.`
      : null,
    made !== null && sets.length > made
      ? `${sets.length} combinations were tried and the best made ${made} ${made === 1 ? 'trade' : 'trades'}: among so many tries some look good by chance.`
      : null,
    profits.length >= FEWEST_SETS && profitable > 0 && profitable < PROFITABLE_SHARE * profits.length
      ? `Only ${profitable} of ${profits.length} combinations made money: the rules depend on the numbers chosen.`
      : null,
  ].filter((sentence) => sentence !== null);
};

const isolationWarning = (evidence: SweepEvidence): string | null => {
  const { objective, scores, best } = evidence;
  const score = best === null ? null : (scores[best] ?? null);
  if (best === null || score === null || score <= 0) return null;
  const neighbours = neighboursOf(evidence, best);
  if (neighbours.length < 2) return null;
  const around = medianOf(neighbours);
  if (around >= KEPT_SHARE * score) return null;
  const { label } = METRIC_DEFINITIONS[objective];
  return `The best combination stands alone: its ${label} is ${shown(objective, score)}, while its ${neighbours.length} neighbours come to ${shown(objective, around)} in the median.`;
};

const forwardWarnings = ({ objective, windows }: SweepEvidence): string[] => {
  if (!windows || windows.length === 0) return [];
  const pairs = windows.flatMap(({ inSample, outOfSample }) => {
    const [inside, outside] = [inSample[objective], outOfSample[objective]];
    return inside === null || outside === null ? [] : [{ inside, outside }];
  });
  const inside = medianOf(pairs.map((pair) => pair.inside));
  const outside = medianOf(pairs.map((pair) => pair.outside));
  const losing = windows.filter(({ outOfSample }) => (outOfSample.netProfit ?? 0) < 0).length;
  const { label } = METRIC_DEFINITIONS[objective];
  return [
    pairs.length > 0 && inside > 0 && outside < KEPT_SHARE * inside
      ? `On the days it was chosen on, the ${label} was ${shown(objective, inside)} in the median; on the days after, ${shown(objective, outside)}. The choice fits the past better than what follows.`
      : null,
    2 * losing > windows.length ? `${losing} of ${windows.length} test windows lost money.` : null,
  ].filter((sentence) => sentence !== null);
};

/** Signs of an over-fitted result, in sentences with their numbers. Empty when there are none. */
export const overfitWarnings = (evidence: SweepEvidence): string[] => {
  const isolation = isolationWarning(evidence);
  return [...forwardWarnings(evidence), ...(isolation ? [isolation] : []), ...countWarnings(evidence)];
};
