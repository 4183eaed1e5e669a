import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import type { ClosedResults } from './mode-result.ts';

/** Dependencies of home, the header, the top ten and the marketplace. */
export interface HomeDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly cards: StrategyCards;
  readonly clock: Clock;
}

/** With the closed results, which are kept from call to call. */
export interface HomeParts extends HomeDeps {
  readonly closed: ClosedResults;
}

export type HomeCalls = Handlers<typeof home, CallContext>;
