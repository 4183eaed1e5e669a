import type { OrderReport } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import type { EventHub } from '../http/event-hub.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { moveOrder } from '../trading/order-book.ts';

const OVER: readonly string[] = ['filled', 'cancelled', 'rejected'];

/** Whether an order has ended. */
export const isOver = (state: string): boolean => OVER.includes(state);

interface ReportNeeds {
  readonly hub: EventHub;
  readonly now: number;
  readonly book: (
    tx: Transaction,
    order: OrderRow,
    filled: { quantity: number; value: number },
  ) => Promise<BookedFill>;
}

/** The state that a report without a new fill brings an order to; null when it says nothing new. */
const stateAfter = (
  order: OrderRow,
  report: OrderReport,
  wasUnseen: boolean,
): 'acknowledged' | 'open' | 'cancelled' | 'rejected' | null => {
  // The answer to the sending, or the user, has said that it is not there; the book says that it is.
  const isDenied = wasUnseen && order.state === 'rejected';
  if (isOver(order.state) && !isDenied) return null;
  if (report.state === 'cancelled' || report.state === 'rejected') return isDenied ? null : report.state;
  const isEarly = isDenied || ['sent', 'unknown'].includes(order.state);
  if (report.state === 'pending') return isEarly ? 'acknowledged' : null;
  return (isEarly || order.state === 'acknowledged') && order.filled_quantity === 0 ? 'open' : null;
};

/** A change whose answer is still out may have happened already: an order is full when it is full at the broker. */
const takeQuantity = async (tx: Transaction, order: OrderRow, report: OrderReport): Promise<OrderRow> => {
  if (report.quantity === order.quantity || report.quantity < report.filledQuantity) return order;
  return tx.query
    .updateTable('orders')
    .set({ quantity: report.quantity })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * Applies evidence to an order, in a transaction. The same report again changes nothing; one that is older than what is
 * known (it has fewer fills) changes nothing either. Null when nothing changed.
 */
export const applyReport = async (
  tx: Transaction,
  { hub, now, book }: ReportNeeds,
  orderId: number,
  report: OrderReport,
): Promise<{ order: OrderRow; booked: BookedFill | null } | null> => {
  let order = await tx.query
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const before = order;
  if (order.broker_order_id === null)
    order = await tx.query
      .updateTable('orders')
      .set({ broker_order_id: report.brokerOrderId })
      .where('id', '=', orderId)
      .returningAll()
      .executeTakeFirstOrThrow();
  if (report.filledQuantity < order.filled_quantity) return null;
  let booked: BookedFill | null = null;
  if (report.filledQuantity > order.filled_quantity) {
    order = await takeQuantity(tx, order, report);
    booked = await book(tx, order, {
      quantity: report.filledQuantity - order.filled_quantity,
      value: report.filledValue - order.filled_value,
    });
    order = booked.order;
  }
  const next = stateAfter(order, report, before.broker_order_id === null);
  if (next !== null) order = await moveOrder(tx, hub, orderId, next, now, report.reason);
  return order === before ? null : { order, booked };
};
