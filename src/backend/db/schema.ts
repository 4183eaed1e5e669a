import type { Generated, Insertable, Selectable } from 'kysely';
import type { DeliveryState, OutsideChannel, Repeat, RuleState } from '../../shared/alert-delivery.ts';
import type { Language } from '../../shared/languages.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { AdvisedRisk } from '../../shared/contract/advisors.ts';
import type { RebalanceRule, SipFrequency, SipRunState, SipStatus } from '../../shared/basket-rules.ts';
import type { RunKind, RunState } from '../../shared/contract/backtests.ts';
import type { Mode, Source } from '../../shared/contract/fields.ts';
import type { FetchState, StoredTimeframe } from '../../shared/contract/market.ts';
import type { PlanKind, SUBSCRIPTION_STATES } from '../../shared/contract/subscription.ts';
import type { ContractKind, TradebookBroker } from '../../shared/contract/tradebook.ts';
import type { TICKET_CATEGORIES, TICKET_STATES } from '../../shared/contract/tickets.ts';
import type { PAYMENT_STATES, TransferKind, WITHDRAWAL_STATES } from '../../shared/contract/wallet.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import type { ChargeItem } from '../../engine/charges/charges.ts';
import type { PendingRequest } from '../../engine/trading/order.ts';
import type { DifferenceKind, DifferenceResolution } from '../../shared/account-difference.ts';
import type { GttState } from '../../shared/gtt-states.ts';
import type { OrderPurpose, OrderSlot, OrderState } from '../../shared/order-states.ts';
import type { ProtectionState } from '../../shared/protection-state.ts';
import type { PublicationState } from '../../shared/publication-states.ts';
import type { BrokerProduct } from './broker-products.ts';
import type { AccountKind } from './account-kinds.ts';
import type { Segment } from '../../shared/strategy-segments.ts';
import type { StrategyStatus } from '../../shared/strategy-status.ts';

