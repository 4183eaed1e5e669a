import type { Source } from '../../shared/contract/fields.ts';
import type { ORDER_STATES } from '../../shared/contract/positions.ts';
import type { RISKS, SEGMENTS } from '../../shared/contract/trick-card.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { TrickStatus } from '../../shared/trick-status.ts';

/** Words for the values that travel on the wire. The types make a missing one fail to compile. */
export const STATUS_WORDS: Readonly<Record<TrickStatus, string>> = {
  1: 'Running',
  2: 'Stopped',
  3: 'Disabled',
  4: 'Needs attention',
};
export const STATUS_TONES = { 1: 'good', 2: 'neutral', 3: 'neutral', 4: 'warning' } as const;

export const TIMEFRAME_WORDS: Readonly<Record<Timeframe, string>> = {
  '1m': '1 minute',
  '3m': '3 minutes',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '1d': 'Daily',
};

export const RISK_WORDS: Readonly<Record<(typeof RISKS)[number], string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
};

export const SEGMENT_WORDS: Readonly<Record<(typeof SEGMENTS)[number], string>> = {
  equity: 'Shares',
  index: 'Index',
};

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  simulated: 'simulated market',
  replay: 'replayed history',
  broker: 'broker',
};

/** The same, as a name in the frame of the window. */
export const FEED_NAMES: Readonly<Record<Source, string>> = {
  simulated: 'Simulated',
  replay: 'Replay',
  broker: 'Broker feed',
};

type OrderState = (typeof ORDER_STATES)[number];
export const ORDER_STATE_WORDS: Readonly<Record<OrderState, string>> = {
  intended: 'Intended',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
  open: 'Open',
  'partially-filled': 'Partly filled',
  filled: 'Complete',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  unknown: 'Unknown',
};
export const ORDER_STATE_TONES = {
  intended: 'neutral',
  sent: 'neutral',
  acknowledged: 'neutral',
  open: 'neutral',
  'partially-filled': 'neutral',
  filled: 'good',
  cancelled: 'neutral',
  rejected: 'bad',
  unknown: 'warning',
} as const satisfies Record<OrderState, string>;

const BROKER_STATE_WORDS: Readonly<Record<string, string>> = {
  pending: 'On its way',
  open: 'Open',
  waiting: 'Waits for its trigger',
  filled: 'Complete',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
};
/** The state of an order in a broker's book; one that is not known here stands as the broker says it. */
export const brokerStateWords = (state: string): string => BROKER_STATE_WORDS[state] ?? state;

/** What a stop leaves open: `2 positions stay open with their stop-loss and target.` */
export const remainingWords = (count: number): string =>
  count === 0
    ? 'No position is open.'
    : `${count === 1 ? '1 position stays' : `${count} positions stay`} open with stop-loss and target in place.`;
