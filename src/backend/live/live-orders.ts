import type { Logger } from 'pino';
import {
  type Broker,
  type BrokerInstrument,
  type BrokerOrder,
  type BrokerOrderRef,
  BrokerTrouble,
  type OrderChange,
  type OrderReport,
  type OrderUrgency,
  type Placement,
} from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { Announcer } from '../trading/announce.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { LIVE_ORDER_STATES, moveOrder } from '../trading/order-book.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import { newOrderTag } from './order-tag.ts';
import { applyReport, isOver } from './apply-report.ts';

/** An order as it goes out, but for its tag. */
export type Ticket = Omit<BrokerOrder, 'tag'>;

export interface LiveOrdersNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly announcer: Announcer;
  readonly logger: Logger;
  readonly run: RunIdentity;
  readonly userId: number;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
  /** Books what a report says was filled, in its transaction. */
  readonly book: (
    tx: Transaction,
    order: OrderRow,
    filled: { quantity: number; value: number },
  ) => Promise<BookedFill>;
  /** Hears why the broker refused an order, or null when it took one. */
  readonly onAnswer?: (refusal: BrokerTrouble | null) => void;
  /** Hears of every change of an order after it was written. */
  readonly onChange: (order: OrderRow, booked: BookedFill | null) => void;
}

/** How long a cancellation is given before it is asked for again. */
const CANCEL_PATIENCE_MS = 5_000;

/**
 * Orders of one user at a broker. Each is written, sent once, and then believed only on evidence: what the broker
 * reports of it. A doubt is a state of its own, `unknown`, that ends by evidence or by the user, never by a guess.
 */
export class LiveOrders {
  private readonly needs: LiveOrdersNeeds;
  private readonly alive = new Map<number, OrderRow>();
  private readonly cancellingUntil = new Map<number, number>();
  private readonly triggered = new Set<number>();
  private readonly entriesOnTheirWay = new Set<Promise<OrderRow>>();
  private entries = new AbortController();
  private isLookWanted = true;

  constructor(needs: LiveOrdersNeeds) {
    this.needs = needs;
  }

