import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import type { CallContext } from '../../call-context.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { HistoryFetches } from '../../history-fetch/history-fetches.ts';
import type { MarketRecorder } from '../../recorder/market-recorder.ts';
import type { KeyedLanes } from '../../keyed-lanes.ts';
import type { EventHub } from '../../notices/event-hub.ts';
import type { History } from '../../market/history.ts';
import type { ImportPlace } from '../../market/import/import-files.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

/** Parts that the calls about instruments and their prices work with. */
export interface MarketDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly history: History;
  readonly hub: EventHub;
  readonly isShared: boolean;
  readonly imports: ImportPlace;
  readonly brokerAccounts: BrokerAccounts;
  readonly historyFetches: HistoryFetches;
  readonly recorder: MarketRecorder;
  /** Whatever changes the history of a user takes its turn here. */
  readonly historyLanes: KeyedLanes<number>;
}

export type MarketCalls = Handlers<typeof market, CallContext>;
