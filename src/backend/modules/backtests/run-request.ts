import { parameterSets } from '../../../engine/sweep/parameter-sets.ts';
import { walkForwardWindows } from '../../../engine/sweep/walk-forward.ts';
import type { ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { backtests } from '../../../shared/contract/backtests.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { formatCount } from '../../../shared/money.ts';
import { DAY_MS, istDate, istDayStart, istDayText } from '../../../shared/time.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { creditsOfSets } from '../../backtests/backtest-plans.ts';
import { timeRange } from '../../backtests/load-candles.ts';
import { universeOfThen } from '../../backtests/universe-of-then.ts';
import type { CandleOrder, SweepOrder } from '../../backtests/run-order.ts';
import { estimateCandles } from '../../market/candle-estimate.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { Refusal } from '../../refusal.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { requireDocument, requireKnownShares } from '../../trading/require-document.ts';
import { requireLicence } from '../../publications/licences.ts';
import { requireVisibleStrategy } from '../../trading/require-strategy.ts';

export interface RequestDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly clock: Clock;
}

/** Input of every call about rules over days. */
type RulesOverDays = ParsedOf<typeof backtests.lookAhead>;
type SweepInput = ParsedOf<typeof backtests.startSweep>;

/** The candles of a run all stand in memory at once. */
const MOST_CANDLES = 1_000_000;

const badFields = (message: string, fields: Record<string, string>): Refusal =>
  new Refusal('invalid', message, { fields });

const required = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  const { code, message, fields }: Failure = result.failure;
  throw new Refusal(code === 'refused' ? 'refused' : 'invalid', message, { fields });
};

/** Requested rules, with the strategy they come from, if any. */
const rulesOf = async (
  deps: RequestDeps,
  userId: number,
  { strategyId, document }: RulesOverDays,
): Promise<{ document: RuleDocument; strategy: StrategyRow | null }> => {
  if ((strategyId === undefined) === (document === undefined)) {
    const problem = strategyId === undefined ? 'give a strategy or its rules' : 'give only one of the two';
    throw badFields('A run needs either a strategy or a rule document.', {
      strategyId: problem,
      document: problem,
    });
  }
  if (strategyId === undefined) {
    const rules = requireDocument(document);
    await requireKnownShares(deps.database.readOf(userId), userId, rules);
    return { document: rules, strategy: null };
  }
  const strategy = await requireVisibleStrategy(deps.database, userId, strategyId);
  // What is run is shown with its rules.
  await requireLicence(deps.database.read, userId, strategyId, deps.clock.now());
  return { document: effectiveRules(strategy), strategy };
};

/** Where candles that may be run over end: those of the simulated market with its time, imported ones nowhere. */
const endOfCandles = (marketRuns: MarketRuns, source: CandleOrder['source']): number =>
  source === 'simulated' ? marketRuns.simulated.session.now : Infinity;

const requireDays = (from: string, to: string, end: number): void => {
  if (from > to) {
    const problem = 'must not be after the last day';
    throw badFields(`The first day ${problem}.`, { from_date: problem });
  }
  if (end < Infinity && to > istDate(end)) {
    const problem = `must not be after ${istDayText(end)}, where the simulated market stands`;
    throw badFields(`The last day ${problem}.`, { to_date: problem });
  }
};

const requireCandles = async (
  { database }: RequestDeps,
  order: CandleOrder,
  symbols: readonly string[],
): Promise<void> => {
  const { document, ownerId, source, fromDay, toDay } = order;
  const range = {
    ownerId,
    source,
    symbols,
    timeframe: document.timeframe,
    ...timeRange(order, { from: fromDay, to: toDay }),
    warmUp: 0,
  };
  const counts = await estimateCandles(database.read, range);
  const without = symbols.filter((symbol) => (counts.get(symbol) ?? 0) === 0);
  if (without.length > 0)
    throw new Refusal(
      'refused',
      `There are no candles of ${without.join(', ')} from ${istDayText(range.from)} to ${istDayText(istDayStart(toDay))}.`,
    );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total > MOST_CANDLES)
    throw new Refusal(
      'refused',
      `These days hold about ${formatCount(total)} candles; a run can take ${formatCount(MOST_CANDLES)}. Choose fewer days, fewer instruments or a longer timeframe.`,
    );
};

/** Order of a run, with its candles. Everything is checked that can be before anything is spent. */
export const candleOrder = async (
  deps: RequestDeps,
  userId: number,
  input: RulesOverDays & { readonly benchmark?: string },
): Promise<{ order: CandleOrder; strategy: StrategyRow | null }> => {
  const { document: rules, strategy } = await rulesOf(deps, userId, input);
  const source = input.source ?? deps.marketRuns.runOf(userId).identity.source;
  const end = endOfCandles(deps.marketRuns, source);
  requireDays(input.from_date, input.to_date, end);
  if (input.benchmark !== undefined && !findInstrument(input.benchmark)) {
    const problem = `${input.benchmark} is not an instrument that is known here`;
    throw badFields(`The benchmark ${problem}.`, { benchmark: problem });
  }
  const days = { fromDay: input.from_date, toDay: input.to_date };
  const universe = await universeOfThen(deps.database.readOf(userId), userId, rules, days);
  const order = {
    ...universe,
    ...days,
    ownerId: userId,
    source,
    before: Math.min(end, istDayStart(input.to_date) + DAY_MS),
    prices: input.prices,
  };
  const symbols = input.benchmark === undefined ? [] : [input.benchmark];
  await requireCandles(deps, order, [...new Set([...universe.document.instruments, ...symbols])]);
  return { order, strategy };
};

/** A sweep's parameters, checked against the rules, and the credits it takes. */
export const sweepOrder = (order: CandleOrder, input: SweepInput): { sweep: SweepOrder; credits: number } => {
  const { parameters, objective, method, samples, seed, walkForward } = input;
  const sweep = { parameters, objective, method, samples, seed, walkForward };
  const { sets } = required(parameterSets(order.document, parameters, sweep));
  if (walkForward)
    required(walkForwardWindows(order.fromDay, order.toDay, walkForward.windows, walkForward.trainPercent));
  return { sweep, credits: creditsOfSets(sets.length) };
};