  /** Takes up what was there before. What was being sent when the program ended is unknown now. */
  async load(): Promise<void> {
    const { database, run, clock, announcer } = this.needs;
    const rows = await database.read
      .selectFrom('orders')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where('state', 'in', LIVE_ORDER_STATES)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const known = await database.write((tx) => {
        if (row.state === 'sent' && row.broker_order_id === null)
          return moveOrder(
            tx,
            announcer.hub,
            row.id,
            'unknown',
            clock.now(),
            'The program ended before an answer came',
          );
        if (row.state === 'intended' && row.purpose === 'entry')
          return moveOrder(
            tx,
            announcer.hub,
            row.id,
            'cancelled',
            clock.now(),
            'Never sent: the program ended before',
          );
        return Promise.resolve(row);
      });
      this.remember(known);
    }
  }

  /** Every order that has not ended, oldest first. */
  all(): OrderRow[] {
    return [...this.alive.values()];
  }

  get(orderId: number): OrderRow | undefined {
    return this.alive.get(orderId);
  }

  isCancelling(orderId: number): boolean {
    return (this.cancellingUntil.get(orderId) ?? 0) > this.needs.clock.now();
  }

  get brokerId(): number {
    return this.needs.run.brokerId;
  }

  /** A stop order whose trigger was reached: it is in the market now, and must fill. */
  isTriggered(orderId: number): boolean {
    return this.triggered.has(orderId);
  }

  get hasUnknown(): boolean {
    return this.all().some(({ state }) => state === 'unknown');
  }

  /** The order book must be read at the next look, not only at the next minute's. */
  get isLookDue(): boolean {
    return this.isLookWanted || this.hasUnknown || this.cancellingUntil.size > 0;
  }

  /** Begins to watch an order that was written; also one that was only intended. */
  remember(order: OrderRow): void {
    if (isOver(order.state)) {
      this.alive.delete(order.id);
      this.cancellingUntil.delete(order.id);
      this.triggered.delete(order.id);
    } else this.alive.set(order.id, order);
  }

  /**
   * Sends a written order, once. An entry that is locked or taken back before it leaves is refused here. Answers the
   * order as it stands then; what becomes of it comes by reports.
   */
  send(order: OrderRow, ticket: Ticket, urgency: OrderUrgency): Promise<OrderRow> {
    const sending = this.sendOnce(order, ticket, urgency);
    if (urgency === 'entry') {
      this.entriesOnTheirWay.add(sending);
      const forget = () => void this.entriesOnTheirWay.delete(sending);
      sending.then(forget, forget);
    }
    return sending;
  }

  private async sendOnce(order: OrderRow, ticket: Ticket, urgency: OrderUrgency): Promise<OrderRow> {
    const broker = this.needs.broker();
    const { signal } = this.entries;
    const tag = newOrderTag();
    const sent = await this.writeSending(order, ticket, tag, broker === null);
    this.changed(sent);
    if (sent.state !== 'sent' || !broker) return sent;
    const placement =
      urgency === 'entry'
        ? await broker.place({ ...ticket, tag }, urgency, signal)
        : await broker.place({ ...ticket, tag }, urgency);
    const { onAnswer } = this.needs;
    if (placement.outcome === 'accepted') onAnswer?.(null);
    if (placement.outcome === 'refused') onAnswer?.(new BrokerTrouble(placement.kind, placement.reason));
    return this.takePlacement(order.id, placement);
  }

  /** The last moment at which an order can be held back: in the same transaction that says it is sent. */
  private writeSending(order: OrderRow, ticket: Ticket, tag: string, isCut: boolean): Promise<OrderRow> {
    const { database, announcer, clock, userId } = this.needs;
    return database.write(async (tx) => {
      const refuse = (reason: string) =>
        moveOrder(tx, announcer.hub, order.id, 'rejected', clock.now(), reason);
      const current = await tx.query
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      if (current.state !== 'intended') return current;
      if (isCut) return refuse('Not sent: there is no session with the broker.');
      if (current.purpose === 'entry') {
        const lock = await tx.query
          .selectFrom('live_locks')
          .select('reason')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (lock) return refuse(`Not sent: ${lock.reason}`);
      }
      await tx.query
        .updateTable('orders')
        .set({
          tag,
          quantity: ticket.quantity,
          instrument_json: JSON.stringify(ticket.instrument),
          broker_product: ticket.product,
          price: ticket.price,
          trigger_price: ticket.trigger,
          sent_at: clock.now(),
        })
        .where('id', '=', order.id)
        .execute();
      return moveOrder(tx, announcer.hub, order.id, 'sent', clock.now(), '');
    });
  }

  /** The answer to the sending. A report may have come before it, and knows better. */
  private async takePlacement(orderId: number, placement: Placement): Promise<OrderRow> {
    const { database, announcer, clock } = this.needs;
    const order = await database.write(async (tx) => {
      const current = await tx.query
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const move = (state: 'acknowledged' | 'rejected' | 'unknown', reason: string) =>
        moveOrder(tx, announcer.hub, orderId, state, clock.now(), reason);
      if (placement.outcome === 'accepted') {
        if (current.broker_order_id !== null) return current;
        await tx.query
          .updateTable('orders')
          .set({ broker_order_id: placement.brokerOrderId })
          .where('id', '=', orderId)
          .execute();
        return move('acknowledged', '');
      }
      if (current.state !== 'sent') return current;
      return move(placement.outcome === 'refused' ? 'rejected' : 'unknown', placement.reason);
    });
    this.changed(order);
    return order;
  }

  /** Takes evidence about an order of ours; any other order is not our business. */
  async take(report: OrderReport): Promise<void> {
    const { database, clock, announcer, book } = this.needs;
    const known = await this.find(report);
    if (!known) return;
    if (known.trigger_price !== null && report.state === 'open') this.triggered.add(known.id);
    const taken = await database.write((tx) =>
      applyReport(tx, { hub: announcer.hub, book, now: clock.now() }, known.id, report),
    );
    if (taken) this.changed(taken.order, taken.booked);
  }

  /** The user has looked, and says that the order was not placed. The broker may still report otherwise. */
  async deny(order: OrderRow): Promise<void> {
    const { database, announcer, clock } = this.needs;
    const reason = 'You said that it was not placed';
    this.changed(
      await database.write((tx) => moveOrder(tx, announcer.hub, order.id, 'rejected', clock.now(), reason)),
    );
  }

  /**
   * The user says that an order of the broker's book is this one.
   * @throws Refusal when the book does not have it, or it is another one; BrokerTrouble when it cannot be read
   */
  async link(order: OrderRow, brokerOrderId: string): Promise<void> {
    const broker = this.needs.broker();
    if (!broker) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
    const report = (await broker.orderBook()).find((one) => one.brokerOrderId === brokerOrderId);
    if (!report) throw new Refusal('refused', 'The broker has no order of today with this number.');
    const other = await this.find({ ...report, tag: null });
    if (other && other.id !== order.id)
      throw new Refusal('refused', 'This order of the broker belongs to another order already.');
    if (report.quantity !== order.quantity || report.side !== order.side)
      throw new Refusal(
        'refused',
        `That order is to ${report.side} ${report.quantity}, this one to ${order.side} ${order.quantity}.`,
      );
    const { database, announcer, clock, book } = this.needs;
    const taken = await database.write((tx) =>
      applyReport(tx, { hub: announcer.hub, book, now: clock.now() }, order.id, report),
    );
    if (taken) this.changed(taken.order, taken.booked);
  }

  read(orderId: number): Promise<OrderRow> {
    const { read } = this.needs.database;
    return read.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  }

  private async find(report: OrderReport): Promise<OrderRow | undefined> {
    for (const order of this.alive.values())
      if (order.broker_order_id === report.brokerOrderId || (order.tag !== null && order.tag === report.tag))
        return order;
    const { run, database } = this.needs;
    return database.read
      .selectFrom('orders')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where((eb) =>
        report.tag === null
          ? eb('broker_order_id', '=', report.brokerOrderId)
          : eb.or([eb('broker_order_id', '=', report.brokerOrderId), eb('tag', '=', report.tag)]),
      )
      .executeTakeFirst();
  }

  /** Asks the broker to cancel. Its end comes as a report; until then it is alive. */
  async cancel(order: OrderRow): Promise<void> {
    const broker = this.needs.broker();
    const ref = refOf(order);
    if (!broker || !ref) return;
    this.cancellingUntil.set(order.id, this.needs.clock.now() + CANCEL_PATIENCE_MS);
    const outcome = await broker.cancel(ref);
    if (outcome.outcome !== 'accepted')
      this.needs.logger.warn({ orderId: order.id, ...outcome }, 'a cancellation was not accepted');
    this.isLookWanted = true;
  }

  /** Changes a resting order; false when it is not known to have been changed. */
  async change(order: OrderRow, change: OrderChange): Promise<boolean> {
    const broker = this.needs.broker();
    const ref = refOf(order);
    if (!broker || !ref) return false;
    const outcome = await broker.modify(ref, change);
    this.isLookWanted ||= outcome.outcome !== 'accepted';
    if (outcome.outcome !== 'accepted') {
      this.needs.logger.warn({ orderId: order.id, ...outcome }, 'a change of an order was not accepted');
      return false;
    }
    const changed = await this.needs.database.write((tx) =>
      tx.query
        .updateTable('orders')
        .set({ quantity: change.quantity, price: change.price, trigger_price: change.trigger })
        .where('id', '=', order.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    this.changed(changed);
    return true;
  }

  /** Ends an order that was never sent. */
  async drop(orderId: number, reason: string): Promise<void> {
    const { database, announcer, clock } = this.needs;
    this.changed(
      await database.write((tx) => moveOrder(tx, announcer.hub, orderId, 'cancelled', clock.now(), reason)),
    );
  }

  /**
   * Takes back every entry that waits for its turn, and resolves when none is on its way any more: after that no order
   * leaves that was wanted before.
   */
  async withdrawEntries(): Promise<void> {
    this.entries.abort();
    this.entries = new AbortController();
    await Promise.allSettled([...this.entriesOnTheirWay]);
  }

  /** Reads the order book and takes all that it says of ours. @throws BrokerTrouble */
  async look(): Promise<readonly OrderReport[]> {
    const broker = this.needs.broker();
    if (!broker) return [];
    this.isLookWanted = false;
    for (const [orderId, until] of this.cancellingUntil)
      if (until <= this.needs.clock.now()) this.cancellingUntil.delete(orderId);
    try {
      const reports = await broker.orderBook();
      for (const report of reports) await this.take(report);
      return reports;
    } catch (error) {
      this.isLookWanted = true;
      throw error;
    }
  }

  private changed(order: OrderRow, booked: BookedFill | null = null): void {
    this.remember(order);
    this.needs.onChange(order, booked);
  }
}

/** What an order is called at the broker; null while that is not known. */
export const refOf = (order: OrderRow): BrokerOrderRef | null => {
  const { broker_order_id: brokerOrderId, tag, instrument_json: json, price } = order;
  if (brokerOrderId === null || tag === null || json === null || price === null) return null;
  return {
    brokerOrderId,
    order: {
      tag,
      instrument: JSON.parse(json) as BrokerInstrument,
      side: order.side,
      quantity: order.quantity,
      product: order.broker_product ?? 'intraday',
      price,
      trigger: order.trigger_price,
    },
  };
};