/** Tables as Kysely sees them. Times are epoch ms, money is paise, flags are 0 or 1, `*_json` is JSON text. */
export interface Schema {
  meta: { key: string; value: string };
  /**
   * Leases of the processes of a house: where the owner answers, and the last minute that the simulated market of its
   * users has closed. `until` and `market_at` by the database's clock.
   */
  shards: {
    id: number;
    owner: string;
    epoch: number;
    until: number;
    address: Generated<string>;
    market_time: number | null;
    market_at: number | null;
  };
  attachment_files: { name: string; bytes: Uint8Array };
  commit_marks: { place: string; number: number; changed: string; at: number };
  users: UsersTable;
  sessions: {
    id: Generated<number>;
    user_id: number;
    created_at: number;
    last_used_at: number;
    revoked_at: number | null;
    /** Name of the client that opened it. */
    device: string;
    address: string;
    /** When its person last gave the password or a code; null before. */
    proven_at: number | null;
  };
  refresh_tokens: {
    /** SHA-256 of the token. */
    hash: string;
    session_id: number;
    created_at: number;
    expires_at: number;
    spent_at: number | null;
    /** The token pair that replaced it, for the retry window. It is sealed under the spent token itself. */
    successor_sealed: string | null;
  };
  script_keys: ScriptKeysTable;
  /** Calls made with keys of scripts; `result` is `ok` or the code of the failure. */
  key_uses: {
    id: Generated<number>;
    user_id: number;
    key_id: number;
    call: string;
    at: number;
    result: string;
    address: string;
  };
  proposals: ProposalsTable;
  /** Tries of passwords and codes, by whose they are; `ends_at`: from then on the row says nothing. */
  tries: { subject: string; count: number; last_at: number; locked_until: number; ends_at: number };
  recovery_codes: { user_id: number; hash: string; used_at: number | null };
  strategies: StrategiesTable;
  /** Progress of strategies with legs, one row for each run. */
  structures: {
    id: Generated<number>;
    user_id: number;
    strategy_id: number;
    source: Source;
    run_id: number;
    progress_json: string;
    updated_at: number;
  };
  follows: { user_id: number; strategy_id: number; created_at: number };
  publications: PublicationsTable;
  /** Who has paid the fee of a publication, once; `share` is what its author got of it. Paise. */
  licences: {
    id: Generated<number>;
    publication_id: number;
    user_id: number;
    purchase_id: number;
    fee: number;
    share: number;
    at: number;
  };
  /** Append-only: what others clone and follow never changes. */
  strategy_versions: StrategyVersionsTable;
  orders: OrdersTable;
  order_events: OrderEventsTable;
  exit_intents: ExitIntentsTable;
  account_differences: AccountDifferencesTable;
  fills: { id: Generated<number>; order_id: number; quantity: number; price: number; at: number };
  positions: PositionsTable;
  trades: TradesTable;
  strategy_results: StrategyResultsTable;
  result_days: ResultDaysTable;
  alerts: AlertsTable;
  logs: LogsTable;
  alert_rules: AlertRulesTable;
  alert_firings: AlertFiringsTable;
  alert_deliveries: AlertDeliveriesTable;
  alert_channels: AlertChannelsTable;
  /** Wishes for alerts that leave the computer: null hours are none. */
  alert_settings: {
    user_id: number;
    hides_amounts: number;
    quiet_from: string | null;
    quiet_to: string | null;
  };
  feeds: FeedsTable;
  candle_chunks: CandleChunksTable;
  history_fetches: HistoryFetchesTable;
  fetched_months: FetchedMonthsTable;
  corporate_actions: CorporateActionsTable;
  symbol_changes: SymbolChangesTable;
  /** Days of shares in indices, by the lists of a user. */
  index_members: {
    user_id: number;
    index_name: string;
    symbol: string;
    /** `YYYY-MM-DD`, as the last one; null while it lasts. */
    from_day: string;
    to_day: string | null;
  };
  carried_actions: CarriedActionsTable;
  /** Lists of instruments that a user looks at; `place` counts from 0, as that of their entries. */
  watchlists: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** The name as it is compared: a user has one of a name. */
    name_key: string;
    place: number;
    created_at: number;
  };
  watchlist_entries: {
    id: Generated<number>;
    watchlist_id: number;
    place: number;
    /** Null of a heading. */
    symbol: string | null;
    /** Null of a symbol. */
    heading: string | null;
  };
  /** Entry rules that a user has kept to scan with. */
  saved_scans: {
    id: Generated<number>;
    user_id: number;
    name: string;
    /** The name as it is compared: a user has one of a name. */
    name_key: string;
    document_json: string;
    created_at: number;
  };
  /** Orders by hand that wait at the broker over days (GTT). */
  gtt_orders: {
    id: Generated<number>;
    user_id: number;
    /** The account that it waits in, as it is shown. */
    account: string;
    /** Drawn by the window: one mark, one order. */
    mark: string;
    symbol: string;
    side: 'buy' | 'sell';
    quantity: number;
    /** Paise. */
    trigger_price: number;
    price: number;
    instrument_json: string;
    state: GttState;
    reason: string;
    /** Why it is to be cancelled; null while it is not. */
    end_wanted: string | null;
    /** The broker's number; null while it is not known. */
    broker_rule_id: string | null;
    /** Its terms as they were ordered. Its owner may have changed it in the app of the broker since. */
    asked_json: string;
    /** Numbers of the rules in this share that were there before it. */
    before_json: string;
    placed_at: number;
    expires_at: number;
    updated_at: number;
  };
  /** Names that a user marks trades with. */
  journal_labels: {
    id: Generated<number>;
    user_id: number;
    kind: 'tag' | 'mistake';
    name: string;
    /** The name as it is compared: a user has one of a kind and name. */
    name_key: string;
  };
  trade_notes: { trade_id: number; user_id: number; note: string; updated_at: number };
  trade_pictures: { trade_id: number; user_id: number; bytes: Uint8Array; size: number };
  trade_labels: { trade_id: number; label_id: number; user_id: number };
  contracts: ContractsTable;
  /** Lists of contracts that were read to their end. */
  contract_lists: {
    owner_id: number;
    source: ContractSource;
    day: string;
    /** Rows of `contracts` that came with it. */
    contracts: number;
    /** Rows of it that could not be read. */
    left_out: number;
  };
  /** Daily candles of contracts. A row has a month of all of an underlying and expiry. */
  contract_chunks: {
    owner_id: number;
    /** As in `NIFTY 2026-12-29`, or `BSE:SENSEX 2026-12-31`. */
    series: string;
    /** `YYYY-MM` in India. */
    month: string;
    bars: number;
    columns: Uint8Array;
  };
  /** Minutes of contracts. A row has a day of all of an underlying and expiry. */
  contract_minutes: {
    owner_id: number;
    /** As in `contract_chunks`. */
    series: string;
    /** `YYYY-MM-DD` in India. */
    day: string;
    /** Imported from files, or recorded from the owner's live feed. */
    source: ContractMinuteSource;
    bars: number;
    /** Of each contract's bars one after the other. */
    prices: Uint8Array;
    /** Bid, ask, volume and open interest. */
    extras: Uint8Array;
    /** 1 where a bar has bid and ask. */
    has_quotes: number;
  };
  /** Option chains that people record from their live prices. */
  recordings: RecordingRow;
  /** State from which each simulated day with minute history grows; its minutes are computed, not stored. */
  simulated_days: { day: string; state_json: string };
  /** `user_id` is null for the house's. Only `src/backend/ledger` writes a balance. */
  ledger_accounts: {
    id: Generated<number>;
    user_id: number | null;
    kind: AccountKind;
    balance: number;
    /** Last day (`YYYY-MM-DD`) on which it sent money to somebody. `sent` is how much on that day. */
    sent_on: Generated<string>;
    sent: Generated<number>;
  };
  ledger_transfers: LedgerTransfersTable;
  ledger_entries: LedgerEntriesTable;
  payment_intents: PaymentIntentsTable;
  provider_events: {
    id: string;
    reference: string;
    outcome: string;
    amount: number;
    effect: string;
    at: number;
  };
  withdrawals: WithdrawalsTable;
  subscriptions: SubscriptionsTable;
  purchases: PurchasesTable;
  invoices: {
    number: string;
    user_id: number;
    year: string;
    sequence: number;
    purchase_id: number;
    invoice_json: string;
    at: number;
  };
  /** The last number of a financial year; the next is taken by adding one here. */
  invoice_counters: {
    year: string;
    last: number;
  };
  rewards: {
    id: Generated<number>;
    user_id: number;
    from_user_id: number;
    purchase_id: number;
    level: number;
    percent: number;
    /** Payment, net of GST. */
    paid: number;
    amount: number;
    transfer_id: number;
    at: number;
  };
  /** Sums over the people of somebody's team at a level: written with what they sum, down to the deepest that is kept. */
  team_levels: {
    user_id: number;
    level: number;
    members: Generated<number>;
    active: Generated<number>;
    /** Their payments, net of GST. */
    volume: Generated<number>;
    /** Rewards of that for the owner of the team. */
    rewards: Generated<number>;
  };
  personal_details: {
    user_id: number;
    dob: string | null;
    address: string;
    city: string;
    state_code: string;
    pin_code: string;
  };
  identities: {
    user_id: number;
    aadhaar_last4: string | null;
    aadhaar_at: number | null;
    aadhaar_fingerprint: string | null;
    pan_sealed: string | null;
    pan_masked: string | null;
    pan_at: number | null;
    pan_fingerprint: string | null;
  };
  bank_accounts: {
    user_id: number;
    number_sealed: string;
    last4: string;
    ifsc: string;
    holder: string;
    changed_at: number;
    held_until: number | null;
  };
  second_factors: { user_id: number; secret_sealed: string; is_on: number; last_step: number };
  documents: {
    id: Generated<number>;
    user_id: number;
    kind: string;
    reference_masked: string;
    reference_sealed: string;
    status: string;
    at: number;
  };
  aadhaar_requests: {
    id: string;
    user_id: number;
    last4: string;
    fingerprint: string;
    tries: number;
    state: 'sent' | 'verified' | 'spent';
    created_at: number;
    expires_at: number;
  };
  password_resets: {
    id: Generated<number>;
    name: string;
    /** Null when nobody has the name. */
    user_id: number | null;
    code_fingerprint: string;
    tries: number;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  tickets: TicketsTable;
  ticket_messages: {
    id: Generated<number>;
    ticket_id: number;
    user_id: number | null;
    author: string;
    body: string;
    at: number;
    /** When the user was told of what support wrote, epoch ms; null before that, and of their own messages. */
    told_at: number | null;
  };
  attachments: {
    id: Generated<number>;
    message_id: number;
    name: string;
    type: string;
    bytes: number;
    file: string;
  };
  broker_accounts: BrokerAccountsTable;
  risk_guards: { user_id: number; max_loss_per_day: number | null; max_trades_per_day: number | null };
  live_locks: LiveLocksTable;
  broker_instruments: {
    broker_id: number;
    exchange: string;
    token: string;
    trading_symbol: string;
    name: string;
    kind: 'equity' | 'index' | 'future';
    expiry: string | null;
    lot_size: number;
    tick_size: number;
    listed_on: string;
  };
  advisors: { id: Generated<number>; name: string; bio: string; registration: string; is_example: number };
  advisor_plans: { plan_id: string; advisor_id: number; name: string; summary: string; place: number };
  advisor_plan_strategies: { plan_id: string; strategy_id: number };
  risk_profiles: RiskProfilesTable;
  questionnaire_drafts: { user_id: number; version: number; answers_json: string; saved_at: number };
  suitability_acknowledgements: {
    id: Generated<number>;
    user_id: number;
    plan_id: string;
    subscription_id: number;
    profile_id: number;
    text: string;
    at: number;
  };
  tradebook_files: TradebookFilesTable;
  tradebook_fills: TradebookFillsTable;
  basket_definitions: BasketDefinitionsTable;
  basket_constituents: {
    definition_id: number;
    symbol: string;
    /** Hundredths of a percent; those of a definition come to 10,000. */
    weight: number;
    place: number;
  };
  basket_holdings: BasketHoldingsTable;
  basket_flows: {
    id: Generated<number>;
    holding_id: number;
    kind: 'open' | 'add' | 'sip' | 'close';
    /** Into the basket above zero. */
    amount: number;
    /** Market time. */
    at: number;
  };
  basket_previews: BasketPreviewsTable;
  basket_sips: {
    holding_id: number;
    status: SipStatus;
    amount: number;
    frequency: SipFrequency;
    day: number;
    /** Null unless it is on. */
    next_due: string | null;
  };
  basket_sip_runs: {
    id: Generated<number>;
    holding_id: number;
    due_day: string;
    amount: number;
    /** Preview of the purchase made with it; null when nothing could be. */
    preview_id: number | null;
    state: SipRunState;
    message: string;
    at: number;
  };
  alert_preferences: { user_id: number; category: number; is_wanted: number };
  /** Credits spent in a month in India (`YYYY-MM`); `quotaOf` says what is left. */
  backtest_credits: {
    user_id: number;
    month: string;
    spent: number;
  };
  backtest_runs: BacktestRunsTable;
  backtest_trades: BacktestTradesTable;
  idempotency: {
    user_id: number;
    key: string;
    call: string;
    payload_hash: string;
    /** Null while the first try is still under way. */
    answer_json: string | null;
    created_at: number;
  };
}

