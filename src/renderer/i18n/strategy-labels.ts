import type { Mode, Source } from '../../shared/contract/fields.ts';
import type { Order } from '../../shared/contract/positions.ts';
import type { OrderState } from '../../shared/order-states.ts';
import type { RISKS, StrategySummary } from '../../shared/contract/strategy-card.ts';
import { formatRupees } from '../../shared/money.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { Segment } from '../../shared/strategy-segments.ts';
import { BROKER_ID, type StrategyStatus } from '../../shared/strategy-status.ts';
import { t, labels } from './translate.ts';

/** Words for the values that travel on the wire. The types make a missing one fail to compile. */
export const STATUS_LABELS: Readonly<Record<StrategyStatus, string>> = labels({
  1: 'Running',
  2: 'Stopped',
  3: 'Disabled',
  4: 'Needs attention',
});
export const STATUS_TONES = { 1: 'good', 2: 'neutral', 3: 'neutral', 4: 'warning' } as const;

export const TIMEFRAME_LABELS: Readonly<Record<Timeframe, string>> = labels({
  '1m': '1 minute',
  '3m': '3 minutes',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '1d': 'Daily',
});

export const RISK_LABELS: Readonly<Record<(typeof RISKS)[number], string>> = labels({
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
});

export const SEGMENT_LABELS: Readonly<Record<Segment, string>> = labels({
  equity: 'Shares',
  index: 'Index',
  options: 'Options',
  futures: 'Futures',
});

export const SOURCE_LABELS: Readonly<Record<Source, string>> = labels({
  simulated: 'simulated market',
  replay: 'replayed history',
  broker: 'broker',
});

/** The same, as a name in the frame of the window. */
export const FEED_NAMES: Readonly<Record<Source, string>> = labels({
  simulated: 'Simulated',
  replay: 'Replay',
  broker: 'Broker feed',
});

/** Where something was traded, in a sentence. */
export const TRADED_AT: Readonly<Record<Source, string>> = labels({
  simulated: 'on the simulated market',
  replay: 'on replayed history',
  broker: 'at the broker',
});

/** Name of the whole result of a strategy: it begins anew when the strategy goes live. */
export const sinceText = (mode: Mode): string => (mode === 'live' ? t('Since live') : t('Since start'));

/** Explanation of that result, for where its name is pointed at. */
export const sinceHint = (mode: Mode): string =>
  mode === 'live' ? t('Since live, open P&L included') : t('Since start, open P&L included');

/** The broker of a strategy: names of firms stay as they are. */
export const brokerText = ({ brokerId, brokerName }: { brokerId: number; brokerName: string }): string =>
  brokerId === BROKER_ID.paper ? t('Paper') : brokerName;

/** The exchange's id for a strategy's real orders; null on paper. */
export const algoIdText = ({ mode }: { mode: Mode }): string | null =>
  mode === 'live' ? t('Algo ID: generic') : null;

/** The fee of a copy, or that it is paid. Null where nothing is asked. */
export const feeText = ({ fee }: Pick<StrategySummary, 'fee'>): string | null => {
  if (fee === null) return null;
  return fee.isPaid
    ? t('Fee paid')
    : t('Fee of {{amount}} and GST, once', { amount: formatRupees(fee.price) });
};

/** The side of an order; what is held is long or short, as `ui/trades-table.tsx` says. */
export const SIDE_LABELS = labels({ buy: 'Buy', sell: 'Sell' });

export const ORDER_STATE_LABELS: Readonly<Record<OrderState, string>> = labels(
  {
    intended: 'Created',
    submitted: 'Sent',
    unknown: 'Unknown',
    accepted: 'Accepted',
    waiting: 'Trigger pending',
    triggered: 'Triggered',
    open: 'Open',
    'partially-filled': 'Partly filled',
    filled: 'Complete',
    cancelled: 'Cancelled',
    rejected: 'Rejected',
    expired: 'Expired',
    denied: 'Denied',
    withdrawn: 'Withdrawn',
    'written-off': 'Written off',
  },
  { context: 'order-state' },
);
export const ORDER_STATE_TONES = {
  intended: 'neutral',
  submitted: 'neutral',
  unknown: 'warning',
  accepted: 'neutral',
  waiting: 'neutral',
  triggered: 'neutral',
  open: 'neutral',
  'partially-filled': 'neutral',
  filled: 'good',
  cancelled: 'neutral',
  rejected: 'bad',
  expired: 'neutral',
  denied: 'warning',
  withdrawn: 'neutral',
  'written-off': 'warning',
} as const satisfies Record<OrderState, string>;

/** Purpose of an order. */
export const ORDER_PURPOSE_LABELS: Readonly<Record<Order['purpose'], string>> = labels(
  {
    entry: 'entry',
    exit: 'exit',
    'stop-loss': 'stop-loss',
    target: 'target',
    'square-off': 'square-off',
    settlement: 'settlement',
  },
  { context: 'order-purpose' },
);

const BROKER_STATE_LABELS: Readonly<Record<string, string>> = labels(
  {
    pending: 'On its way',
    open: 'Open',
    waiting: 'Waits for its trigger',
    filled: 'Complete',
    cancelled: 'Cancelled',
    rejected: 'Rejected',
  },
  { context: 'order-state' },
);
/** The state of an order in a broker's book; one that is not known here stands as the broker says it. */
export const brokerStateText = (state: string): string => BROKER_STATE_LABELS[state] ?? state;

/** Positions that a stop leaves open: `2 positions stay open with their stop-loss and target.` */
const remainingText = (count: number): string =>
  count === 0
    ? t('No position is open.')
    : t('{{count}} positions stay open with stop-loss and target in place.', { count });

/** Sentence about a strategy that was just stopped. */
export const stoppedText = (name: string, openPositions: number): string =>
  `${t('{{name}} is stopped.', { name })} ${remainingText(openPositions)}`;
