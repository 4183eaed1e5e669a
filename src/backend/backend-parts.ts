import type { Logger } from 'pino';
import type { OutsideChannels } from './alert-rules/alert-channels.ts';
import type { AlertRules } from './alert-rules/alert-rules.ts';
import type { Deliveries } from './alert-rules/deliveries.ts';
import type { AttachmentStore } from './attachments/attachment-store.ts';
import type { BasketTrading } from './baskets/basket-trading.ts';
import type { Purchases } from './billing/purchases.ts';
import type { Subscriptions } from './billing/subscriptions.ts';
import type { OwnUsers } from './cluster/own-users.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { HistoryFetches } from './history-fetch/history-fetches.ts';
import type { MarketRecorder } from './recorder/market-recorder.ts';
import type { KeyedLanes } from './keyed-lanes.ts';
import type { EventHub } from './notices/event-hub.ts';
import type { BacktestQueue } from './backtests/backtest-queue.ts';
import type { KycProvider } from './kyc/kyc-provider.ts';
import type { GttTrading } from './manual/gtt-trading.ts';
import type { ArmedTrading } from './manual/armed-trading.ts';
import type { LiveManualTrading } from './manual/live-manual-trading.ts';
import type { ManualTrading } from './manual/manual-trading.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { History } from './market/history.ts';
import type { ImportPlace } from './market/import/import-files.ts';
import type { WorkerPool } from './backtests/worker-pool.ts';
import type { BrokerAccounts } from './broker-accounts/broker-accounts.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { LogActivity } from './notices/journal.ts';
import type { Notify } from './notices/notify.ts';
import type { AccessTokens } from './credentials/tokens.ts';
import type { Publications } from './publications/publications.ts';
import type { Payments } from './payments/payments.ts';
import type { SandboxProvider } from './payments/sandbox-provider.ts';
import type { Scans } from './scanner/scans.ts';
import type { Sealer } from './secrets/sealer.ts';
import type { StrategyStarts } from './broker-accounts/strategy-starts.ts';
import type { MarketRuns } from './trading/market-runs.ts';
import type { StrategyCards } from './trading/strategy-cards.ts';
import type { WatchedPrices } from './trading/watched-prices.ts';

/** Parts that the composition root gives to the modules. */
export interface BackendParts {
  /** Users that this process serves. */
  readonly users: OwnUsers;
  readonly logger: Logger;
  readonly database: Database;
  /** Write that gives up the disk reserve when the disk is full. For what stops trading. */
  readonly writeForSure: Database['write'];
  readonly clock: Clock;
  /** Whether many people use this backend: what all of them share is its operator's to change. */
  readonly isShared: boolean;
  readonly hub: EventHub;
  /** Where files of people are read and kept. */
  readonly imports: ImportPlace<WorkerPool>;
  /** Prices that people fetch from their brokers. */
  readonly historyFetches: HistoryFetches;
  readonly scans: Scans;
  readonly recorder: MarketRecorder;
  /** Whatever changes the history of a user takes its turn here. */
  readonly historyLanes: KeyedLanes<number>;
  readonly history: History;
  readonly marketRuns: MarketRuns;
  readonly watchedPrices: WatchedPrices;
  readonly brokerAccounts: BrokerAccounts;
  /** Addresses that orders to brokers leave from; null where it does not matter. */
  readonly ordersLeaveFrom: readonly string[] | null;
  readonly starts: StrategyStarts;
  readonly backtestQueue: BacktestQueue;
  readonly basketTrading: BasketTrading;
  readonly manualTrading: ManualTrading;
  readonly liveByHand: LiveManualTrading;
  readonly armedTrading: ArmedTrading;
  readonly gttTrading: GttTrading;
  readonly publications: Publications;
  readonly cards: StrategyCards;
  readonly accessTokens: AccessTokens;
  readonly sealer: Sealer;
  readonly mail: MailQueue;
  readonly kycProvider: KycProvider;
  readonly attachments: AttachmentStore;
  readonly ledger: Ledger;
  readonly purchases: Purchases;
  readonly subscriptions: Subscriptions;
  readonly payments: Payments;
  /** The built-in payment provider; null with a real one. */
  readonly paymentSandbox: SandboxProvider | null;
  readonly alertRules: AlertRules;
  readonly outsideChannels: OutsideChannels;
  readonly deliveries: Deliveries;
  readonly notify: Notify;
  readonly logActivity: LogActivity;
  readonly endSession: (sessionId: number) => void;
}