interface LedgerTransfersTable {
  id: Generated<number>;
  user_id: number;
  /** The client's key, or what the house derived it from; unique for the user, for ever. */
  key: string;
  kind: TransferKind;
  reference: string;
  note: string;
  at: number;
}

interface LedgerEntriesTable {
  id: Generated<number>;
  transfer_id: number;
  account_id: number;
  kind: TransferKind;
  amount: number;
  /** Of the account, after it. */
  balance: number;
  counterparty_id: number | null;
  at: number;
}

interface PaymentIntentsTable {
  id: Generated<number>;
  user_id: number;
  reference: string;
  amount: number;
  upi_id: string;
  state: (typeof PAYMENT_STATES)[number];
  message: string;
  deep_link: string;
  payee_json: string;
  is_sandbox: number;
  created_at: number;
  expires_at: number;
  settled_at: number | null;
}
export type PaymentIntentRow = Selectable<PaymentIntentsTable>;

interface WithdrawalsTable {
  id: Generated<number>;
  user_id: number;
  reference: string;
  amount: number;
  state: (typeof WITHDRAWAL_STATES)[number];
  account_last4: string;
  account_sealed: string;
  ifsc: string;
  message: string;
  is_sandbox: number;
  created_at: number;
  settled_at: number | null;
}
export type WithdrawalRow = Selectable<WithdrawalsTable>;

