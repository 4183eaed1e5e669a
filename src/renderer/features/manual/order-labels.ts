import { labels } from '../../i18n/translate.ts';

/** Names of sizes of an order: units, lots, money, or the loss at its stop. */
export const SIZE_LABELS = labels({
  quantity: 'Quantity',
  lots: 'Lots',
  money: 'Money (₹)',
  risk: 'Risk (₹)',
});

/** Names of products: how long what is ordered is held. */
export const PRODUCT_LABELS = labels({ intraday: 'Intraday', delivery: 'Overnight (delivery, carry)' });

/** The same where something is held, in a word. */
export const HELD_LABELS = labels({ intraday: 'Intraday', delivery: 'Overnight' });

/** Names of types of orders. */
export const TYPE_LABELS = labels({
  market: 'Market',
  limit: 'Limit',
  stop: 'Stop (trigger and limit)',
  gtt: 'Good till triggered (GTT)',
});

/** Names of accounts that an order goes to. */
export const MODE_LABELS = labels({ test: 'On paper', live: 'Real money, at Angel One' });
