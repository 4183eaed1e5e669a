import type { RebalanceRule, SipFrequency, SipStatus } from '../../shared/basket-rules.ts';
import type { BasketSip, HeldBasket } from '../../shared/contract/baskets.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';

/** Words for the values of baskets that travel on the wire. */
export const REBALANCE_WORDS: Readonly<Record<RebalanceRule, string>> = {
  monthly: 'Rebalanced monthly',
  quarterly: 'Rebalanced quarterly',
  'half-yearly': 'Rebalanced half-yearly',
  never: 'Never rebalanced',
};

export const FREQUENCY_WORDS: Readonly<Record<SipFrequency, string>> = {
  weekly: 'Every week',
  fortnightly: 'Every two weeks',
  monthly: 'Every month',
  quarterly: 'Every quarter',
};

export const SIP_WORDS: Readonly<Record<SipStatus, string>> = {
  on: 'SIP on',
  off: 'SIP off',
  paused: 'SIP paused',
};
export const SIP_TONES = { on: 'good', off: 'neutral', paused: 'warning' } as const;

export const sipStatusOf = (sip: BasketSip | null): SipStatus => sip?.status ?? 'off';

export const BASKET_STATE_WORDS: Readonly<Record<HeldBasket['state'], string>> = {
  held: 'Held',
  working: 'Orders are being filled',
  incomplete: 'Something is missing',
  closing: 'Being sold',
  'feed-ended': 'Its replay is over',
};
export const BASKET_STATE_TONES = {
  held: 'good',
  working: 'neutral',
  incomplete: 'warning',
  closing: 'neutral',
  'feed-ended': 'warning',
} as const;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

/** `YYYY-MM-DD` as people read it. */
export const dayWords = (day: string): string => istDayText(istDayStart(day));
