import type { OrderRow } from '../db/schema.ts';

/** An order of a position that has not ended, as the plan needs it. */
export interface PlannedOrder {
  readonly id: number;
  readonly purpose: OrderRow['purpose'];
  /** Written, and not sent yet. */
  readonly isIntended: boolean;
  readonly isUnknown: boolean;
  /** It was asked to be cancelled a moment ago, and its end has not been seen. */
  readonly isCancelling: boolean;
  /** Not filled yet. */
  readonly remaining: number;
  readonly trigger: number | null;
}

/** What is wanted of a live position, and what is there. Prices in paise. */
export interface PlannedPosition {
  readonly quantity: number;
  /** Level of the stop that must rest at the broker; null when there is none, or the broker has refused it. */
  readonly stop: number | null;
  readonly orders: readonly PlannedOrder[];
}

export type PositionStep =
  | { readonly do: 'nothing' }
  /** Takes back an order that was never sent. */
  | { readonly do: 'drop'; readonly orderId: number }
  | { readonly do: 'cancel'; readonly orderId: number }
  | { readonly do: 'send-exit'; readonly orderId: number; readonly quantity: number }
  | { readonly do: 'place-stop'; readonly quantity: number; readonly trigger: number }
  | {
      readonly do: 'change-stop';
      readonly orderId: number;
      readonly quantity: number;
      readonly trigger: number;
    };

const NOTHING: PositionStep = { do: 'nothing' };

const takeBack = (order: PlannedOrder): PositionStep => {
  if (order.isIntended) return { do: 'drop', orderId: order.id };
  return order.isCancelling || order.isUnknown ? NOTHING : { do: 'cancel', orderId: order.id };
};

const isIdle = (order: PlannedOrder): boolean => !order.isCancelling && !order.isUnknown;

/**
 * The next thing to do about a live position, from what is written alone: the same after a restart. Only one order
 * that takes shares off is ever at the broker: an exit waits until the stop is seen to be gone, and nothing is sent
 * beside an order of which it is not known whether it is there.
 */
export const nextStep = ({ quantity, stop, orders }: PlannedPosition): PositionStep => {
  const entry = orders.find(({ purpose }) => purpose === 'entry');
  const resting = orders.find(({ purpose }) => purpose === 'stop-loss');
  const exit = orders.find(({ purpose }) => purpose !== 'entry' && purpose !== 'stop-loss');
  if (quantity === 0) {
    // Also what is still to be bought: the position is over, and its signal with it.
    const left = resting ?? exit ?? entry;
    return left ? takeBack(left) : NOTHING;
  }
  if (exit) {
    if (entry && isIdle(entry)) return takeBack(entry);
    if (resting) return takeBack(resting);
    if (!exit.isIntended) return NOTHING;
    return { do: 'send-exit', orderId: exit.id, quantity: Math.min(exit.remaining, quantity) };
  }
  if (!resting) return stop === null ? NOTHING : { do: 'place-stop', quantity, trigger: stop };
  if (!isIdle(resting)) return NOTHING;
  if (stop === null) return takeBack(resting);
  // Killed between writing it and sending it: what is wanted now may be another one.
  if (resting.isIntended) return takeBack(resting);
  const isRight = resting.remaining === quantity && resting.trigger === stop;
  return isRight ? NOTHING : { do: 'change-stop', orderId: resting.id, quantity, trigger: stop };
};
