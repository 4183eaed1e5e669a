import type { AlertCategory } from '../../shared/alert-category.ts';
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
