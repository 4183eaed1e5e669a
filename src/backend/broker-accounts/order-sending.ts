import { isOver } from '../../engine/trading/order.ts';
import {
  type Broker,
  type BrokerOrder,
  BrokerTrouble,
  type OrderTurn,
  type OrderUrgency,
  type Placement,
} from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { endedSentence } from '../ended-sentence.ts';
import type { EventSinks } from '../trading/announce.ts';
import { applyEvent, type OrderHappening, readOrder } from '../trading/order-book.ts';
import type { EntryMoney } from './entry-money.ts';
import { newOrderTag } from './order-tag.ts';
import { ownedTurn, type OwnedOrders } from './owned-turn.ts';

/** An order as it goes out, but for its tag. */
export type Ticket = Omit<BrokerOrder, 'tag'>;

export interface OrderSendingDeps extends OwnedOrders {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
  /**
   * The broker's figures for an entry's money, asked right before sending. Nothing is asked where this is not given.
   */
  readonly moneyOf?: (broker: Broker, ticket: Ticket) => Promise<EntryMoney | null>;
  /** Money of an entry that is known already; null where the broker must be asked. */
  readonly knownMoneyOf?: (ticket: Ticket) => EntryMoney | null;
  /** Called with the intent of an entry that ended unfilled: its money is free. */
  readonly releaseMoney?: (intentKey: string) => void;
  /** Why an entry must not be sent, or null. Asked in the transaction that says `submitted`. */
  readonly denial: (
    tx: Transaction,
    order: OrderRow,
    ticket: Ticket,
    money: EntryMoney | null,
  ) => Promise<string | null>;
  /** Notify the owner of an ended order if it was rejected. Called in the transaction that ends it. */
  readonly notifyRejected: (tx: Transaction, order: OrderRow) => Promise<void>;
  /** Called with the broker's refusal of an order. Null when it accepted one. */
  readonly onAnswer?: (refusal: BrokerTrouble | null) => void;
  /** Called when an order was sent, held back or answered. */
  readonly onChange: (order: OrderRow) => void;
  /** Asks for the order book. It shows what became of an order whose answer could not be written. */
  readonly wantSync: () => void;
}

type Write = (tx: Transaction) => Promise<{ readonly order: OrderRow; readonly isNew: boolean }>;

/** Facts beside an entry that is about to be sent. */
interface Asking {
  readonly broker: Broker | null;
  readonly money: EntryMoney | null;
  /** Aborted when every entry is withdrawn. */
  readonly signal: AbortSignal;
}

/** Sends written orders once each, and writes the broker's answers. */
export class OrderSending {
  private readonly deps: OrderSendingDeps;
  private readonly inFlight = new Map<number, Promise<OrderRow>>();
  private readonly entriesInFlight = new Set<Promise<unknown>>();
  /** Answers that could not be written, by order: written with the next book, or the order would be in doubt for ever. */
  private readonly unwritten = new Map<number, Placement>();
  private entries = new AbortController();

  constructor(deps: OrderSendingDeps) {
    this.deps = deps;
  }

  /** Whether an order is being sent now. */
  isBeingSent(orderId: number): boolean {
    return this.inFlight.has(orderId);
  }

  /**
   * Sends a written order, once, however often this is called. An entry that a guard denies, or that is withdrawn
   * before it leaves, ends here. An exit without a session stays as it is written. Resolves to the order as it stands
   * then; what becomes of it comes by reports.
   */
  submit(order: OrderRow, ticket: Ticket, urgency: OrderUrgency, priority = 0): Promise<OrderRow> {
    const known = this.inFlight.get(order.id);
    if (known) return known;
    const sending = this.submitOnce(order, ticket, { urgency, priority });
    this.track(order.id, sending);
    if (urgency === 'entry') this.trackEntry(sending);
    return sending;
  }

  private trackEntry(entry: Promise<unknown>): void {
    this.entriesInFlight.add(entry);
    const forget = () => this.entriesInFlight.delete(entry);
    entry.then(forget, forget);
  }

  private track(orderId: number, sending: Promise<OrderRow>): void {
    this.inFlight.set(orderId, sending);
    const forget = () => this.inFlight.delete(orderId);
    sending.then(forget, forget);
  }