interface SubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  plan_id: string;
  kind: PlanKind;
  name: string;
  price: number;
  gst: number;
  days: number;
  state: (typeof SUBSCRIPTION_STATES)[number];
  started_at: number;
  paid_until: number;
  grace_until: number | null;
  warned_at: number | null;
  is_renewing: number;
  message: string;
}
export type SubscriptionRow = Selectable<SubscriptionsTable>;

interface PurchasesTable {
  id: Generated<number>;
  user_id: number;
  kind: 'activation' | 'trade' | 'backtest' | 'advisor' | 'author' | 'top-up';
  item_id: string;
  text: string;
  taxable: number;
  gst: number;
  /** Means of payment. `credit` was bought with a top-up and taxed then, so no GST comes on top. */
  paid_with: 'wallet' | 'credit';
  state: 'paid' | 'failed' | 'refunded';
  message: string;
  reference: string;
  subscription_id: number | null;
  period_start: number | null;
  at: number;
}
export type PurchaseRow = Selectable<PurchasesTable>;

interface TicketsTable {
  id: Generated<number>;
  user_id: number;
  subject: string;
  category: (typeof TICKET_CATEGORIES)[number];
  state: (typeof TICKET_STATES)[number];
  strategy_id: number | null;
  order_id: number | null;
  opened_at: number;
  updated_at: number;
}
export type TicketRow = Selectable<TicketsTable>;

interface UsersTable {
  id: Generated<number>;
  full_name: string;
  email: string;
  phone: string;
  password_hash: string;
  referral_code: string;
  referrer_id: number | null;
  role: string;
  ability_json: string | null;
  /** 1 for the authors whose strategies ship with the program. */
  is_house: number;
  bio: string;
  /**
   * PaRRVA reference of a past return, as its author gives it. A verification agency has confirmed the return; null for
   * none.
   */
  parrva_reference: Generated<string | null>;
  designation_level: number;
  is_active: number;
  is_trade_active: number;
  is_robo_active: number;
  /** Active members of the team: brought in directly, and at any depth. */
  active_direct: Generated<number>;
  active_team: Generated<number>;
  created_at: number;
}

interface PublicationsTable {
  id: Generated<number>;
  author_id: number;
  /** The strategy of the author's own whose rules were handed in last. */
  draft_id: number;
  name: string;
  summary: string;
  state: PublicationState;
  /** Counts what was handed in: a review of an earlier one decides nothing. */
  submission: number;
  /** Rules in review, as they were when they were submitted; null when nothing is. */
  submitted_json: string | null;
  submitted_at: number | null;
  /** Checks of the last review; empty before the first. */
  checks_json: string;
  current_version_id: number | null;
  created_at: number;
  /** Paise before GST that a copy costs, once; 0 for nothing. */
  fee: Generated<number>;
}
export type PublicationRow = Selectable<PublicationsTable>;

interface StrategyVersionsTable {
  id: Generated<number>;
  publication_id: number;
  /** From 1. */
  number: number;
  /** The strategy that trades these rules and no others. */
  strategy_id: number;
  document_json: string;
  /** The author's note about the changes. */
  note: string;
  /** Of the backtest of its review. */
  figures_json: string;
  published_at: number;
}
export type StrategyVersionRow = Selectable<StrategyVersionsTable>;

export type StrategyKind = 'rules' | 'basket' | 'manual';

interface StrategiesTable {
  id: Generated<number>;
  owner_id: number;
  parent_id: number | null;
  name: string;
  summary: string;
  document_json: string;
  mode: Mode;
  status: StrategyStatus;
  segment: Segment;
  timeframe: string;
  risk: 'low' | 'medium' | 'high';
  minimum_capital: number;
  capital: number;
  quantity: number | null;
  risk_percent: number | null;
  max_loss_per_day: number | null;
  max_trades_per_day: number;
  square_off_time: string;
  product: 'intraday' | 'delivery';
  slippage_bp: number;
  stop_loss_json: string | null;
  target_json: string | null;
  trailing_json: string | null;
  is_public: number;
  broker_id: number;
  attention: string | null;
  /**
   * Whether it follows rules, or is an account without any: that of a held basket, or of what its owner trades by hand.
   */
  kind: Generated<StrategyKind>;
  /** Status to return to when nothing needs attention any more. */
  status_before: StrategyStatus | null;
  /** The subscription to an advisor plan that it belongs to. */
  managed_by: Generated<number | null>;
  /** 1: its owner is not told of its fills. */
  is_muted: Generated<number>;
  created_at: number;
  removed_at: number | null;
}
export type StrategyRow = Selectable<StrategiesTable>;
export type NewStrategy = Insertable<StrategiesTable>;

