import { formatPrice } from '../../shared/money.ts';
import type { DistanceAtr } from '../../engine/protection.ts';
import {
  NEW_ORDER,
  nextLife,
  type OrderEvent,
  type OrderLife,
  type RequestEvent,
} from '../../engine/trading/order.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import type { OrderRow } from '../db/schema.ts';
import type { Transaction } from '../db/database.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { type Fill, valueOfFill } from './fill.ts';
import { manualColumns, type ManualTerms } from './manual-terms.ts';
import { MovedError } from './moved.ts';
import { orderView } from './views.ts';

export type Purpose = OrderRow['purpose'];

/** An order that is wanted. */
export interface Intent {
  readonly userId: number;
  readonly strategyId: number;
  readonly positionId: number | null;
  readonly symbol: string;
  readonly source: OrderRow['source'];
  readonly runId: number;
  readonly mode: OrderRow['mode'];
  readonly brokerId: number;
  readonly side: 'buy' | 'sell';
  readonly slot: OrderSlot;
  readonly purpose: Purpose;
  readonly quantity: number;
  readonly reason: string;
  /** One attempt, one order. */
  readonly key: string;
  /** The exit that it is an attempt at. */
  readonly exitIntentId?: number;
  /** Market time. */
  readonly at: number;
  /** Price at which it was decided, paise: the last one, or the level that was reached. */
  readonly decisionPrice?: number | null;
  /** ATR at the signal of an entry, for its protection. */
  readonly atr?: DistanceAtr;
  /** Place of its leg in the document. */
  readonly leg?: number;
  /** Day of entry of its structure, `YYYY-MM-DD`. */
  readonly structureDay?: string;
  /** Terms of an entry that is placed by hand. */
  readonly manual?: ManualTerms;
}

/**
 * Streams an order with its life after the commit. It is put together for owners who listen or may come back; of the
 * others, such as the house, nobody would ever ask for it.
 */
