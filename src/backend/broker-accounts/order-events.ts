import { isOver } from '../../engine/trading/order.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import type { EventSinks } from '../trading/announce.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { applyEvent, type OrderHappening, readOrder } from '../trading/order-book.ts';
import type { EndedExit } from './apply-report.ts';

export interface OrderEventsDeps {
  readonly database: Database;
  /** Owner of the orders. */
  readonly userId: number;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  /** Book what an exit has sold that ends before it is full. Called in the transaction that ends it. */
  readonly bookEnd: (tx: Transaction, order: OrderRow) => Promise<EndedExit | null>;
  /** Notify the owner of an ended order if it was rejected. Called in the transaction that ends it. */
  readonly notifyRejected: (tx: Transaction, order: OrderRow) => Promise<void>;
  /** Called with every change of an order after it was written. */
  readonly onChange: (order: OrderRow, booked: BookedFill | null) => void;
}

type Happening = Omit<OrderHappening, 'at'>;

/** Applies events to orders as they are stored: written, with what an end books, and published. */
export class OrderEvents {
  private readonly deps: OrderEventsDeps;

  constructor(deps: OrderEventsDeps) {
    this.deps = deps;
  }

  /**
   * Apply an event to an order that has not changed since. Null when it is no longer in the state that it was seen
   * in.
   */
  apply(
    order: OrderRow,
    happening: Happening,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<OrderRow | null> {
    return this.applyIf(order.id, (current) => current.state === order.state, happening, alongside);
  }

  /** Ends an order whose part that was sold cannot be booked: that its day is over is true all the same. */
  endUnbooked(
    order: OrderRow,
    happening: Happening,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<OrderRow | null> {
    const isRight = (current: OrderRow) => current.state === order.state;
    return this.applyIf(order.id, isRight, happening, alongside, () => Promise.resolve(null));
  }

  /** Write that an order is to be taken back. The first reason stands. Null of one that has ended. */
  async wantEnd(orderId: number, reason: string): Promise<OrderRow | null> {
    const { database, userId, onChange } = this.deps;
    const order = await database.write(userId, (tx) =>
      tx.query
        .updateTable('orders')
        .set((eb) => ({ end_wanted: eb.fn.coalesce('end_wanted', eb.val(reason)) }))
        .where('id', '=', orderId)
        .where('state', 'in', WORKING_STATES)
        .returningAll()
        .executeTakeFirst(),
    );
    if (order) onChange(order, null);
    return order ?? null;
  }

  /** Apply an event to an order whose stored row meets a condition. Null when it does not. */
  async applyIf(
    orderId: number,
    isRight: (current: OrderRow) => boolean,
    happening: Happening,
    alongside?: (tx: Transaction) => Promise<void>,
    bookEnd: OrderEventsDeps['bookEnd'] = this.deps.bookEnd,
  ): Promise<OrderRow | null> {
    const { database, sinks, clock, userId, onChange, notifyRejected } = this.deps;
    const changed = await database.write(userId, async (tx) => {
      const current = await readOrder(tx.query, orderId);
      if (!isRight(current)) return null;
      const order = await applyEvent(tx, sinks.hub, current, { ...happening, at: clock.now() });
      await alongside?.(tx);
      await notifyRejected(tx, order);
      const ended = isOver(order.state) ? await bookEnd(tx, current) : null;
      return { order, booked: ended && { protection: null, order, ...ended } };
    });
    if (changed) onChange(changed.order, changed.booked);
    return changed?.order ?? null;
  }
}