  /**
   * Write an order that takes shares off, and mark it as sent. Both are one transaction, so it waits for one commit
   * only. What `write` finds written already, and anything without a session, stays as it is.
   */
  async submitNew(write: Write, ticket: Ticket, priority: number): Promise<OrderRow> {
    const broker = this.deps.broker();
    const tag = newOrderTag();
    const { written, isMine } = await this.deps.database.write(this.deps.userId, async (tx) => {
      const { order, isNew } = await write(tx);
      return isNew && this.isInUse(broker)
        ? { written: await this.markSubmitted(tx, order, ticket, tag), isMine: true }
        : { written: order, isMine: false };
    });
    if (!isMine || !broker) {
      this.deps.onChange(written);
      return written;
    }
    const sending = this.send(written, { ...ticket, tag }, broker, { urgency: 'exit', priority });
    this.track(written.id, sending);
    return sending;
  }

  /**
   * Write an entry and begin to send it. Both are one transaction, so it waits for one commit only; `sent` resolves with the
   * broker's answer, or at once where a guard denies it. What is written already stays as it is. Null where its money
   * is not known: the broker is asked first, while it is written that it is wanted.
   */
  async beginEntry(
    database: Database,
    write: Write,
    ticket: Ticket,
  ): Promise<{ order: OrderRow; sent?: Promise<OrderRow> } | null> {
    const broker = this.deps.broker();
    const money = this.deps.knownMoneyOf?.(ticket) ?? null;
    if (!broker || !money) return null;
    const { signal } = this.entries;
    const tag = newOrderTag();
    const writing = database.write(
      this.deps.userId,
      async (tx) => {
        const written = await write(tx);
        if (!written.isNew) return { ...written, isMine: false };
        const refusal = await this.refusalOf(tx, written.order, ticket, { broker, money, signal });
        const order = refusal ?? (await this.markSubmitted(tx, written.order, ticket, tag));
        return { order, isNew: true, isMine: refusal === null };
      },
      true,
    );
    // Who withdraws all entries waits for one that is being written, too.
    this.trackEntry(writing);
    const { order, isNew, isMine } = await writing;
    if (!isNew) return { order };
    if (!isMine) {
      this.deps.onChange(order);
      return { order, sent: Promise.resolve(order) };
    }
    const sent = this.send(order, { ...ticket, tag }, broker, { urgency: 'entry', priority: 0 }, signal);
    this.track(order.id, sent);
    this.trackEntry(sent);
    return { order, sent };
  }

  /**
   * Withdraw every entry that waits for its turn. Resolves when none is under way: after that, no order leaves that
   * was wanted before.
   */
  async withdrawEntries(): Promise<void> {
    this.entries.abort();
    this.entries = new AbortController();
    await Promise.allSettled([...this.entriesInFlight]);
  }

  /** Writes the answers that could not be written when they came. */
  async writeAnswers(): Promise<void> {
    for (const [orderId, placement] of [...this.unwritten]) {
      await this.onPlacement(orderId, placement);
      this.unwritten.delete(orderId);
    }
  }

  private async submitOnce(order: OrderRow, ticket: Ticket, turn: OrderTurn): Promise<OrderRow> {
    const isEntry = turn.urgency === 'entry';
    const { signal } = this.entries;
    // Legs are asked for together, before the first of them.
    const money = isEntry && order.leg === null ? await this.moneyOf(ticket) : null;
    const broker = this.deps.broker();
    if (!broker && !isEntry) return order;
    const tag = newOrderTag();
    const { written, isMine } = await this.writeSubmitted(order, ticket, tag, { broker, money, signal });
    if (!isMine || !broker) {
      this.deps.onChange(written);
      return written;
    }
    return this.send(written, { ...ticket, tag }, broker, turn, isEntry ? signal : undefined);
  }

  /** Publish an order as sent, send it, and write the answer. */
  private async send(
    order: OrderRow,
    ticket: BrokerOrder,
    broker: Broker,
    turn: OrderTurn,
    signal?: AbortSignal,
  ): Promise<OrderRow> {
    this.deps.onChange(order);
    const placement = await broker.place(ticket, ownedTurn(this.deps, turn), signal);
    // The answer of a session that has ended says nothing about the one in use.
    const onAnswer = this.deps.broker() === broker ? this.deps.onAnswer : undefined;
    if (placement.outcome === 'accepted') onAnswer?.(null);
    if (placement.outcome === 'refused') onAnswer?.(new BrokerTrouble(placement.kind, placement.reason));
    try {
      return await this.onPlacement(order.id, placement);
    } catch (error) {
      this.unwritten.set(order.id, placement);
      this.deps.wantSync();
      throw error;
    }
  }

