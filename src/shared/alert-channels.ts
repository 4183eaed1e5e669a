import type { AlertCategory } from './alert-category.ts';

/** Ways in which an alert reaches the person. */
export const ALERT_CHANNELS = ['toast', 'native', 'sound'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Channels of a category until the person chooses. Orders make a sound; what can wait is only counted. */
export const DEFAULT_CHANNELS: Readonly<Record<AlertCategory, readonly AlertChannel[]>> = {
  orders: ['toast', 'native', 'sound'],
  risk: ['toast', 'native', 'sound'],
  broker: ['toast', 'native', 'sound'],
  trades: ['toast', 'native'],
  baskets: ['native'],
  system: ['native'],
  support: ['native'],
  wallet: [],
  mine: ['toast', 'native', 'sound'],
};
