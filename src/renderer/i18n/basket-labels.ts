import type { RebalanceRule, SipFrequency, SipStatus } from '../../shared/basket-rules.ts';
import type { BasketSip, ConstituentOrder, HeldBasket } from '../../shared/contract/baskets.ts';
import { t, labels } from './translate.ts';
import { ORDER_STATE_TONES, ORDER_STATE_LABELS } from './strategy-labels.ts';

/** Words for the values of baskets that travel on the wire. */
export const REBALANCE_LABELS: Readonly<Record<RebalanceRule, string>> = labels({
  monthly: 'Rebalanced monthly',
  quarterly: 'Rebalanced quarterly',
  'half-yearly': 'Rebalanced half-yearly',
  never: 'Never rebalanced',
});

export const FREQUENCY_LABELS: Readonly<Record<SipFrequency, string>> = labels({
  weekly: 'Every week',
  fortnightly: 'Every two weeks',
  monthly: 'Every month',
  quarterly: 'Every quarter',
});

export const SIP_LABELS: Readonly<Record<SipStatus, string>> = labels({
  on: 'SIP on',
  off: 'SIP off',
  paused: 'SIP paused',
});
export const SIP_TONES = { on: 'good', off: 'neutral', paused: 'warning' } as const;

export const sipStatusOf = (sip: BasketSip | null): SipStatus => sip?.status ?? 'off';

export const BASKET_STATE_LABELS: Readonly<Record<HeldBasket['state'], string>> = labels({
  held: 'Held',
  working: 'Orders are being filled',
  incomplete: 'Something is missing',
  closing: 'Being sold',
  'feed-ended': 'Its replay is over',
  'needs-you': 'Needs you',
  disconnected: 'Not connected to Angel One',
});
export const BASKET_STATE_TONES = {
  held: 'good',
  working: 'neutral',
  incomplete: 'warning',
  closing: 'neutral',
  'feed-ended': 'warning',
  'needs-you': 'warning',
  disconnected: 'warning',
} as const;

/** Names of the weekdays, Monday first. Special sessions are held on weekends, too. */
export const weekdayNames = (): readonly string[] => [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
];

/** Outcome of an order of a basket's last plan. */
export const planOrderText = (state: ConstituentOrder['state']): string => {
  if (state === 'waiting') return t('Waits for the sales');
  if (state === 'not-placed') return t('Not placed');
  return ORDER_STATE_LABELS[state];
};
export const PLAN_ORDER_TONES = { ...ORDER_STATE_TONES, waiting: 'neutral', 'not-placed': 'bad' } as const;