interface OrdersTable {
  id: Generated<number>;
  user_id: number;
  strategy_id: number;
  position_id: number | null;
  symbol: string;
  mode: Mode;
  source: Source;
  run_id: number;
  broker_id: number;
  side: 'buy' | 'sell';
  slot: OrderSlot;
  purpose: OrderPurpose;
  quantity: number;
  filled_quantity: number;
  /** Σ(quantity × price) of its fills. */
  filled_value: number;
  state: OrderState;
  /** Request of it at the broker that is not answered yet. */
  pending: PendingRequest;
  /**
   * Most that it may have at the broker by an unknown change. It is not known whether that change happened; null when
   * there is none.
   */
  asked_quantity: number | null;
  /** The dearest limit that it may have at the broker likewise, paise. */
  asked_price: Generated<number | null>;
  /** Why it is to be taken back, whatever else happens; null while it is not. It holds until the order has ended. */
  end_wanted: Generated<string | null>;
  reason: string;
  /** One attempt, one order: what it is an attempt at, and its number. */
  intent_key: string;
  /** The exit that it is an attempt at; null of entries, stops and paper. */
  exit_intent_id: number | null;
  /** ATR in paise at the signal, for distances that ask for one. Null in a distance means none. */
  atr_json: string | null;
  placed_at: number;
  updated_at: number;
  /** Ours, on every order that is sent to a real broker; null on paper. */
  tag: string | null;
  broker_order_id: string | null;
  /** The `BrokerInstrument` it was sent for. */
  instrument_json: string | null;
  broker_product: BrokerProduct | null;
  price: number | null;
  trigger_price: number | null;
  /** Price at which the order was decided, paise; null on orders from before it was kept. */
  decision_price: number | null;
  /** Place of its leg in the document; null of what has no legs. */
  leg: Generated<number | null>;
  /** Day of entry of its structure, `YYYY-MM-DD`; null of what is no leg. */
  structure_day: Generated<string | null>;
  /** Wall time of the sending. */
  sent_at: number | null;
  /** `ManualTerms` of an order placed by hand, else null. */
  manual_json: Generated<string | null>;
}
export type OrderRow = Selectable<OrdersTable>;

interface OrderEventsTable {
  id: Generated<number>;
  order_id: number;
  /** `intend`, or an event of `src/engine/trading/order.ts`; empty in orders that are older than that table. */
  event: string;
  /** The state that it led to. */
  state: OrderState;
  at: number;
  reason: string;
  /** The broker's raw words. */
  said: string;
  /** The figures of the order that it changed, as JSON; empty when it changed none. */
  change_json: string;
}

interface ExitIntentsTable {
  id: Generated<number>;
  position_id: number;
  quantity: number | null;
  filled: Generated<number>;
  purpose: OrderRow['purpose'];
  reason: string;
  decision_price: number | null;
  intent_key: string;
  status: 'open' | 'fulfilled' | 'withdrawn';
  attempts: Generated<number>;
  /** Not tried again before; epoch ms. */
  next_at: number;
  decided_at: number;
}
export type ExitIntentRow = Selectable<ExitIntentsTable>;

interface AccountDifferencesTable {
  id: Generated<number>;
  user_id: number;
  run_id: number;
  kind: DifferenceKind;
  contract_key: string;
  symbol: string;
  ours: number;
  theirs: number;
  evidence_json: string;
  status: 'open' | 'resolved' | 'gone';
  resolution: DifferenceResolution | null;
  found_at: number;
  ended_at: number | null;
}
export type AccountDifferenceRow = Selectable<AccountDifferencesTable>;

interface PositionsTable {
  id: Generated<number>;
  user_id: number;
  strategy_id: number;
  symbol: string;
  mode: Mode;
  source: Source;
  run_id: number;
  side: 'long' | 'short';
  product: 'intraday' | 'delivery';
  status: 'open' | 'closed';
  /** Still held; never negative. */
  quantity: number;
  entry_quantity: number;
  /** Σ(quantity × price) of its entry fills. */
  entry_value: number;
  exit_value: number;
  /** Itemised charges of its orders so far, in ten-thousandths of a paisa. */
  charges_json: string;
  /** The entry's share of them; null on positions from before it was kept. */
  entry_charges_json: string | null;
  /** Engine protection state: stop, target and trailing levels. */
  protection_json: string;
  stop_loss: number | null;
  target: number | null;
  entry_reason: string;
  opened_at: number;
  closed_at: number | null;
  /** The `BrokerInstrument` it is held in; null on paper. */
  instrument_json: string | null;
  /** Why the broker refused to let its stop-loss rest; null otherwise. */
  protection_problem: string | null;
  /** Protection of it; null on paper, where levels always hold. */
  protection_state: ProtectionState | null;
  protection_why: string | null;
  protection_since: number | null;
  /** Place of its leg in the document; null of what has no legs. */
  leg: Generated<number | null>;
  /** Day of entry of its structure; null of what is no leg. */
  structure_day: Generated<string | null>;
}
export type PositionRow = Selectable<PositionsTable>;

