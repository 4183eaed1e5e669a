import { labels } from '../i18n/translate.ts';
import type { MenuGroup, RouteTitle } from './route-list.ts';

/** The names of pages, by their English name, in the language of the window. */
export const ROUTE_LABELS: Readonly<Record<RouteTitle, string>> = labels({
  Welcome: 'Welcome',
  'Sign in': 'Sign in',
  Register: 'Register',
  'Forgot password': 'Forgot password',
  Home: 'Home',
  'Top ten': 'Top ten',
  'My strategies': 'My strategies',
  Marketplace: 'Marketplace',
  'My profit': 'My profit',
  Strategy: 'Strategy',
  'New strategy': 'New strategy',
  Backtest: 'Backtest',
  'Pro plans': 'Pro plans',
  'Open positions': 'Open positions',
  'Order history': 'Order history',
  'Trade history': 'Trade history',
  Reconciliation: 'Reconciliation',
  'Tax report': 'Tax report',
  Baskets: 'Baskets',
  Basket: 'Basket',
  Holdings: 'Holdings',
  Wallet: 'Wallet',
  'Wallet history': 'Wallet history',
  'My transactions': 'My transactions',
  Subscription: 'Subscription',
  'My team': 'My team',
  'Reward history': 'Reward history',
  'Support tickets': 'Support tickets',
  Logs: 'Logs',
  Alerts: 'Alerts',
  Profile: 'Profile',
  'Mini P&L': 'Mini P&L',
  Chart: 'Chart',
  Settings: 'Settings',
});

/** The same of the menu's groups. */
export const GROUP_LABELS: Readonly<Record<MenuGroup, string>> = labels({
  Overview: 'Overview',
  Strategies: 'Strategies',
  Trading: 'Trading',
  Money: 'Money',
  'Community & help': 'Community & help',
});
