import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { Statistics } from '../../../shared/contract/strategy-card.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { authoredRules, effectiveRules } from '../../trading/effective-rules.ts';
import { notFound } from '../../refusal.ts';
import { labelledSentences } from '../../trading/labelled-sentences.ts';
import { foldOf } from '../../trading/result-fold.ts';
import {
  drawdownPoints,
  equityPoints,
  isOfRun,
  loadTrades,
  type ResultScope,
  statisticsOf,
} from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { tradeView } from '../../trading/views.ts';
import { STATISTIC_DEFINITIONS } from './statistic-definitions.ts';

type StrategyDetails = OutputOf<typeof strategies.details>;
type StrategySettings = OutputOf<typeof strategies.settings>;

const LAST_TRADES = 12;

/** Settings of a trick as the contract shows them. */
export const settingsOf = (trick: StrategyRow): StrategySettings => {
  const rules = effectiveRules(trick);
  return {
    capital: trick.capital,
    quantity: trick.quantity,
    riskPercent: trick.risk_percent,
    maxLossPerDay: trick.max_loss_per_day,
    maxTradesPerDay: trick.max_trades_per_day,
    squareOffTime: trick.square_off_time,
    productType: trick.product,
    slippage: trick.slippage_bp,
    stopLoss: rules.stopLoss,
    target: rules.target,
    trailing: rules.trailing,
  };
};

/** Everything about one trick, with its results on the feed in use. */
export const strategyDetails = async (
  database: Database,
  marketRuns: MarketRuns,
  cards: StrategyCards,
  trick: StrategyRow & { authorName: string },
  userId: number,
): Promise<StrategyDetails> => {
  const scope = testScope(marketRuns, userId);
  const [card] = await cards.cards([trick.id], userId);
  if (!card) throw notFound('strategy');
  return {
    trick: card,
    rules: { document: authoredRules(trick), sentences: labelledSentences(effectiveRules(trick)) },
    settings: settingsOf(trick),
    test: await resultsOf(database, trick, scope),
    live: trick.mode === 'live' ? await resultsOf(database, trick, LIVE_SCOPE) : null,
    definitions: STATISTIC_DEFINITIONS.map((definition) => ({ ...definition })),
    lastTrades: await lastTrades(database, trick, trick.mode === 'live' ? LIVE_SCOPE : scope),
    attention: card.isMine ? trick.attention : null,
  };
};

const resultsOf = async (database: Database, trick: StrategyRow, scope: ResultScope) => {
  const trades = (await loadTrades(database.read, [trick.id], scope)).get(trick.id) ?? [];
  const statistics: Statistics = statisticsOf(foldOf(trades), trick.capital, scope.source);
  return { statistics, equity: equityPoints(trades), drawdown: drawdownPoints(trades) };
};

const lastTrades = async (database: Database, trick: StrategyRow, scope: ResultScope) => {
  const rows = await database.read
    .selectFrom('trades')
    .selectAll()
    .where('strategy_id', '=', trick.id)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .orderBy('exit_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LAST_TRADES)
    .execute();
  return rows.map((row) => tradeView(row, trick.name, row.net));
};
