import type { Logger } from 'pino';
import { backOffMs } from '../../engine/trading/position.ts';
import { isAtBroker, isOver } from '../../engine/trading/order.ts';
import { LATE_REPORTS_MS } from '../../engine/trading/trading-day.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istMidnight } from '../../shared/time.ts';
import type {
  BrokerInstrument,
  BrokerOrderRef,
  OrderChange,
  OrderReport,
  OrderUrgency,
} from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { applyEvent, type OrderHappening, readOrder } from '../trading/order-book.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import { OrderIndex } from './order-index.ts';
import { OrderSending, type OrderSendingDeps, type Ticket } from './order-sending.ts';
import { applyReport, type EndedExit } from './apply-report.ts';

export interface OrderChannelDeps extends Omit<OrderSendingDeps, 'onChange' | 'wantSync'> {
  readonly logger: Logger;
  readonly run: RunIdentity;
  readonly userId: number;
  /** Books what a report says was filled, in its transaction. */
  readonly book: (
    tx: Transaction,
    order: OrderRow,
    filled: { quantity: number; value: number },
  ) => Promise<BookedFill>;
  /** Books what an exit has sold that ends before it is full, in the transaction that ends it. */
  readonly bookEnd: (tx: Transaction, order: OrderRow) => Promise<EndedExit | null>;
  /** Whether an entry that was written and not sent still waits for its session; others are over after a restart. */
  readonly isQueued: (order: OrderRow) => boolean;
  /** When the day of an order that was sent at a moment is over, epoch ms. */
  readonly dayEnd: (order: OrderRow) => number;
  /** Tells the owner, in the transaction that ends it, that the day of an entry ended and nobody saw whether it filled. */
  readonly tellUnseen: (tx: Transaction, order: OrderRow) => Promise<void>;
  /** Hears of every change of an order after it was written. */
  readonly onChange: (order: OrderRow, booked: BookedFill | null) => void;
  /** Hears of a report about an order that is not ours: its owner trades by hand. */
  readonly onForeignReport?: (report: OrderReport) => void;
}

/** How long an answer to a change or cancellation is waited for before it is asked for again. */
const REQUEST_PATIENCE_MS = 5_000;
/** An order that complete books lack over this time, and so often, has never arrived. */
const ABSENCE_MS = 180_000;
const ABSENT_READINGS = 5;
/** A longer pause, of a machine that slept or a session that was lost, begins the count anew. */
const READING_GAP_MS = 30_000;

interface Retry {
  failures: number;
  nextAt: number;
}

/** Readings of the order book that lacked an order of which nobody knows. */
interface Absence {
  readings: number;
  readonly since: number;
  lastAt: number;
}

/**
 * Orders of one account at a broker. Each is written, sent once, and then believed only on evidence: what the broker
 * reports of it. A doubt is a state of its own, `unknown`, that ends by evidence, with the day or by the owner.
 */
export class OrderChannel {
  private readonly deps: OrderChannelDeps;
  readonly index: OrderIndex;
  readonly sending: OrderSending;
  /** Quantities that orders were to be changed to, and may have been; until evidence says what became of it. */
  private readonly askedQuantity = new Map<number, { quantity: number; at: number }>();
  /** When the last change that was taken of an order was asked for: an older book still shows it as it was before. */
  private readonly changedAt = new Map<number, number>();
  private readonly filledAt = new Map<number, number>();
  private readonly askedAt = new Map<number, number>();
  private readonly retries = new Map<number, Retry>();
  /** Orders about which a request waits for its turn or its answer: the adapter tells how it ends. */
  private readonly asking = new Set<number>();
  /** Orders of which something was asked and never answered in time. */
  private readonly unanswered = new Set<number>();
  private readonly absences = new Map<number, Absence>();
  private readonly linking = new KeyedLanes<string>();
  private readonly lastReport = new Map<string, string>();
  private isSyncWanted = true;
  /** When the last order book that was read was asked for; epoch ms. */
  private bookAt = Number.NEGATIVE_INFINITY;

  constructor(deps: OrderChannelDeps) {
    this.deps = deps;
    this.index = new OrderIndex(deps);
    this.sending = new OrderSending({
      ...deps,
      onChange: (order) => this.changed(order),
      wantSync: () => (this.isSyncWanted = true),
    });
  }

