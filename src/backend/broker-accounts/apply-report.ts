import { isOver, isPossible, type OrderEvent } from '../../engine/trading/order.ts';
import type { OrderReport } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { endedSentence } from '../ended-sentence.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { applyEvent, type OrderFigures, readOrder } from '../trading/order-book.ts';

interface ReportDeps {
  readonly hub: EventHub;
  readonly now: number;
  /**
   * The report is older than another, or than the last accepted change. Then quantity, price and trigger are not as
   * it says.
   */
  readonly isOld: boolean;
  /** Whether the effect of a change on the order is still unknown. Judged after this report. */
  readonly isInDoubt: boolean;
  /** Whether the trading day of an order is over. */
  readonly isDayOver: (order: OrderRow) => boolean;
  readonly book: (
    tx: Transaction,
    order: OrderRow,
    filled: { quantity: number; value: number },
  ) => Promise<BookedFill>;
  /** Books what an exit has sold that ends before it is full; the order as it was before its end. */
  readonly bookEnd: (tx: Transaction, order: OrderRow) => Promise<EndedExit | null>;
  /** Notify the owner of an ended order if it was rejected. */
  readonly notifyRejected: (tx: Transaction, order: OrderRow) => Promise<void>;
}

/** Booking of the part that a short-ended exit had traded. */
export type EndedExit = Pick<BookedFill, 'position' | 'trade'>;

/** Event of a report without a new fill; null when it only repeats fills. */
const eventOf = (report: OrderReport, isStop: boolean): OrderEvent | null => {
  switch (report.state) {
    case 'pending':
      return 'accept';
    case 'waiting':
      return 'rest';
    case 'open':
      return isStop ? 'trigger' : 'work';
    case 'cancelled':
      return 'cancel';
    case 'rejected':
      return 'refuse';
    case 'filled':
      return null;
  }
};

/** The figures that a report shows otherwise than they are written: a change whose answer was lost has happened. */
const changedFigures = (order: OrderRow, report: OrderReport): Partial<OrderFigures> => {
  const { price, trigger, filledQuantity } = report;
  const isEnded = ['cancelled', 'rejected'].includes(report.state);
  // What is filled was wanted, whatever an order that has ended says of the rest.
  if (isEnded || report.quantity <= 0)
    return filledQuantity > order.quantity ? { quantity: filledQuantity } : {};
  const quantity = Math.max(report.quantity, filledQuantity);
  return {
    ...(quantity !== order.quantity && { quantity }),
    ...(price > 0 && price !== order.price && { price }),
    ...(trigger !== null && trigger !== order.trigger_price && { trigger_price: trigger }),
  };
};

/** Figures that a report gives an order; none of a report that is older than them. */
const figuresOf = (order: OrderRow, report: OrderReport, isOld: boolean): Partial<OrderFigures> =>
  // More filled than is written of it can only be of a change that is newer still.
  isOld && report.filledQuantity < order.quantity ? {} : changedFigures(order, report);

/**
 * Whether an order has all that it wants, and is not done. The trade book may tell of its last fill before a report tells
 * that it was changed to less.
 */
const isFull = ({ state, quantity, filled_quantity: filled }: OrderRow): boolean =>
  !isOver(state) && filled > 0 && filled === quantity;

/** Event of a report that an order has not had yet; null when there is none. */
const newsOf = (order: OrderRow, report: OrderReport, isStop: boolean): OrderEvent | null => {
  const { state } = order;
  if (isFull(order)) return 'fill';
  const event = eventOf(report, isStop);
  // `accept` and `rest` of an order that is there already say nothing new.
  const isNews = event !== null && isPossible(state, event) && !(event === 'rest' && state === 'waiting');
  return isNews ? event : null;
};

/**
 * Whether a report says only what is written of an order. After a start a book lists all of its day, and the orders at
 * stake last: nothing is written for the others.
 */
export const isWritten = (order: OrderRow, report: OrderReport, isOld: boolean): boolean => {
  const isThisOne = order.broker_order_id === report.brokerOrderId;
  if (!isThisOne || report.filledQuantity > order.filled_quantity) return false;
  if (newsOf(order, report, order.trigger_price !== null)) return false;
  return isOver(order.state)
    ? order.state !== 'expired'
    : Object.keys(figuresOf(order, report, isOld)).length === 0;
};

/**
 * Applies evidence to an order, in a transaction. The same report again changes nothing; one that is older than what is
 * known (it has fewer fills, or a state that the order has left) changes nothing either. Null when nothing changed.
 */
export const applyReport = async (
  tx: Transaction,
  { hub, now, isOld, isInDoubt, isDayOver, book, bookEnd, notifyRejected }: ReportDeps,
  orderId: number,
  report: OrderReport,
): Promise<{ order: OrderRow; booked: BookedFill | null } | null> => {
  let order = await readOrder(tx.query, orderId);
  const before = order;
  const isUnseen = order.broker_order_id === null;
  if (report.filledQuantity < order.filled_quantity) return null;
  const isStop = order.trigger_price !== null;
  const said = report.reason;
  const seen = isUnseen ? { broker_order_id: report.brokerOrderId } : {};
  const isAlive = report.filledQuantity > 0 || !['cancelled', 'rejected'].includes(report.state);
  // A clock that was ahead has ended it before its day: it is there all the same.
  const isEarly =
    order.state === 'expired' && ['pending', 'waiting', 'open'].includes(report.state) && !isDayOver(order);
  if (((isUnseen && isAlive) || isEarly) && isPossible(order.state, 'find'))
    order = await applyEvent(tx, hub, order, { event: 'find', at: now, said, change: seen });
  const change = { ...(order === before ? seen : {}) };

  const figures = figuresOf(order, report, isOld);
  if (
    Object.keys(figures).length > 0 &&
    !isOver(order.state) &&
    order.state !== 'submitted' &&
    order.state !== 'unknown'
  )
    order = await applyEvent(tx, hub, order, {
      event: 'take-change',
      at: now,
      said,
      change: { ...figures, ...(!isInDoubt && { asked_quantity: null, asked_price: null }) },
    });

  let booked: BookedFill | null = null;
  if (report.filledQuantity > order.filled_quantity) {
    booked = await book(tx, order, {
      quantity: report.filledQuantity - order.filled_quantity,
      value: report.filledValue - order.filled_value,
    });
    order = booked.order;
  }
  const event = newsOf(order, report, isStop);
  if (event) {
    const last = order;
    order = await applyEvent(tx, hub, order, { event, at: now, reason: endedSentence(said), said, change });
    if (isOver(order.state)) {
      await notifyRejected(tx, order);
      const ended = await bookEnd(tx, last);
      if (ended) booked = { protection: null, order, ...ended };
    }
  }
  if (booked) booked = { ...booked, order };
  return order === before ? null : { order, booked };
};
