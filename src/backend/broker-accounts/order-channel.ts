import type { Logger } from 'pino';
import { isAtBroker, isOver } from '../../engine/trading/order.ts';
import { LATE_REPORTS_MS } from '../../engine/trading/trading-day.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istMidnight } from '../../shared/time.ts';
import type { OrderChange, OrderReport, OrderUrgency } from '../brokers/broker.ts';
import { type Transaction } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { OrderRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { readOrder } from '../trading/order-book.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import { AbsentOrders } from './absent-orders.ts';
import { applyReport, isWritten } from './apply-report.ts';
import { readInstrument } from './held-position.ts';
import { OrderEvents, type OrderEventsDeps } from './order-events.ts';
import { OrderIndex } from './order-index.ts';
import { OrderRequests } from './order-requests.ts';
import { OrderSending, type OrderSendingDeps, type Ticket } from './order-sending.ts';

export interface OrderChannelDeps extends Omit<OrderSendingDeps, 'onChange' | 'wantSync'>, OrderEventsDeps {
  readonly logger: Logger;
  readonly run: RunIdentity;
  /** Books what a report says was filled, in its transaction. */
  readonly book: (
    tx: Transaction,
    order: OrderRow,
    filled: { quantity: number; value: number },
  ) => Promise<BookedFill>;
  /** Whether an unsent entry still waits for its session. Others are over after a restart. */
  readonly isQueued: (order: OrderRow) => boolean;
  /** When the trading day of a sent order is over, epoch ms. */
  readonly dayEnd: (order: OrderRow) => number;
  /**
   * Notify the owner of an entry whose day ended unseen. It is not known whether it filled. Called in the transaction
   * that ends it.
   */
  readonly notifyUnseen: (tx: Transaction, order: OrderRow) => Promise<void>;
  /** Notify the owner that an exit's sale could not be booked. Called in the transaction that ends it. */
  readonly notifyUnbooked: (tx: Transaction, order: OrderRow) => Promise<void>;
  /** Called with each order of before a start. Nothing is reported of it yet. */
  readonly onRestore?: (order: OrderRow) => void;
  /** Called with a report about an order that is not ours: its owner trades by hand. */
  readonly onForeignReport?: (report: OrderReport) => void;
}

/**
 * Orders of one account at a broker. Each is written, sent once, and then believed only on evidence: what the broker
 * reports of it. A doubt is a state of its own, `unknown`, that ends by evidence, with the day or by the owner.
 */
export class OrderChannel {
  private readonly deps: OrderChannelDeps;
  readonly index: OrderIndex;
  readonly sending: OrderSending;
  readonly requests: OrderRequests;
  private readonly events: OrderEvents;
  private readonly filledAt = new Map<number, number>();
  private readonly absent = new AbsentOrders();
  private readonly linking = new KeyedLanes<string>();
  private readonly lastReport = new Map<string, string>();
  private isSyncWanted = true;
  private restored: Promise<void> = Promise.resolve();
  private release = (): void => undefined;
  private bookAt = Number.NEGATIVE_INFINITY;

  constructor(deps: OrderChannelDeps) {
    this.deps = deps;
    this.index = new OrderIndex(deps);
    const wantSync = () => {
      this.isSyncWanted = true;
    };
    this.sending = new OrderSending({ ...deps, onChange: (order) => this.changed(order), wantSync });
    this.events = new OrderEvents({ ...deps, onChange: (order, booked) => this.changed(order, booked) });
    this.requests = new OrderRequests({ ...deps, index: this.index, events: this.events, wantSync });
  }

  /**
   * Restore what was written. What was being sent when the program ended is unknown now; what this process is sending
   * is left alone, its answer is on the way.
   */
  async load(): Promise<void> {
    try {
      await this.restore();
    } finally {
      this.releaseReports();
    }
  }

  /** Have reports wait until orders are restored. Applied before, they would be of orders that nobody follows. */
  holdReports(): void {
    this.release();
    const held = Promise.withResolvers<void>();
    this.restored = held.promise;
    this.release = held.resolve;
  }

  /** Apply reports from now on, those that waited first. */
  releaseReports(): void {
    this.release();
  }

  private async restore(): Promise<void> {
    const { database, run, clock } = this.deps;
    const now = clock.now();
    const rows = await database.read
      .selectFrom('orders')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where((eb) => eb.or([eb('state', 'in', WORKING_STATES), eb('sent_at', '>=', istMidnight(now))]))
      .orderBy('id')
      .execute();
    for (const row of rows) {
      if (this.sending.isBeingSent(row.id)) continue;
      this.remember(row);
      this.requests.restore(row);
      this.deps.onRestore?.(row);
      if (row.state === 'submitted' && row.broker_order_id === null)
        await this.events.apply(row, {
          event: 'lose-answer',
          reason: 'The program ended before an answer came',
        });
      else if (row.state === 'intended' && row.slot === 'entry' && !this.deps.isQueued(row))
        await this.events.apply(row, {
          event: 'withdraw',
          reason: 'Never sent: the program ended before',
        });
    }
    this.isSyncWanted = true;
  }

  /** Every order that has not ended, oldest first. */
  all(): OrderRow[] {
    return this.index.all();
  }

  get(orderId: number): OrderRow | undefined {
    return this.index.get(orderId);
  }

  /** Orders of a position that have not ended, oldest first. */
  of(positionId: number): OrderRow[] {
    return this.index.of(positionId);
  }

  /** Whether an order is being sent now. */
  isBeingSent(orderId: number): boolean {
    return this.sending.isBeingSent(orderId);
  }

  /** When a fill of a position was last booked; epoch ms, 0 before the first. */
  lastFill(positionId: number): number {
    return this.filledAt.get(positionId) ?? 0;
  }

  get brokerId(): number {
    return this.deps.run.brokerId;
  }

  /** When the last complete order book was asked for; epoch ms. */
  get bookReadAt(): number {
    return this.bookAt;
  }

  /** Earliest time to ask something of an order again; epoch ms, 0 when it may be asked now. */
  nextAt(orderId: number, request: 'change' | 'cancel'): number {
    return this.requests.nextAt(orderId, request);
  }

  /** Whether the order book must be read soon. Otherwise it is read at the next minute. */
  get isSyncDue(): boolean {
    return this.isSyncWanted || this.index.hasUnknown || this.requests.isWaiting;
  }

  /** Begins to follow an order that was written. */
  remember(order: OrderRow): void {
    this.index.remember(order);
    this.requests.onChange(order);
    if (isOver(order.state)) this.absent.forget(order.id);
  }

  /** Sends a written order, once, however often this is called. */
  submit(order: OrderRow, ticket: Ticket, urgency: OrderUrgency, priority = 0): Promise<OrderRow> {
    return this.sending.submit(order, ticket, urgency, priority);
  }

  /** Apply evidence about an order of ours. The owner is notified of any other elsewhere. */
  async onReport(report: OrderReport): Promise<void> {
    await this.restored;
    const known = await this.index.find(report);
    if (!known) {
      this.deps.onForeignReport?.(report);
      return;
    }
    const { state, filledQuantity, quantity, price, trigger } = report;
    // Told before its price: booked at nothing, its stop would be nowhere. A book has both a moment later.
    if (filledQuantity > known.filled_quantity && report.filledValue <= known.filled_value) {
      this.isSyncWanted = true;
      return;
    }
    this.requests.onReport(known, report);
    const said = [state, filledQuantity, quantity, price, trigger, known.state, known.pending].join(' ');
    if (this.lastReport.get(report.brokerOrderId) === said) return;
    try {
      await this.applyTo(known.id, report);
    } catch (error) {
      // What it says is in the book as well.
      this.isSyncWanted = true;
      throw error;
    }
    const now = this.index.lastSeen(known.id) ?? known;
    this.lastReport.set(
      report.brokerOrderId,
      [state, filledQuantity, quantity, price, trigger, now.state, now.pending].join(' '),
    );
  }

  private async applyTo(orderId: number, report: OrderReport): Promise<void> {
    const { database, clock, sinks, userId, book, bookEnd, notifyRejected } = this.deps;
    this.absent.forget(orderId);
    const isOld = this.requests.isOld(orderId, report.at);
    const known = this.index.lastSeen(orderId);
    if (known && isWritten(known, report, isOld)) return;
    const isInDoubt = this.requests.isInDoubt(orderId);
    const isDayOver = (order: OrderRow): boolean => clock.now() >= this.deps.dayEnd(order);
    const applied = await database.write(userId, (tx) =>
      applyReport(
        tx,
        { hub: sinks.hub, book, bookEnd, notifyRejected, now: clock.now(), isOld, isInDoubt, isDayOver },
        orderId,
        report,
      ),
    );
    if (applied) this.changed(applied.order, applied.booked);
  }

  /** The owner has looked, and says that the order was not placed. The broker may still report otherwise. */
  async writeOff(order: OrderRow): Promise<void> {
    const reason = 'You said that it was not placed';
    await this.events.apply(order, { event: 'write-off', reason });
  }

  /**
   * Link an order to one in the broker's book. Its owner says that they are the same. Calls about the same order of
   * the broker run in turn.
   * @throws Refusal when the book does not have it, or it is another one; BrokerTrouble when it cannot be read
   */
  link(order: OrderRow, brokerOrderId: string): Promise<void> {
    return this.linking.run(brokerOrderId, () => this.linkInTurn(order, brokerOrderId));
  }

  private async linkInTurn(order: OrderRow, brokerOrderId: string): Promise<void> {
    const broker = this.deps.broker();
    if (!broker) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
    const report = (await broker.orderBook()).find((one) => one.brokerOrderId === brokerOrderId);
    if (!report) throw new Refusal('refused', 'The broker has no order of today with this number.');
    const other = await this.index.find({ ...report, tag: null });
    if (other && other.id !== order.id)
      throw new Refusal('refused', 'This order of the broker belongs to another order already.');
    const traded = otherShare(order, report);
    if (traded !== null)
      throw new Refusal('refused', `That order is in ${report.tradingSymbol}, this one in ${traded}.`);
    if (report.quantity !== order.quantity || report.side !== order.side)
      throw new Refusal(
        'refused',
        `That order is to ${report.side} ${report.quantity}, this one to ${order.side} ${order.quantity}.`,
      );
    await this.applyTo(order.id, report);
  }

  read(orderId: number): Promise<OrderRow> {
    return readOrder(this.deps.database.read, orderId);
  }

  /** Asks the broker to cancel; false when it could not be asked. The end comes as a report; until then it works. */
  cancel(order: OrderRow): Promise<boolean> {
    return this.requests.cancel(order);
  }

  /**
   * Take an order back. It is written that it is to end, and asked of the broker where it can be; `nextAt` says when to
   * ask again, until it has ended. False when it could not be asked now.
   */
  async end(order: OrderRow, reason: string): Promise<boolean> {
    // One that was to be sent a moment ago may be on its way by now.
    if (order.state === 'intended' && (await this.withdraw(order, reason))) return true;
    const marked = order.end_wanted === null ? await this.events.wantEnd(order.id, reason) : order;
    return marked !== null && this.requests.cancel(marked);
  }

  /** Changes a working order; false when it is not known to have been changed. */
  change(order: OrderRow, change: OrderChange, urgency?: OrderUrgency): Promise<boolean> {
    return this.requests.change(order, change, urgency);
  }

  /** Ends an order that was never sent; false when it is not waiting to be sent any more. */
  async withdraw(order: OrderRow, reason: string): Promise<boolean> {
    const isWaiting = ({ state }: OrderRow): boolean => state === 'intended';
    return (await this.events.applyIf(order.id, isWaiting, { event: 'withdraw', reason })) !== null;
  }

  /** Ends the orders whose trading day is over; whether they filled is seen in the account. */
  async endDay(): Promise<void> {
    const now = this.deps.clock.now();
    for (const order of this.all()) {
      const isOut = order.sent_at !== null && !this.sending.isBeingSent(order.id);
      if (isOut && now >= this.deps.dayEnd(order)) await this.endDayOf(order);
    }
    this.lastReport.clear();
    this.index.forgetBefore(istMidnight(now));
  }

  private async endDayOf(order: OrderRow): Promise<void> {
    const { dayEnd, notifyUnseen, notifyUnbooked, logger } = this.deps;
    const reason =
      order.state === 'unknown'
        ? 'Its day is over. Whether it was filled is seen in the account.'
        : 'Ended with its trading day.';
    // The account shows what an exit sold: it is missing there. What an entry bought may be its owner's own.
    const isUnseen =
      order.slot === 'entry' && isAtBroker(order.state) && this.bookAt < dayEnd(order) - LATE_REPORTS_MS;
    const happening = { event: 'end-day', reason } as const;
    // An order that cannot be booked, or reported to its owner, must not hold up the account's other orders.
    const ways = [
      () => this.events.apply(order, happening, isUnseen ? (tx) => notifyUnseen(tx, order) : undefined),
      () => this.events.endUnbooked(order, happening, (tx) => notifyUnbooked(tx, order)),
      () => this.events.endUnbooked(order, happening),
    ];
    for (const end of ways)
      try {
        await end();
        return;
      } catch (error) {
        if (storageTrouble(error) !== null) throw error;
        logger.error({ err: error, orderId: order.id }, 'the end of an order could not be booked');
      }
  }

  /** Reads the order book and takes all that it says of ours. @throws BrokerTrouble */
  async sync(): Promise<readonly OrderReport[]> {
    const broker = this.deps.broker();
    if (!broker) return [];
    this.isSyncWanted = false;
    const asked = this.deps.clock.now();
    try {
      await this.sending.writeAnswers();
      const reports = await broker.orderBook();
      for (const report of reports) await this.applyReport(report);
      this.bookAt = asked;
      await this.requests.settle(asked);
      await this.countAbsences(reports, asked);
      return reports;
    } catch (error) {
      this.isSyncWanted = true;
      throw error;
    }
  }

  /** Apply a report; its failure holds up no others. The book is read again soon then. */
  private async applyReport(report: OrderReport): Promise<void> {
    try {
      await this.onReport(report);
    } catch (error) {
      this.isSyncWanted = true;
      this.deps.logger.error(
        { err: error, brokerOrderId: report.brokerOrderId },
        'a report could not be taken',
      );
    }
  }

  /**
   * Count how often complete books lack an unknown order. An order that takes shares off counts as never arrived when
   * they have lacked it over minutes. An entry stays unknown: nothing is lost as long as it is not doubled.
   */
  private async countAbsences(reports: readonly OrderReport[], at: number): Promise<void> {
    const tags = new Set(reports.map(({ tag }) => tag));
    for (const order of this.all()) {
      if (order.state !== 'unknown' || order.slot === 'entry' || tags.has(order.tag)) continue;
      const reason = this.absent.onAbsence(order.id, at);
      if (reason !== null) await this.events.apply(order, { event: 'be-absent', reason });
    }
  }

  private changed(order: OrderRow, booked: BookedFill | null = null): void {
    if (booked) this.filledAt.set(booked.position.id, this.deps.clock.now());
    this.remember(order);
    if (order.slot === 'entry' && isOver(order.state) && order.filled_quantity === 0)
      this.deps.releaseMoney?.(order.intent_key);
    this.deps.onChange(order, booked);
  }
}

/** Trading symbol of an order, where a report is about another; null where both have the same. */
const otherShare = ({ instrument_json: json }: OrderRow, report: OrderReport): string | null => {
  const tradingSymbol = readInstrument(json)?.tradingSymbol ?? report.tradingSymbol;
  return tradingSymbol === report.tradingSymbol ? null : tradingSymbol;
};
