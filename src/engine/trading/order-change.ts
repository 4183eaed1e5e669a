import type { OrderState } from '../../shared/order-states.ts';
import { isOver, type OrderLife } from './order.ts';

/** Answer to the wish for other terms of an order; `ask` where the broker can be asked. */
export type ChangeAnswer =
  | 'ask'
  /** It has ended. */
  | 'over'
  /** Nobody knows whether it is at the broker. */
  | 'in-doubt'
  /** Another change is not answered yet. */
  | 'changing'
  /** Its cancellation is under way, which wins. */
  | 'cancelling';

type Alive = Exclude<
  OrderState,
  'filled' | 'cancelled' | 'rejected' | 'expired' | 'denied' | 'withdrawn' | 'written-off'
>;

/** State × what is asked of it already → answer. An order with an end has `over`. */
const TABLE: Readonly<Record<Alive, Readonly<Record<'none' | 'change' | 'cancel', ChangeAnswer>>>> = {
  intended: { none: 'in-doubt', change: 'in-doubt', cancel: 'in-doubt' },
  submitted: { none: 'in-doubt', change: 'in-doubt', cancel: 'in-doubt' },
  unknown: { none: 'in-doubt', change: 'in-doubt', cancel: 'in-doubt' },
  accepted: { none: 'ask', change: 'changing', cancel: 'cancelling' },
  waiting: { none: 'ask', change: 'changing', cancel: 'cancelling' },
  triggered: { none: 'ask', change: 'changing', cancel: 'cancelling' },
  open: { none: 'ask', change: 'changing', cancel: 'cancelling' },
  'partially-filled': { none: 'ask', change: 'changing', cancel: 'cancelling' },
};

/** Answer of an order to the wish for other terms. One that is to end is as one whose cancellation is out. */
export const changeAnswer = ({ state, pending }: OrderLife, isToEnd = false): ChangeAnswer =>
  isOver(state) ? 'over' : TABLE[state as Alive][isToEnd ? 'cancel' : (pending ?? 'none')];

/** Terms of a working order. Prices in paise. */
export interface RestingTerms {
  readonly quantity: number;
  /** Limit. */
  readonly price: number;
  /** Trigger that it waits for; null of one that is in the market. */
  readonly trigger: number | null;
}

/** Whether an order enters the market sooner than it would: its trigger is nearer, or none is waited for any more. */
const entersSooner = (side: 'buy' | 'sell', before: RestingTerms, after: RestingTerms): boolean => {
  if (before.trigger === null) return false;
  if (after.trigger === null) return true;
  return side === 'buy' ? after.trigger < before.trigger : after.trigger > before.trigger;
};

/**
 * Whether a change may open more than the order would: it has more units, or a price that fills or triggers sooner. What
 * makes an order smaller or moves it away is no entry.
 */
export const opensMore = (side: 'buy' | 'sell', before: RestingTerms, after: RestingTerms): boolean =>
  after.quantity > before.quantity ||
  entersSooner(side, before, after) ||
  (side === 'buy' ? after.price > before.price : after.price < before.price);