export const publishOrder = async (tx: Transaction, hub: EventHub, order: OrderRow): Promise<void> => {
  if (!hub.isAwaited(order.user_id)) return tx.afterCommit(() => hub.leaveOut(order.user_id));
  const strategy = await tx.query
    .selectFrom('strategies')
    .select(['name', 'kind'])
    .where('id', '=', order.strategy_id)
    .executeTakeFirstOrThrow();
  const life = await tx.query
    .selectFrom('order_events')
    .select(['state', 'at', 'reason', 'said'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  tx.afterCommit(() =>
    hub.publish(order.user_id, { type: 'order', order: orderView(order, strategy, life) }),
  );
};

/** The figures of an order that events change. */
export type OrderFigures = Pick<
  OrderRow,
  | 'quantity'
  | 'asked_quantity'
  | 'asked_price'
  | 'filled_quantity'
  | 'filled_value'
  | 'price'
  | 'trigger_price'
  | 'broker_order_id'
  | 'manual_json'
>;

/** Event of an order. */
export interface OrderHappening {
  readonly event: OrderEvent | RequestEvent;
  /** Market time. */
  readonly at: number;
  /** A sentence for its owner; empty when there is nothing to say. */
  readonly reason?: string;
  /** The broker's raw words. */
  readonly said?: string;
  readonly change?: Partial<OrderFigures>;
}

const writeEvent = (
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'state'>,
  { event, at, reason = '', said = '', change }: Omit<OrderHappening, 'event'> & { event: string },
) =>
  tx.query
    .insertInto('order_events')
    .values({
      order_id: order.id,
      event,
      state: order.state,
      at,
      reason,
      said,
      change_json: change ? JSON.stringify(change) : '',
    })
    .execute();

/** An order as it stands in the database. */
export const readOrder = (query: Transaction['query'], orderId: number): Promise<OrderRow> =>
  query.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();

/**
 * Lets something happen to an order: state, figures and event are written together, and nothing else moves an order.
 * `sentAs` is what it is called at the broker, known when it is sent.
 * @throws IllegalOrderEvent when the table of an order's life has no such pair, MovedError when the order has moved since it
 * was read; nothing is written then
 */
export const applyEvent = async (
  tx: Transaction,
  hub: EventHub,
  order: OrderRow,
  happening: OrderHappening,
  sentAs: Partial<Pick<OrderRow, 'tag' | 'instrument_json' | 'broker_product' | 'sent_at'>> = {},
): Promise<OrderRow> => {
  const { event, at, reason, change } = happening;
  const life = nextLife(order, event);
  let update = tx.query
    .updateTable('orders')
    .set({ ...life, ...change, ...sentAs, updated_at: at, ...(reason && { reason }) })
    .where('id', '=', order.id)
    .where('state', '=', order.state);
  // A fill is added to what was filled when the order was read.
  if (change?.filled_quantity !== undefined)
    update = update.where('filled_quantity', '=', order.filled_quantity);
  const row = await update.returningAll().executeTakeFirst();
  if (!row)
    throw new MovedError(`Order ${order.id} is not ${order.state} any more, or more of it was filled.`);
  await writeEvent(tx, row, happening);
  await publishOrder(tx, hub, row);
  return row;
};

/** An order as its events say, in their order. @throws IllegalOrderEvent */
export const rebuildOrder = (
  events: readonly { readonly event: string; readonly change_json: string }[],
): OrderLife & Partial<OrderFigures> =>
  events.reduce<OrderLife & Partial<OrderFigures>>((before, { event, change_json: json }) => {
    const life = event === 'intend' ? NEW_ORDER : nextLife(before, event as OrderEvent | RequestEvent);
    return { ...before, ...life, ...(json && (JSON.parse(json) as Partial<OrderFigures>)) };
  }, NEW_ORDER);

/**
 * Writes an intent as an order in the state `intended`. The same intent a second time (after a crash) finds the order
 * that is there and creates nothing: `isNew` tells. Null for the hub publishes nothing: the same transaction goes on with
 * the order, and that is published.
 */
export const intendOrder = async (
  tx: Transaction,
  hub: EventHub | null,
  intent: Intent,
): Promise<{ order: OrderRow; isNew: boolean }> => {
  const order = await tx.query
    .insertInto('orders')
    .values({
      user_id: intent.userId,
      strategy_id: intent.strategyId,
      position_id: intent.positionId,
      symbol: intent.symbol,
      mode: intent.mode,
      source: intent.source,
      run_id: intent.runId,
      broker_id: intent.brokerId,
      side: intent.side,
      slot: intent.slot,
      purpose: intent.purpose,
      quantity: intent.quantity,
      filled_quantity: 0,
      filled_value: 0,
      ...NEW_ORDER,
      reason: intent.reason,
      intent_key: intent.key,
      exit_intent_id: intent.exitIntentId ?? null,
      decision_price: intent.decisionPrice ?? null,
      atr_json: intent.atr ? JSON.stringify(intent.atr) : null,
      leg: intent.leg ?? null,
      structure_day: intent.structureDay ?? null,
      ...(intent.manual && manualColumns(intent.manual)),
      placed_at: intent.at,
      updated_at: intent.at,
    })
    .onConflict((conflict) => conflict.column('intent_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!order) {
    const known = await tx.query
      .selectFrom('orders')
      .selectAll()
      .where('intent_key', '=', intent.key)
      .executeTakeFirstOrThrow();
    return { order: known, isNew: false };
  }
  await writeEvent(tx, order, {
    event: 'intend',
    at: intent.at,
    reason: intent.reason,
    change: { quantity: intent.quantity, filled_quantity: 0, filled_value: 0 },
  });
  if (hub) await publishOrder(tx, hub, order);
  return { order, isNew: true };
};

/** Adds a fill to an order; it is filled when nothing is left. */
export const fillOrder = async (
  tx: Transaction,
  hub: EventHub,
  order: OrderRow,
  fill: Fill,
): Promise<OrderRow> => {
  const filled = order.filled_quantity + fill.quantity;
  await tx.query
    .insertInto('fills')
    .values({ order_id: order.id, quantity: fill.quantity, price: fill.price, at: fill.at })
    .execute();
  return applyEvent(tx, hub, order, {
    event: filled === order.quantity ? 'fill' : 'fill-part',
    at: fill.at,
    said: `${fill.quantity} at ₹${formatPrice(fill.price)}`,
    change: { filled_quantity: filled, filled_value: order.filled_value + valueOfFill(fill) },
  });
};
