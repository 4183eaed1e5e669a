import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import { Marketplace } from './marketplace.ts';
import { ClosedResults } from './mode-result.ts';
import { TopTen } from './top-ten.ts';
import { homeSummary } from './home-summary.ts';
import { windowHeader } from './window-header.ts';
import type { HomeCalls, HomeDeps, HomeParts } from './home-deps.ts';

/** Home, the header, the top ten and the marketplace. */
export const homeHandlers = (all: HomeDeps): HomeCalls => {
  const deps: HomeParts = {
    ...all,
    closed: new ClosedResults(all.database),
  };
  const topTen = new TopTen(deps.cards.shared);
  const marketplace = new Marketplace(deps.cards);
  return {
    summary: homeSummary(deps),
    header: windowHeader(deps),
    topTen: (input, { userId }) => {
      const isThirtyDays = input.thirtyDay === '1';
      // Live days pass on the clock; those of a test as fast as its market.
      return input.test === '1'
        ? topTen.at(
            testScope(deps.marketRuns, userId),
            deps.marketRuns.runOf(userId).session.now,
            isThirtyDays,
          )
        : topTen.at(LIVE_SCOPE, deps.clock.now(), isThirtyDays);
    },
    marketplace: (input, { userId }) =>
      marketplace.page(
        input,
        userId,
        testScope(deps.marketRuns, userId),
        deps.marketRuns.runOf(userId).session.now,
        deps.clock.now(),
      ),
  };
};