interface TradesTable {
  id: Generated<number>;
  user_id: number;
  strategy_id: number;
  position_id: number | null;
  symbol: string;
  mode: Mode;
  source: Source;
  run_id: number;
  side: 'long' | 'short';
  product: 'intraday' | 'delivery';
  quantity: number;
  /** Quantity in shares of today; null when the share was not split while more of the position was held. */
  quantity_after_split: Generated<number | null>;
  entry_at: number;
  entry_price: number;
  entry_reason: string;
  exit_at: number;
  exit_price: number;
  exit_reason: string;
  gross: number;
  charges: number;
  charge_items_json: string;
  net: number;
  /** Day of entry of its structure; null of what is no leg. */
  structure_day: Generated<string | null>;
}
export type TradeRow = Selectable<TradesTable>;
export type NewTrade = Insertable<TradesTable>;

/** Totals of a strategy's trades on one run: a `ResultFold`, written with each trade. */
export interface StrategyResultsTable {
  strategy_id: number;
  mode: Mode;
  source: Source;
  run_id: number;
  trades: number;
  /** Trades, the legs of a structure counted as one. */
  results: number;
  gross: number;
  charges: number;
  net: number;
  wins: number;
  won: number;
  losses: number;
  lost: number;
  peak: number;
  losing_streak: number;
  longest_losing_streak: number;
  day_net: number;
  worst_day_before: number;
  first_entry_at: number;
  last_exit_at: number;
  falls_json: string;
  /** A `LatestStructure`; null when the newest trade is no leg. */
  latest_json: string | null;
}

/** Totals of a strategy's trades that closed on one day. Charges are by item, in ten-thousandths of a paisa. */
export interface ResultDaysTable extends Record<ChargeItem, number> {
  strategy_id: number;
  mode: Mode;
  source: Source;
  run_id: number;
  day: string;
  user_id: number;
  trades: number;
  gross: number;
  charges: number;
  net: number;
}

interface BrokerAccountsTable {
  id: Generated<number>;
  user_id: number;
  broker_id: number;
  client_code_masked: string;
  credentials_sealed: string;
  /** Tokens of the session; null when there is none. */
  session_sealed: string | null;
  session_until: number | null;
  linked_at: number;
  last_error: string | null;
  registered_address: string | null;
  /** Day on which its owner was last reminded of the login, `YYYY-MM-DD`. */
  reminded_on: string | null;
}
export type BrokerAccountRow = Selectable<BrokerAccountsTable>;

interface LiveLocksTable {
  user_id: number;
  kind: 'kill-switch' | 'daily-loss';
  reason: string;
  locked_at: number;
  locked_until: number;
}
export type LiveLockRow = Selectable<LiveLocksTable>;

interface RiskProfilesTable {
  id: Generated<number>;
  user_id: number;
  /** Of the questionnaire that was answered. */
  version: number;
  answers_json: string;
  /** 0 to 100. */
  score: number;
  band: AdvisedRisk;
  at: number;
}
export type RiskProfileRow = Selectable<RiskProfilesTable>;

interface TradebookFilesTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  broker: TradebookBroker;
  rows_read: number;
  rows_kept: number;
  rows_repeated: number;
  rows_refused: number;
  imported_at: number;
}
export type TradebookFileRow = Selectable<TradebookFilesTable>;

interface TradebookFillsTable {
  id: Generated<number>;
  user_id: number;
  file_id: number;
  line: number;
  identity: string;
  broker: TradebookBroker;
  symbol: string;
  exchange: string;
  kind: ContractKind;
  side: 'buy' | 'sell';
  quantity: number;
  price: number;
  /** Start of the day where `has_time` is 0. */
  traded_at: number;
  has_time: number;
  order_id: string;
  trade_id: string;
  /** In ten-thousandths of a paisa, as the broker states them; null when its file does not. */
  charges_json: string | null;
}
export type TradebookFillRow = Selectable<TradebookFillsTable>;

interface BasketDefinitionsTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  summary: string;
  rebalance: RebalanceRule;
  is_public: number;
  created_at: number;
}
export type BasketDefinitionRow = Selectable<BasketDefinitionsTable>;

interface BasketHoldingsTable {
  id: Generated<number>;
  user_id: number;
  definition_id: number;
  /** The account it trades on. */
  strategy_id: number;
  mode: Mode;
  source: Source;
  run_id: number;
  /** Market time. */
  opened_at: number;
  /** When it was asked to be sold. */
  closing_at: number | null;
  closed_at: number | null;
  next_rebalance: string | null;
  /** The rebalancing day of which its owner has been told. */
  told_rebalance: string | null;
}
export type BasketHoldingRow = Selectable<BasketHoldingsTable>;

interface BasketPreviewsTable {
  id: Generated<number>;
  user_id: number;
  definition_id: number;
  /** Null until an opening is carried out. */
  holding_id: number | null;
  kind: 'open' | 'add' | 'sip' | 'rebalance';
  mode: Mode;
  run_id: number;
  amount: number;
  orders_json: string;
  /** `placing` from the decision until every order has been handed over: a start takes it up again. */
  state: 'made' | 'placing' | 'done';
  /** The asked-for SIP that it does. */
  sip_run_id: Generated<number | null>;
  /** Why orders of it were not placed: sentences by the key of their step. */
  refusals_json: Generated<string>;
  /** Wall time. */
  made_at: number;
}
export type BasketPreviewRow = Selectable<BasketPreviewsTable>;

