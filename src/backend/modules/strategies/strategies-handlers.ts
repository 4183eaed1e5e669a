import { Reply } from '../../../shared/contract/endpoint.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { legDocumentOf } from '../../trading/legs/leg-document-of.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { worstDay } from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import { ADDITIONS, cloneStrategy } from './add-strategy.ts';
import { authorPage } from './author-page.ts';
import { calculateInstrument } from './calculation.ts';
import { strategyDetails } from './details.ts';
import { waitingConditions } from './waiting-conditions.ts';
import { fillComparison } from './fill-comparison.ts';
import { MyStrategies } from './my-strategies.ts';
import { profitSide } from './profit.ts';
import { requireOwnStrategy, requireVisibleStrategy } from '../../trading/require-strategy.ts';
import { startStrategy } from './start-strategy.ts';
import { muteStrategy } from './mute-strategy.ts';
import { stopStrategy, enableStrategy } from './stop-strategy.ts';
import { squareOffStrategy } from './square-off-strategy.ts';
import { changeSettings } from './change-settings.ts';
import { changeProtection } from './change-protection.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** Strategies: lists, details, settings, and every change of state. */
export const strategiesHandlers = (deps: StrategiesDeps): StrategiesCalls => {
  const mine = new MyStrategies(deps.database, deps.cards);
  return {
    details: async (input, context) => {
      const strategy = await requireVisibleStrategy(deps.database, context.userId, input.strategyId);
      return strategyDetails(deps.database, deps.marketRuns, deps.cards, strategy, context);
    },
    author: (input, { userId }) => authorPage(deps, userId, input),
    mine: (input, { userId }) => mine.page(userId, input),
    calculation: async (input, { userId }) => {
      const strategy = await requireVisibleStrategy(deps.database, userId, input.strategyId);
      const capital = input.capital ?? strategy.capital;
      const { session, identity } = deps.marketRuns.runOf(userId);
      const document = legDocumentOf(strategy) ? null : effectiveRules(strategy);
      const { fold } = await keptResultOf(
        deps.database.read,
        strategy.id,
        testScope(deps.marketRuns, userId),
      );
      return {
        capital,
        source: identity.source,
        // Contracts of legs are chosen when they are entered.
        instruments:
          document?.instruments.map((symbol) =>
            calculateInstrument(document, symbol, capital, session.lastPrice(symbol)),
          ) ?? [],
        worstDayInTest: worstDay(fold),
      };
    },
    conditions: waitingConditions(deps),
    fills: async ({ strategyId }, { userId }) => {
      const strategy = await requireOwnStrategy(deps.database, userId, strategyId);
      return fillComparison(deps.database, strategy, {
        test: testScope(deps.marketRuns, userId),
        live: LIVE_SCOPE,
      });
    },
    profit: async (input, { userId }) => ({
      test: await profitSide(deps.database, userId, testScope(deps.marketRuns, userId), input),
      live: await profitSide(deps.database, userId, LIVE_SCOPE, input),
    }),
    start: startStrategy(deps),
    stop: stopStrategy(deps),
    sell: squareOffStrategy(deps),
    settings: changeSettings(deps),
    modifyStopLoss: changeProtection(deps),
    enable: enableStrategy(deps),
    mute: muteStrategy(deps),
    clone: async (input, { userId }) => {
      const { strategyId, message } = await cloneStrategy(deps, userId, input);
      return new Reply({ status: true, strategyId }, message);
    },
    add: async (input, { userId }) => {
      const answer = await ADDITIONS[input.url](deps, userId, input);
      return new Reply({ status: true, strategyId: answer.strategyId }, answer.message);
    },
  };
};
