import type { AlertCategory } from '../../shared/alert-category.ts';
import type { OutsideChannel } from '../../shared/alert-delivery.ts';
import { labels } from './translate.ts';

/** Categories of alerts, by code. */
export const CATEGORY_LABELS: Readonly<Record<AlertCategory, string>> = labels({
  orders: 'Orders',
  trades: 'Trades',
  risk: 'Risk',
  broker: 'Broker',
  wallet: 'Wallet',
  baskets: 'Baskets',
  system: 'System',
  support: 'Support',
  mine: 'My alerts',
});

/** Channels by which alerts leave the computer. */
export const OUTSIDE_LABELS: Readonly<Record<OutsideChannel, string>> = labels({
  telegram: 'Telegram',
  ntfy: 'ntfy',
  email: 'E-mail',
  webhook: 'Webhook',
});
