import type { AlertCategory } from '../../shared/alert-category.ts';
import { words } from './translate.ts';

/** Categories of alerts, by code. */
export const CATEGORY_WORDS: Readonly<Record<AlertCategory, string>> = words({
  orders: 'Orders',
  trades: 'Trades',
  risk: 'Risk',
  broker: 'Broker',
  wallet: 'Wallet',
  baskets: 'Baskets',
  system: 'System',
  support: 'Support',
});
