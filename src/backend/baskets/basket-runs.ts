import type { Mode } from '../../shared/contract/fields.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database } from '../db/database.ts';
import type { BrokerAccounts } from '../broker-accounts/broker-accounts.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import { requireLiveRun } from '../broker-accounts/require-live-run.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { MarketRuns } from '../trading/market-runs.ts';

/** Parts that everything about baskets works with. */
export interface BasketDeps {
  /** Users whose baskets are looked after here. */
  readonly users: OwnUsers;
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly hub: EventHub;
  readonly logger: Logger;
}

/**
 * Market on which a basket is planned: the feed in use in test, the user's broker account in live, with prices of this
 * moment. Live prices come from the broker alone.
 * @throws Refusal `refused` without a session, or with the broker's own words
 */
export const pricedRun = async (
  deps: Pick<BasketDeps, 'marketRuns' | 'brokerAccounts'>,
  userId: number,
  mode: Mode,
  symbols: readonly string[],
): Promise<MarketRun> => {
  if (mode === 'test') return deps.marketRuns.runOf(userId);
  const run = requireLiveRun(deps, userId);
  await refusedBy(run.bringPrices(symbols));
  return run;
};
