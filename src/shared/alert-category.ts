/** Alert categories: numeric on the wire, with names. 0 in a filter means all. */
export const ALERT_CATEGORIES = {
  orders: 1,
  trades: 2,
  risk: 3,
  broker: 4,
  wallet: 5,
  baskets: 6,
  system: 7,
  support: 8,
  /** Firings of somebody's own alert rules. */
  mine: 9,
} as const;
export type AlertCategory = keyof typeof ALERT_CATEGORIES;
export const ALERT_CATEGORY_CODES = Object.keys(ALERT_CATEGORIES) as [AlertCategory, ...AlertCategory[]];

/** As people read them. */
export const ALERT_CATEGORY_NAMES: Readonly<Record<AlertCategory, string>> = {
  orders: 'Orders',
  trades: 'Trades',
  risk: 'Risk',
  broker: 'Broker',
  wallet: 'Wallet',
  baskets: 'Baskets',
  system: 'System',
  support: 'Support',
  mine: 'My alerts',
};
/** Categories that nobody may switch off: not to know of it costs money, or was asked for one by one. */
export const FIXED_ALERT_CATEGORIES: readonly AlertCategory[] = ['orders', 'risk', 'broker', 'mine'];

/** As a category: every one of them. */
export const ALL_CATEGORIES = 0;
/** As the id of an alert: every one, on whichever page it stands. */
export const ALL_ALERTS = 0;
