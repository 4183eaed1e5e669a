import { formatPrice } from '../../shared/money.ts';
import type { DistanceAtr } from '../../engine/protection.ts';
import type { OrderRow } from '../db/schema.ts';
import type { Transaction } from '../db/database.ts';
import type { EventHub } from '../http/event-hub.ts';
import { type Fill, valueOfFill } from './fill.ts';
import { orderView } from './views.ts';

type OrderState =
  | 'intended'
  | 'sent'
  | 'acknowledged'
  | 'open'
  | 'partially-filled'
  | 'filled'
  | 'cancelled'
  | 'rejected'
  | 'unknown';

/** States in which an order can still fill. */
export const LIVE_ORDER_STATES: readonly OrderState[] = [
  'intended',
  'sent',
  'acknowledged',
  'open',
  'partially-filled',
  'unknown',
];

export type Purpose = OrderRow['purpose'];

/** An order that is wanted. */
export interface Intent {
  readonly userId: number;
  readonly trickId: number;
  readonly positionId: number | null;
  readonly symbol: string;
  readonly source: OrderRow['source'];
  readonly runId: number;
  readonly mode: OrderRow['mode'];
  readonly brokerId: number;
  readonly side: 'buy' | 'sell';
  readonly purpose: Purpose;
  readonly quantity: number;
  readonly reason: string;
  /** One intent, one order. */
  readonly key: string;
  /** Market time. */
  readonly at: number;
  /** Price at which it was decided, paise: the last one, or the level that was reached. */
  readonly decisionPrice?: number | null;
  /** ATR at the signal of an entry, for its protection. */
  readonly atr?: DistanceAtr;
}

/** Streams an order with its life after the commit. */
export const publishOrder = async (tx: Transaction, hub: EventHub, order: OrderRow): Promise<void> => {
  if (!hub.isHeard(order.user_id)) return;
  const trick = await tx.query
    .selectFrom('tricks')
    .select('name')
    .where('id', '=', order.trick_id)
    .executeTakeFirstOrThrow();
  const life = await tx.query
    .selectFrom('order_events')
    .select(['state', 'at', 'reason'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  tx.afterCommit(() =>
    hub.publish(order.user_id, { type: 'order', order: orderView(order, trick.name, life) }),
  );
};

const writeEvent = (tx: Transaction, orderId: number, state: string, at: number, reason: string) =>
  tx.query.insertInto('order_events').values({ order_id: orderId, state, at, reason }).execute();

/**
 * Writes an intent as an order in the state `intended`. The same intent a second time (after a crash) finds the order
 * that is there and creates nothing: `isNew` tells.
 */
export const intendOrder = async (
  tx: Transaction,
  hub: EventHub,
  intent: Intent,
): Promise<{ order: OrderRow; isNew: boolean }> => {
  const known = await tx.query
    .selectFrom('orders')
    .selectAll()
    .where('intent_key', '=', intent.key)
    .executeTakeFirst();
  if (known) return { order: known, isNew: false };
  const order = await tx.query
    .insertInto('orders')
    .values({
      user_id: intent.userId,
      trick_id: intent.trickId,
      position_id: intent.positionId,
      symbol: intent.symbol,
      mode: intent.mode,
      source: intent.source,
      run_id: intent.runId,
      broker_id: intent.brokerId,
      side: intent.side,
      purpose: intent.purpose,
      quantity: intent.quantity,
      filled_quantity: 0,
      filled_value: 0,
      state: 'intended',
      reason: intent.reason,
      intent_key: intent.key,
      decision_price: intent.decisionPrice ?? null,
      atr_json: intent.atr ? JSON.stringify(intent.atr) : null,
      placed_at: intent.at,
      updated_at: intent.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEvent(tx, order.id, 'intended', intent.at, intent.reason);
  await publishOrder(tx, hub, order);
  return { order, isNew: true };
};

/** Moves an order to its next state, with the reason in its life. */
export const moveOrder = async (
  tx: Transaction,
  hub: EventHub,
  orderId: number,
  state: OrderState,
  at: number,
  reason: string,
): Promise<OrderRow> => {
  await writeEvent(tx, orderId, state, at, reason);
  const order = await tx.query
    .updateTable('orders')
    .set({ state, updated_at: at, ...(reason && { reason }) })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishOrder(tx, hub, order);
  return order;
};

/** Makes a working order smaller, with the reason in its life. */
export const cutOrder = async (
  tx: Transaction,
  hub: EventHub,
  order: OrderRow,
  quantity: number,
  at: number,
  reason: string,
): Promise<OrderRow> => {
  await writeEvent(tx, order.id, order.state, at, reason);
  const cut = await tx.query
    .updateTable('orders')
    .set({ quantity, updated_at: at })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishOrder(tx, hub, cut);
  return cut;
};

/** Adds a fill to an order; it is filled when nothing is left. */
export const fillOrder = async (tx: Transaction, order: OrderRow, fill: Fill): Promise<OrderRow> => {
  const filled = order.filled_quantity + fill.quantity;
  const state: OrderState = filled === order.quantity ? 'filled' : 'partially-filled';
  await tx.query
    .insertInto('fills')
    .values({ order_id: order.id, quantity: fill.quantity, price: fill.price, at: fill.at })
    .execute();
  await writeEvent(tx, order.id, state, fill.at, `${fill.quantity} at ₹${formatPrice(fill.price)}`);
  return tx.query
    .updateTable('orders')
    .set({
      state,
      filled_quantity: filled,
      filled_value: order.filled_value + valueOfFill(fill),
      updated_at: fill.at,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};