interface AlertsTable {
  id: Generated<number>;
  user_id: number;
  category: number;
  title: string;
  body: string;
  link: string;
  is_critical: number;
  /** Wall time. */
  at: number;
  read_at: number | null;
  /** The strategy that it tells of. */
  strategy_id: number | null;
  /** Market time of what it reports, where not wall time. */
  market_at: number | null;
  /** The alert that stands for it in the list. Null where it stands for itself. */
  group_id: number | null;
  /** How many alerts it stands for. */
  group_size: Generated<number>;
}
export type AlertRow = Selectable<AlertsTable>;

/** An alert that a person has made. */
interface AlertRulesTable {
  id: Generated<number>;
  user_id: number;
  mode: Mode;
  /** Null of what is no price of one symbol. */
  symbol: string | null;
  condition_json: string;
  repeat: Repeat;
  timeframe: Timeframe | null;
  /** Last day, `YYYY-MM-DD`. */
  until_day: string | null;
  note: string;
  channels_json: string;
  is_urgent: number;
  language: Language;
  state: RuleState;
  reason: string;
  /** Which way a crossing is waited for; null before the first price beside its level. */
  direction: 'up' | 'down' | null;
  /** Nothing of its market before this moment is looked at, epoch ms. */
  state_at: number;
  /** End of the bar in which it fired last, epoch ms; of what fires in each bar. */
  last_bar: number | null;
  fired: number;
  /** Market time, epoch ms. */
  last_fired_at: number | null;
  created_at: number;
  updated_at: number;
}
export type AlertRuleRow = Selectable<AlertRulesTable>;

/** Firing of a rule, once for each occasion. It outlives its rule. */
interface AlertFiringsTable {
  id: Generated<number>;
  user_id: number;
  rule_id: number;
  mode: Mode;
  occasion: string;
  /** Market time. */
  at: number;
  written_at: number;
  title: string;
  body: string;
}

/** A firing on its way out by one channel. */
interface AlertDeliveriesTable {
  id: Generated<number>;
  user_id: number;
  firing_id: number;
  channel: OutsideChannel;
  state: DeliveryState;
  /** By which the other side knows a repetition. */
  mark: string;
  /** As it is sent: in the language of its owner, and without amounts where they want so. */
  text: string;
  attempts: number;
  /** Attempts of which it is not known whether they arrived. */
  unanswered: number;
  problem: string;
  created_at: number;
  updated_at: number;
}
export type AlertDeliveryRow = Selectable<AlertDeliveriesTable>;

interface AlertChannelsTable {
  id: Generated<number>;
  user_id: number;
  channel: OutsideChannel;
  config_sealed: string;
  /** Without secrets. */
  shown: string;
  problem: string;
  failing_since: number | null;
  updated_at: number;
}

interface LogsTable {
  id: Generated<number>;
  user_id: number;
  kind: 'activity' | 'trading';
  level: 'info' | 'warning' | 'error';
  topic: string;
  text: string;
  strategy_id: number | null;
  at: number;
}

interface FeedsTable {
  /** Also the run id of what was traded on it. */
  id: Generated<number>;
  /** Null for the simulated market, which everybody shares. */
  user_id: number | null;
  source: Source;
  state: 'running' | 'paused' | 'ended' | 'stopped';
  seed: number;
  /** Everything before this market time has been traded through. */
  market_time: number;
  speed: number;
  from_day: string;
  to_day: string;
  symbols_json: string;
  created_at: number;
}
export type FeedRow = Selectable<FeedsTable>;

interface CandleChunksTable {
  /** 0 for the simulated market, else the user who imported it. */
  owner_id: number;
  source: Source;
  symbol: string;
  timeframe: string;
  /** `YYYY-MM` in India. */
  month: string;
  bars: number;
  first_time: number;
  last_time: number;
  has_volume: number;
  columns: Uint8Array;
}
export type CandleChunkRow = Selectable<CandleChunksTable>;

/** Keys by which scripts call in a person's name. */
interface ScriptKeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256 of the secret, which is not stored. */
  hash: string;
  /** The first letters of the secret. */
  hint: string;
  /** With spaces between them. */
  scopes: string;
  /** Ids of strategies that it is limited to; null without such a limit. */
  strategies_json: string | null;
  per_minute: number;
  per_day: number;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
  /** Day in India that `calls_of_day` counts. */
  counted_day: string | null;
  calls_of_day: number;
}
export type ScriptKeyRow = Selectable<ScriptKeysTable>;

/** Calls that scripts have put before their person. */
interface ProposalsTable {
  id: Generated<number>;
  user_id: number;
  key_name: string;
  call: string;
  input_json: string;
  note: string;
  state: 'waiting' | 'accepted' | 'rejected' | 'done' | 'failed';
  outcome: string;
  /** Key of the call when it is made: at most once, however often it is accepted. */
  idempotency_key: string;
  created_at: number;
  expires_at: number;
  decided_at: number | null;
}
export type ProposalRow = Selectable<ProposalsTable>;