  /**
   * Takes up what was written. What was being sent when the program ended is unknown now; what this process is sending
   * is left alone, its answer is on the way.
   */
  async load(): Promise<void> {
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
      // Its answer is not waited for any more: it is asked again when the book does not show that it was done.
      if (row.pending !== null) this.askedAt.set(row.id, now);
      // What it was to be changed to is not written: it may be anything that the position has.
      if (row.pending === 'change' && isAtBroker(row.state))
        this.askedQuantity.set(row.id, { quantity: Number.MAX_SAFE_INTEGER, at: row.updated_at });
      else if (isAtBroker(row.state)) this.changedAt.set(row.id, row.updated_at);
      if (row.state === 'submitted' && row.broker_order_id === null)
        await this.apply(row, {
          event: 'lose-answer',
          at: now,
          reason: 'The program ended before an answer came',
        });
      else if (row.state === 'intended' && row.slot === 'entry' && !this.deps.isQueued(row))
        await this.apply(row, {
          event: 'withdraw',
          at: now,
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

  /** The most that an order may have at the broker: a change whose answer is out or lost may have happened. */
  mostQuantity({ id, quantity }: OrderRow): number {
    return Math.max(quantity, this.askedQuantity.get(id)?.quantity ?? 0);
  }

  /** The most that orders which are out, or may be, still take off a position. */
  mostOut(positionId: number): number {
    return this.of(positionId)
      .filter(({ slot, state }) => slot !== 'entry' && state !== 'intended')
      .reduce((sum, order) => sum + this.mostQuantity(order) - order.filled_quantity, 0);
  }

  get brokerId(): number {
    return this.deps.run.brokerId;
  }

  /** An order is not touched again before; epoch ms, 0 when it may be touched now. */
  nextAt(orderId: number): number {
    return this.retries.get(orderId)?.nextAt ?? 0;
  }

  /** Requests about an order that failed in a row. */
  failures(orderId: number): number {
    return this.retries.get(orderId)?.failures ?? 0;
  }

  /** Whether something was asked of an order that has not ended, and was not answered in time. */
  isUnanswered(orderId: number): boolean {
    return this.unanswered.has(orderId);
  }

  /** The order book must be read soon, not only at the next minute. */
  get isSyncDue(): boolean {
    return this.isSyncWanted || this.index.hasUnknown || this.askedAt.size > 0;
  }

  /** Begins to follow an order that was written. */
  remember(order: OrderRow): void {
    this.index.remember(order);
    if (order.pending === null) this.askedAt.delete(order.id);
    if (!isOver(order.state)) return;
    for (const map of [this.askedAt, this.askedQuantity, this.changedAt, this.retries, this.absences])
      map.delete(order.id);
    this.unanswered.delete(order.id);
  }

  /** Sends a written order, once, however often this is called. */
  submit(order: OrderRow, ticket: Ticket, urgency: OrderUrgency, priority = 0): Promise<OrderRow> {
    return this.sending.submit(order, ticket, urgency, priority);
  }

  /** Takes evidence about an order of ours; of any other its owner is told of elsewhere. */
  async onReport(report: OrderReport): Promise<void> {
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
    const asked = this.askedQuantity.get(known.id);
    // A book that lags behind still shows it as it was.
    if (asked && (report.at > asked.at || quantity === asked.quantity)) this.askedQuantity.delete(known.id);
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
    const { database, clock, announcer, book, bookEnd } = this.deps;
    this.absences.delete(orderId);
    const isOld = report.at > 0 && report.at <= (this.changedAt.get(orderId) ?? 0);
    const isDayOver = (order: OrderRow): boolean => clock.now() >= this.deps.dayEnd(order);
    const applied = await database.write((tx) =>
      applyReport(
        tx,
        { hub: announcer.hub, book, bookEnd, now: clock.now(), isOld, isDayOver },
        orderId,
        report,
      ),
    );
    if (applied) this.changed(applied.order, applied.booked);
  }

  /** The owner has looked, and says that the order was not placed. The broker may still report otherwise. */
  async writeOff(order: OrderRow): Promise<void> {
    const reason = 'You said that it was not placed';
    await this.apply(order, { event: 'write-off', at: this.deps.clock.now(), reason });
  }

  /**
   * The owner says that an order of the broker's book is this one. Those who say it of the same one are heard in turn.
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

  /** Asks the broker to cancel. Its end comes as a report; until then it works. */
  async cancel(order: OrderRow): Promise<void> {
    const broker = this.deps.broker();
    const ref = refOf(order);
    if (!broker || !ref || !isAtBroker(order.state) || order.pending === 'cancel') return;
    const asked = await this.apply(order, { event: 'ask-cancel', at: this.deps.clock.now() });
    if (asked?.pending !== 'cancel') return;
    this.askedAt.set(order.id, this.deps.clock.now());
    const outcome = await this.asked(order.id, broker.cancel(ref));
    this.isSyncWanted = true;
    if (outcome.outcome === 'accepted' || outcome.outcome === 'unknown') return;
    await this.requestFailed(order.id, 'refuse-cancel', outcome.reason);
  }

  /** Changes a working order; false when it is not known to have been changed. */
  async change(order: OrderRow, change: OrderChange, urgency: OrderUrgency = 'exit'): Promise<boolean> {
    const broker = this.deps.broker();
    const ref = refOf(order);
    if (!broker || !ref || !isAtBroker(order.state) || order.pending !== null) return false;
    const asked = await this.apply(order, { event: 'ask-change', at: this.deps.clock.now() });
    if (asked?.pending !== 'change') return false;
    const at = this.deps.clock.now();
    this.askedAt.set(order.id, at);
    // Of an earlier change nobody knows yet: it stays possible until this one is taken.
    const doubt = this.askedQuantity.get(order.id);
    this.askedQuantity.set(order.id, { quantity: Math.max(change.quantity, doubt?.quantity ?? 0), at });
    const outcome = await this.asked(order.id, broker.modify(ref, change, urgency));
    if (outcome.outcome === 'refused' && doubt) this.askedQuantity.set(order.id, doubt);
    else if (outcome.outcome !== 'unknown') this.askedQuantity.delete(order.id);
    if (outcome.outcome === 'accepted') {
      this.retries.delete(order.id);
      this.changedAt.set(order.id, at);
      const { quantity, price, trigger } = change;
      const taken = await this.applyIf(order.id, (current) => !isOver(current.state), {
        event: 'take-change',
        change: { quantity, price, trigger_price: trigger },
      });
      return taken !== null;
    }
    this.isSyncWanted = true;
    if (outcome.outcome !== 'unknown') await this.requestFailed(order.id, 'refuse-change', outcome.reason);
    return false;
  }

  /** Waits for the outcome of a request; from then on its evidence is waited for. */
  private async asked<T>(orderId: number, outcome: Promise<T>): Promise<T> {
    this.asking.add(orderId);
    try {
      return await outcome;
    } finally {
      this.asking.delete(orderId);
      if (this.askedAt.has(orderId)) this.askedAt.set(orderId, this.deps.clock.now());
    }
  }

  /** A change or cancellation was refused or not answered: it may be asked again after a while. */
  private async requestFailed(
    orderId: number,
    event: 'refuse-change' | 'refuse-cancel',
    said: string,
  ): Promise<void> {
    const { clock, logger } = this.deps;
    logger.warn({ orderId, event, said }, 'the broker did not do what was asked of an order');
    const failures = this.failures(orderId) + 1;
    this.retries.set(orderId, { failures, nextAt: clock.now() + backOffMs(failures) });
    const pending = event === 'refuse-change' ? 'change' : 'cancel';
    await this.applyIf(orderId, (current) => current.pending === pending, { event, said });
  }

  /** Ends an order that was never sent. */
  async withdraw(order: OrderRow, reason: string): Promise<void> {
    await this.applyIf(order.id, ({ state }) => state === 'intended', { event: 'withdraw', reason });
  }

  /** Forgets what was refused before of a position's orders: something has changed. */
  resetRetries(orderId: number): void {
    this.retries.delete(orderId);
  }

  /** Ends the orders whose trading day is over; whether they filled is seen in the account. */
  async endDay(): Promise<void> {
    const now = this.deps.clock.now();
    for (const order of this.all()) {
      if (order.sent_at === null || this.sending.isBeingSent(order.id) || now < this.deps.dayEnd(order))
        continue;
      const reason =
        order.state === 'unknown'
          ? 'Its day is over. Whether it was filled is seen in the account.'
          : 'Ended with its trading day.';
      // Of an exit the account tells: what it sold is missing there. What an entry bought may be its owner's own.
      const isUnseen =
        order.slot === 'entry' &&
        isAtBroker(order.state) &&
        this.bookAt < this.deps.dayEnd(order) - LATE_REPORTS_MS;
      await this.apply(
        order,
        { event: 'end-day', at: now, reason },
        isUnseen ? (tx) => this.deps.tellUnseen(tx, order) : undefined,
      );
    }
    this.lastReport.clear();
    this.index.forgetBefore(istMidnight(now));
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
      for (const report of reports) await this.takeReport(report);
      this.bookAt = asked;
      await this.settleRequests(asked);
      await this.countAbsences(reports, asked);
      return reports;
    } catch (error) {
      this.isSyncWanted = true;
      throw error;
    }
  }

  /** What cannot be booked of one order keeps the book from no other; it is read again soon. */
  private async takeReport(report: OrderReport): Promise<void> {
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
   * What was asked long before a book was (`bookAt`, epoch ms) and is not seen there to have happened is asked again, later
   * each time. How late the book itself came says nothing.
   */
  private async settleRequests(bookAt: number): Promise<void> {
    for (const [orderId, at] of [...this.askedAt]) {
      const order = this.index.get(orderId);
      if (!order || order.pending === null) this.askedAt.delete(orderId);
      else if (!this.asking.has(orderId) && Math.abs(bookAt - at) >= REQUEST_PATIENCE_MS) {
        this.unanswered.add(orderId);
        await this.requestFailed(
          orderId,
          order.pending === 'change' ? 'refuse-change' : 'refuse-cancel',
          'No answer came in time.',
        );
      }
    }
  }

  /**
   * An order that takes shares off and of which nobody knows is held not to have arrived when complete books have
   * lacked it over minutes. An entry stays unknown: nothing is lost while nobody doubles it.
   */
  private async countAbsences(reports: readonly OrderReport[], at: number): Promise<void> {
    const tags = new Set(reports.map(({ tag }) => tag));
    for (const order of this.all()) {
      if (order.state !== 'unknown' || order.slot === 'entry' || tags.has(order.tag)) continue;
      const before = this.absences.get(order.id);
      const absence =
        before && at - before.lastAt <= READING_GAP_MS ? before : { readings: 0, since: at, lastAt: at };
      absence.readings++;
      absence.lastAt = at;
      this.absences.set(order.id, absence);
      if (absence.readings < ABSENT_READINGS || at - absence.since < ABSENCE_MS) continue;
      const reason = `${absence.readings} order books over ${Math.round((at - absence.since) / 60_000)} minutes do not have it.`;
      await this.apply(order, { event: 'be-absent', at: this.deps.clock.now(), reason });
    }
  }

  /** Lets something happen to an order as it stands in the database; null when its table has no such pair any more. */
  private apply(
    order: OrderRow,
    happening: OrderHappening,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<OrderRow | null> {
    return this.applyIf(order.id, (current) => current.state === order.state, happening, alongside);
  }

  private async applyIf(
    orderId: number,
    isRight: (current: OrderRow) => boolean,
    happening: Omit<OrderHappening, 'at'>,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<OrderRow | null> {
    const { database, announcer, clock } = this.deps;
    const changed = await database.write(async (tx) => {
      const current = await readOrder(tx.query, orderId);
      if (!isRight(current)) return null;
      const order = await applyEvent(tx, announcer.hub, current, { ...happening, at: clock.now() });
      await alongside?.(tx);
      const ended = isOver(order.state) ? await this.deps.bookEnd(tx, current) : null;
      return { order, booked: ended && { protection: null, order, ...ended } };
    });
    if (changed) this.changed(changed.order, changed.booked);
    return changed?.order ?? null;
  }

  private changed(order: OrderRow, booked: BookedFill | null = null): void {
    if (booked) this.filledAt.set(booked.position.id, this.deps.clock.now());
    this.remember(order);
    this.deps.onChange(order, booked);
  }
}

/** What an order is in, where a report is of something else; null where both are in the same. */
const otherShare = ({ instrument_json: json }: OrderRow, report: OrderReport): string | null => {
  if (json === null) return null;
  const { tradingSymbol } = JSON.parse(json) as BrokerInstrument;
  return tradingSymbol === report.tradingSymbol ? null : tradingSymbol;
};

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
