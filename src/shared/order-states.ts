/** The place an order fills in its position. What it was sent for (its reason) decides nothing. */
export const ORDER_SLOTS = ['entry', 'resting-stop', 'resting-target', 'leaving'] as const;
export type OrderSlot = (typeof ORDER_SLOTS)[number];

/** Purposes of orders. A settlement is no order of anybody: the exchange books it at expiry. */
export const ORDER_PURPOSES = ['entry', 'exit', 'stop-loss', 'target', 'square-off', 'settlement'] as const;
export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

/** The stages of an order's life; which follows which is the table of `src/engine/trading/order.ts`. */
export const ORDER_STATES = [
  'intended',
  'submitted',
  'unknown',
  'accepted',
  'waiting',
  'triggered',
  'open',
  'partially-filled',
  'filled',
  'cancelled',
  'rejected',
  'expired',
  'denied',
  'withdrawn',
  'written-off',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** States in which an order can still fill. */
export const WORKING_STATES: readonly OrderState[] = [
  'intended',
  'submitted',
  'unknown',
  'accepted',
  'waiting',
  'triggered',
  'open',
  'partially-filled',
];

/** States in which an order has ended without being full. */
export const SHORT_STATES: readonly OrderState[] = [
  'cancelled',
  'rejected',
  'expired',
  'denied',
  'withdrawn',
  'written-off',
];