/** Prices that a user fetches from their broker, the newest month first. */
interface HistoryFetchesTable {
  id: Generated<number>;
  user_id: number;
  symbol: string;
  timeframe: StoredTimeframe;
  from_day: string;
  to_day: string;
  on_difference: 'keep' | 'replace';
  state: FetchState;
  message: string;
  /** The month that comes next, `YYYY-MM`; null when all are there. */
  next_month: string | null;
  months_done: number;
  bars_kept: number;
  bars_replaced: number;
  bars_set_aside: number;
  months_differing: number;
  created_at: number;
  finished_at: number | null;
}
export type HistoryFetchRow = Selectable<HistoryFetchesTable>;

/** A month as the broker sent it last. */
interface FetchedMonthsTable {
  user_id: number;
  symbol: string;
  timeframe: StoredTimeframe;
  month: string;
  /** Stretch of the month that was asked for, epoch ms; the end is excluded. */
  from_time: number;
  until_time: number;
  fetched_at: number;
  /** Of the candles that were kept of it then. */
  sha256: string;
  /** Candles sent otherwise than they are kept, or not at all. */
  differing: number;
  gone: number;
  examples_json: string;
}
export type FetchedMonthRow = Selectable<FetchedMonthsTable>;
/** A corporate action of a share; one of a kind and day. */
interface CorporateActionsTable {
  user_id: number;
  symbol: string;
  /** Ex-date, `YYYY-MM-DD`. */
  day: string;
  kind: CorporateAction['kind'];
  /** As the exchange words it. */
  purpose: string;
  action_json: string;
}

/** A share that is traded under another symbol from a day on. */
interface SymbolChangesTable {
  user_id: number;
  symbol_before: string;
  /** `YYYY-MM-DD`. */
  day: string;
  symbol_after: string;
}

/** Corporate actions that were applied, each once to each subject. */
interface CarriedActionsTable {
  id: Generated<number>;
  user_id: number;
  run_id: number;
  /** Position, order or plan that was changed, as in `position 7`. */
  subject: string;
  symbol: string;
  /** Ex-date. */
  day: string;
  kind: CorporateAction['kind'];
  purpose: string;
  action_json: string;
  quantity_before: number;
  quantity_after: number;
  /** Cost of the shares, the same before and after; paise. */
  cost: number;
  /** Charges of their entry, in ten-thousandths of a paisa. */
  charges_json: string;
  /** For a left-over part of a share, or for rights; paise. */
  payout: number;
  /** Number of shares that the payout of a left-over part was for. */
  fraction: number;
  /** A later list's word instead, as JSON. Null while none says otherwise. */
  corrected_json: string | null;
  /** Market time. */
  at: number;
}
export type CarriedActionRow = Selectable<CarriedActionsTable>;

export interface RecordingRow {
  user_id: number;
  underlying: string;
  /** On each side of the money. */
  strikes: number;
  created_at: number;
}

/** Origin of minutes of contracts. */
export type ContractMinuteSource = 'file' | 'live';
/** Where a list of contracts comes from: a broker, or files of the exchange. */
export type ContractSource = 'angel-one' | 'file';

/** Facts of a contract from a list on. They hold until the next row of its source; null is what the list does not say. */
interface ContractsTable {
  /** 0 for the house's, else the user who imported it. */
  owner_id: number;
  /** The contract itself; it has one symbol. */
  symbol: string;
  source: ContractSource;
  /** Day of the first list that says so. */
  listed_on: string;
  underlying: string;
  expiry: string;
  kind: 'future' | 'call' | 'put';
  /** Paise; 0 of a future. */
  strike: number;
  lot_size: number | null;
  tick_size: number | null;
  token: string | null;
  /** Last day. A holiday may move it before the expiry. */
  ends_on: string | null;
  /** 0 where a list no longer has it. */
  is_listed: number;
}
export type ContractRow = Selectable<ContractsTable>;

interface BacktestRunsTable {
  id: Generated<number>;
  user_id: number;
  created_at: number;
  kind: RunKind;
  name: string;
  strategy_id: number | null;
  state: RunState;
  message: string;
  source: Source;
  from_day: string;
  to_day: string;
  capital: number;
  instruments_json: string;
  timeframe: string;
  /** Everything needed to run it again to the same result. */
  order_json: string;
  /** Number of starts that were not put back in good order. */
  attempts: number;
  /** Last sign of life by the database's clock; null where one process runs them all. */
  beat_at: number | null;
  /** Percent, written sparingly. */
  progress: number;
  /** Used of the month's; 0 once they are returned. */
  credits: number;
  finished_at: number | null;
  figures_json: string | null;
  assumptions_json: string | null;
  result_json: string | null;
  sweep_json: string | null;
}
export type BacktestRunRow = Selectable<BacktestRunsTable>;

interface BacktestTradesTable {
  run_id: number;
  number: number;
  symbol: string;
  side: 'long' | 'short';
  quantity: number;
  entry_at: number;
  entry_price: number;
  entry_rule: string;
  exit_at: number;
  exit_price: number;
  exit_reason: string;
  exit_rule: string;
  bars_held: number;
  gross: number;
  charges: number;
  /** The same item by item, in ten-thousandths of a paisa. */
  charge_items_json: string;
  net: number;
  /** Net result of this and every earlier trade of the run. */
  running_total: number;
  is_open_at_end: number;
  /** Largest loss while it was open, paise. Null where no whole candle is within it, and of earlier runs. */
  adverse: number | null;
  /** Largest profit, likewise. */
  favourable: number | null;
}
export type BacktestTradeRow = Selectable<BacktestTradesTable>;

export type GttRow = Selectable<Schema['gtt_orders']>;
