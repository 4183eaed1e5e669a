import type { DeliveryState, Repeat, RuleState } from '../../../shared/alert-delivery.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { labels } from '../../i18n/translate.ts';
import type { StatusTone } from '../../ui/status-text.tsx';

export const RULE_STATE_LABELS: Readonly<Record<RuleState, string>> = labels({
  armed: 'Watched',
  waiting: 'Waits until it is false',
  paused: 'Paused',
  fired: 'Fired',
  ended: 'Ended',
  failed: 'Stopped',
});

export const RULE_STATE_TONES: Readonly<Record<RuleState, StatusTone>> = {
  armed: 'good',
  waiting: 'good',
  paused: 'neutral',
  fired: 'neutral',
  ended: 'neutral',
  failed: 'bad',
};

export const REPEAT_LABELS: Readonly<Record<Repeat, string>> = labels({
  once: 'Once',
  'each-bar': 'Once in each candle',
  're-armed': 'Each time it becomes true',
});

export const MARKET_LABELS: Readonly<Record<Mode, string>> = labels({
  test: 'Simulated market',
  live: 'Live prices of the broker',
});

export const DELIVERY_LABELS: Readonly<Record<DeliveryState, string>> = labels({
  pending: 'waits',
  sending: 'is being sent',
  delivered: 'sent',
  'given-up': 'not sent',
  quiet: 'kept quiet',
});

export const DELIVERY_TONES: Readonly<Record<DeliveryState, StatusTone>> = {
  pending: 'warning',
  sending: 'warning',
  delivered: 'good',
  'given-up': 'bad',
  quiet: 'neutral',
};
