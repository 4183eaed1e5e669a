import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { Statistics } from '../../../shared/contract/strategy-card.ts';
import { describeLegs } from '../../../engine/legs/leg-sentences.ts';
import type { Language } from '../../../shared/languages.ts';
import type { CallContext } from '../../call-context.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { authoredRules, effectiveRules } from '../../trading/effective-rules.ts';
import { legDocumentOf } from '../../trading/legs/leg-document-of.ts';
import { notFound } from '../../refusal.ts';
import { sentencesOfDay } from '../../trading/labelled-sentences.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { resultCurves } from '../../trading/result-curves.ts';
import { resultMonths } from '../../trading/result-months.ts';
import { isOfRun, type ResultScope, statisticsOf } from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { tradeView } from '../../trading/views.ts';
import { STATISTIC_DEFINITIONS } from './statistic-definitions.ts';

type StrategyDetails = OutputOf<typeof strategies.details>;
type StrategySettings = OutputOf<typeof strategies.settings>;

const LAST_TRADES = 12;

/** Levels that a strategy with legs has as a whole: each leg has its own. */
const NO_LEVELS = { stopLoss: null, target: null, trailing: null } as const;

/** Settings of a strategy as the contract shows them. */
export const settingsOf = (strategy: StrategyRow): StrategySettings => {
  const rules = legDocumentOf(strategy) ? NO_LEVELS : effectiveRules(strategy);
  return {
    capital: strategy.capital,
    quantity: strategy.quantity,
    riskPercent: strategy.risk_percent,
    maxLossPerDay: strategy.max_loss_per_day,
    maxTradesPerDay: strategy.max_trades_per_day,
    squareOffTime: strategy.square_off_time,
    productType: strategy.product,
    slippage: strategy.slippage_bp,
    stopLoss: rules.stopLoss,
    target: rules.target,
    trailing: rules.trailing,
  };
};

/** Document of a strategy, and its sentences at a moment (epoch ms). */
const shownRules = (strategy: StrategyRow, language: Language, now: number): StrategyDetails['rules'] => {
  const legs = legDocumentOf(strategy);
  return legs
    ? { document: null, legs, sentences: describeLegs(legs, language) }
    : {
        document: authoredRules(strategy),
        legs: null,
        sentences: sentencesOfDay(effectiveRules(strategy), language, now),
      };
};

/** Everything about one strategy, with its results on the feed in use. */
export const strategyDetails = async (
  database: Database,
  marketRuns: MarketRuns,
  cards: StrategyCards,
  strategy: StrategyRow & { authorName: string },
  { userId, language }: Pick<CallContext, 'userId' | 'language'>,
): Promise<StrategyDetails> => {
  const scope = testScope(marketRuns, userId);
  const test = await resultsOf(database, strategy, scope, userId);
  const live = strategy.mode === 'live' ? await resultsOf(database, strategy, LIVE_SCOPE, userId) : null;
  const [card] = await cards.cards([strategy.id], userId);
  if (!card) throw notFound('strategy');
  // Rules that can be read can be written down: those with a fee are shown to who has paid it.
  const isShown = card.fee?.isPaid ?? true;
  return {
    strategy: card,
    rules: isShown
      ? shownRules(strategy, language, marketRuns.runOf(userId).session.now)
      : { document: null, legs: null, sentences: [] },
    settings: settingsOf(strategy),
    test,
    live,
    definitions: STATISTIC_DEFINITIONS.map((definition) => ({ ...definition })),
    lastTrades: await lastTrades(
      database,
      strategy,
      live ? LIVE_SCOPE : scope,
      (live ?? test).statistics.net,
    ),
    attention: card.isMine ? strategy.attention : null,
  };
};

const resultsOf = async (database: Database, strategy: StrategyRow, scope: ResultScope, userId: number) => {
  const { fold } = await keptResultOf(database.read, strategy.id, scope);
  const statistics: Statistics = statisticsOf(fold, strategy.capital, scope.source);
  if (fold.trades === 0) return { statistics, equity: [], drawdown: [], months: [] };
  return {
    statistics,
    ...(await resultCurves(database.readOf(userId), strategy.id, scope, fold.outcomes.results)),
    months: await resultMonths(database.readOf(userId), strategy.id, scope),
  };
};

/** Newest trades first, with the running total of each. All of them come to `total`. */
const lastTrades = async (
  database: Database,
  strategy: StrategyRow,
  scope: ResultScope,
  total: number,
): Promise<Trade[]> => {
  const rows = await database.read
    .selectFrom('trades')
    .selectAll()
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .orderBy('exit_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LAST_TRADES)
    .execute();
  let running = total;
  return rows.map((row) => {
    const shown = tradeView(row, strategy.name, running);
    running -= row.net;
    return shown;
  });
};
