import type { OrderTurn } from '../brokers/broker.ts';
import type { Ownership } from '../cluster/ownership.ts';

/** Owner of orders, and whether this process still owns them. */
export interface OwnedOrders {
  readonly userId: number;
  /** In a house of several processes; a desktop's one owns all. */
  readonly ownership?: Ownership | undefined;
}

/**
 * A turn whose request leaves only while this process owns the user. Between the commit and the request it may have been
 * frozen, and another have taken over: a late cancellation would take away the stop that the other relies on, a late
 * login its session.
 */
export const ownedTurn = <T extends Partial<OrderTurn>>({ ownership, userId }: OwnedOrders, turn: T): T =>
  ownership ? { ...turn, mayLeave: () => ownership.isHeld(userId) } : turn;