  /** Whether it is the session still: an account may have been left while a change waited for its turn. */
  private isInUse(broker: Broker | null): boolean {
    return broker !== null && this.deps.broker() === broker;
  }

  private async moneyOf(ticket: Ticket): Promise<EntryMoney | null> {
    const broker = this.deps.broker();
    return broker && this.deps.moneyOf ? this.deps.moneyOf(broker, ticket) : null;
  }

  /**
   * The last moment at which an order can be held back: guards are asked in the transaction that says `submitted`, and
   * only who writes that sends.
   */
  private writeSubmitted(
    order: OrderRow,
    ticket: Ticket,
    tag: string,
    asking: Asking,
  ): Promise<{ written: OrderRow; isMine: boolean }> {
    const { database } = this.deps;
    return database.write(order.user_id, async (tx) => {
      const current = await readOrder(tx.query, order.id);
      if (current.state !== 'intended') return { written: current, isMine: false };
      const refusal = current.slot === 'entry' ? await this.refusalOf(tx, current, ticket, asking) : null;
      if (refusal) return { written: refusal, isMine: false };
      if (!this.isInUse(asking.broker)) return { written: current, isMine: false };
      return { written: await this.markSubmitted(tx, current, ticket, tag), isMine: true };
    });
  }

  /** An entry as it ends that must not be sent; null of one that may. */
  private async refusalOf(
    tx: Transaction,
    order: OrderRow,
    ticket: Ticket,
    { broker, money, signal }: Asking,
  ): Promise<OrderRow | null> {
    const { sinks, clock, denial } = this.deps;
    const end = (happening: { readonly event: 'deny' | 'withdraw'; readonly reason: string }) =>
      applyEvent(tx, sinks.hub, order, { ...happening, at: clock.now() });
    if (signal.aborted) return end({ event: 'withdraw', reason: 'Withdrawn before it was sent.' });
    const why = this.isInUse(broker)
      ? await denial(tx, order, ticket, money)
      : 'There is no session with the broker.';
    return why === null ? null : end({ event: 'deny', reason: `Not sent: ${why}` });
  }

  private async markSubmitted(
    tx: Transaction,
    order: OrderRow,
    { instrument, product, quantity, price, trigger }: Ticket,
    tag: string,
  ): Promise<OrderRow> {
    const { sinks, clock, ownership } = this.deps;
    await ownership?.require(tx, order.user_id);
    const at = clock.now();
    const change = { quantity, price, trigger_price: trigger };
    const sentAs = { tag, instrument_json: JSON.stringify(instrument), broker_product: product, sent_at: at };
    return applyEvent(tx, sinks.hub, order, { event: 'submit', at, change }, sentAs);
  }

  /** The answer to the sending. A report may have come before it, and knows better. */
  private async onPlacement(orderId: number, placement: Placement): Promise<OrderRow> {
    const { database, sinks, clock, userId, notifyRejected } = this.deps;
    const order = await database.write(userId, async (tx) => {
      const current = await readOrder(tx.query, orderId);
      const at = clock.now();
      const apply = (happening: Omit<OrderHappening, 'at'>) =>
        applyEvent(tx, sinks.hub, current, { ...happening, at });
      if (placement.outcome === 'accepted') {
        if (current.broker_order_id !== null) return current;
        const change = { broker_order_id: placement.brokerOrderId };
        // Ended with its day, or written off, before the answer came: it is there all the same.
        return apply({ event: isOver(current.state) ? 'find' : 'accept', change });
      }
      const isWaitedFor = current.state === 'submitted' || current.state === 'unknown';
      if (!isWaitedFor || current.broker_order_id !== null) return current;
      const reason = endedSentence(placement.reason);
      if (placement.outcome === 'unknown')
        return current.state === 'unknown' ? current : apply({ event: 'lose-answer', reason, said: reason });
      const event = placement.kind === 'withdrawn' ? 'withdraw' : 'refuse';
      const ended = await apply({ event, reason, said: reason });
      await notifyRejected(tx, ended);
      return ended;
    });
    this.deps.onChange(order);
    return order;
  }
}
