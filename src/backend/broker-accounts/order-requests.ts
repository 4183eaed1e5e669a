import type { Logger } from 'pino';
import { isAtBroker, isOver } from '../../engine/trading/order.ts';
import { backOffMs } from '../../engine/trading/position.ts';
import type {
  Broker,
  BrokerOrderRef,
  ChangeOutcome,
  OrderChange,
  OrderReport,
  OrderUrgency,
} from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { type OrderFigures, readOrder } from '../trading/order-book.ts';
import { readInstrument } from './held-position.ts';
import type { OrderEvents } from './order-events.ts';
import type { OrderIndex } from './order-index.ts';
import { ownedTurn, type OwnedOrders } from './owned-turn.ts';

export interface OrderRequestsDeps extends OwnedOrders {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Null while there is no session. */
  readonly broker: () => Broker | null;
  readonly index: OrderIndex;
  readonly events: OrderEvents;
  /** Asks for the order book: it tells what became of a request. */
  readonly wantSync: () => void;
}

/** How long a change or cancellation waits for its answer. Then it is asked for again. */
const REQUEST_PATIENCE_MS = 5_000;

interface Retry {
  failures: number;
  nextAt: number;
}

/** A change that is out. */
interface AskedChange {
  readonly at: number;
  /** An earlier change of which nobody knows. */
  readonly doubt: { readonly quantity: number; readonly at: number } | undefined;
  readonly answer: Promise<ChangeOutcome>;
}

/** Changes and cancellations requested at the broker. Followed until evidence shows their outcome. */
export class OrderRequests {
  private readonly deps: OrderRequestsDeps;
  /** Quantities that orders were to be changed to, and may have been; until evidence says what became of it. */
  private readonly askedQuantity = new Map<number, { quantity: number; at: number }>();
  /** When the last accepted change of an order was requested. An older book still shows the order as it was before. */
  private readonly changedAt = new Map<number, number>();
  /** The time of an order's newest report, epoch ms. Reports come late and out of order, and books lag behind. */
  private readonly reportedAt = new Map<number, number>();
  private readonly askedAt = new Map<number, number>();
  /** Pauses after changes that came to nothing, and after cancellations. What protects does not wait for the former. */
  private readonly retries = { change: new Map<number, Retry>(), cancel: new Map<number, Retry>() };
  /** Orders about which a request waits for its turn or its answer: the adapter reports how it ends. */
  private readonly asking = new Set<number>();
  /** Orders with a request that was never answered in time. */
  private readonly unanswered = new Set<number>();
  /** Orders with a request of before a start: nobody here waits for its answer. */
  private readonly ofBefore = new Set<number>();

  constructor(deps: OrderRequestsDeps) {
    this.deps = deps;
  }

  /** Restore requests about an order from before a start or log-in. Their answers are no longer awaited. */
  restore({ id, state, pending, asked_quantity: asked, updated_at: at }: OrderRow): void {
    // It is asked again when a book of long after does not show that it was done.
    if (pending !== null) {
      this.askedAt.set(id, at);
      this.ofBefore.add(id);
    }
    if (!isAtBroker(state)) return;
    if (asked !== null) this.askedQuantity.set(id, { quantity: asked, at });
    // A report of before shows nothing that is not written; a book that lags may show less.
    this.changedAt.set(id, at);
  }

  /** Note an order as it is now. Nothing more is requested of an order that has ended. */
  onChange({ id, pending, state }: OrderRow): void {
    if (pending === null) {
      this.askedAt.delete(id);
      this.ofBefore.delete(id);
    }
    if (!isOver(state)) return;
    const { askedQuantity, changedAt, reportedAt, askedAt, unanswered } = this;
    const { change, cancel } = this.retries;
    for (const known of [askedQuantity, changedAt, reportedAt, askedAt, change, cancel, unanswered])
      known.delete(id);
  }

  /** Apply what a report says of a change. A book that lags behind still shows the order as it was. */
  onReport({ id: orderId, state, slot }: OrderRow, { at, quantity }: OrderReport): void {
    // The book goes on listing what has ended: nothing is kept of it.
    if (isOver(state)) return;
    this.reportedAt.set(orderId, Math.max(at, this.reportedAt.get(orderId) ?? 0));
    const asked = this.askedQuantity.get(orderId);
    if (!asked || (at <= asked.at && quantity !== asked.quantity)) return;
    this.askedQuantity.delete(orderId);
    // An entry that has what was asked of it before a start was changed then, though the book's time, in whole seconds of
    // another clock, looks older than the question.
    if (slot === 'entry' && quantity === asked.quantity && this.ofBefore.has(orderId))
      this.changedAt.delete(orderId);
  }

  /** Whether a report predates another, or an order's last accepted change. `at` is epoch ms, 0 when it gives none. */
  isOld(orderId: number, at: number): boolean {
    const isPassed = at < (this.reportedAt.get(orderId) ?? 0);
    return at > 0 && (isPassed || at <= (this.changedAt.get(orderId) ?? 0));
  }

  /** Whether a request is not known to be carried out yet. */
  get isWaiting(): boolean {
    return this.askedAt.size > 0;
  }

  /** Whether a change of an order may have happened unseen. */
  isInDoubt(orderId: number): boolean {
    return this.askedQuantity.has(orderId);
  }

  /** The most that an order may have at the broker: a change whose answer is out or lost may have happened. */
  mostQuantity({ id, quantity }: OrderRow): number {
    return Math.max(quantity, this.askedQuantity.get(id)?.quantity ?? 0);
  }

  /** The most that orders at the broker can take off a position. Those that may be there count too. */
  mostOut(positionId: number): number {
    return this.deps.index
      .of(positionId)
      .filter(({ slot, state }) => slot !== 'entry' && state !== 'intended')
      .reduce((sum, order) => sum + this.mostQuantity(order) - order.filled_quantity, 0);
  }

  /**
   * When a request about an order may be made again, epoch ms; 0 when it may be made now. A change waits for the pause
   * after a cancellation too.
   */
  nextAt(orderId: number, request: 'change' | 'cancel'): number {
    const { change, cancel } = this.retries;
    const cancelAt = cancel.get(orderId)?.nextAt ?? 0;
    return request === 'cancel' ? cancelAt : Math.max(cancelAt, change.get(orderId)?.nextAt ?? 0);
  }

  /** Requests about an order that failed in a row. */
  failures(orderId: number): number {
    const { change, cancel } = this.retries;
    return (change.get(orderId)?.failures ?? 0) + (cancel.get(orderId)?.failures ?? 0);
  }

  /** Whether a request about a working order was not answered in time. */
  isUnanswered(orderId: number): boolean {
    return this.unanswered.has(orderId);
  }

  /** Asks the broker to cancel; false when it could not be asked. The end comes as a report; until then it works. */
  async cancel(order: OrderRow): Promise<boolean> {
    const { clock, events, wantSync } = this.deps;
    const broker = this.deps.broker();
    const ref = refOf(order);
    if (!broker || !ref || !isAtBroker(order.state) || order.pending === 'cancel') return false;
    const asked = await events.apply(order, { event: 'ask-cancel' });
    if (asked?.pending !== 'cancel') return false;
    this.askedAt.set(order.id, clock.now());
    const outcome = await this.awaitOutcome(order.id, broker.cancel(ref, ownedTurn(this.deps, {})));
    wantSync();
    if (outcome.outcome === 'refused' || outcome.outcome === 'gone')
      await this.failed(order.id, 'refuse-cancel', outcome.reason);
    return true;
  }

  /** Changes a working order; false when it is not known to have been changed. */
  async change(order: OrderRow, change: OrderChange, urgency: OrderUrgency = 'exit'): Promise<boolean> {
    const begun = await this.begin(order, change, urgency);
    return begun !== null && (await begun.answered).outcome === 'accepted';
  }

  /**
   * Write that an order is to be changed, and begin to ask. `alongside` runs in the transaction that says so, and
   * takes it back by throwing. Null when it cannot be asked.
   */
  async begin(
    order: OrderRow,
    change: OrderChange,
    urgency: OrderUrgency,
    alongside?: (tx: Transaction, current: OrderRow) => Promise<void>,
  ): Promise<{ readonly answered: Promise<ChangeOutcome> } | null> {
    const { clock, events } = this.deps;
    const broker = this.deps.broker();
    const ref = refOf(order);
    if (!broker || !ref || !isAtBroker(order.state) || order.pending !== null) return null;
    // Of an earlier change nobody knows yet: it stays possible until this one is taken.
    const doubt = this.askedQuantity.get(order.id);
    const most = Math.max(change.quantity, doubt?.quantity ?? 0);
    const dearest = Math.max(change.price, order.asked_price ?? 0);
    const asked = await events.apply(
      order,
      { event: 'ask-change', change: { asked_quantity: most, asked_price: dearest } },
      alongside && (async (tx) => alongside(tx, await readOrder(tx.query, order.id))),
    );
    if (asked?.pending !== 'change') return null;
    const at = clock.now();
    this.askedAt.set(order.id, at);
    this.askedQuantity.set(order.id, { quantity: most, at });
    const answer = broker.modify(ref, change, ownedTurn(this.deps, { urgency }));
    return { answered: this.changeAnswered(order, change, { at, doubt, answer }) };
  }

  /** Wait for the answer to a change, and write what it says. */
  private async changeAnswered(
    order: OrderRow,
    { quantity, price, trigger }: OrderChange,
    { at, doubt, answer }: AskedChange,
  ): Promise<ChangeOutcome> {
    const { events, wantSync } = this.deps;
    const outcome = await this.awaitOutcome(order.id, answer);
    // One that was triggered stays a stop order: by that the broker finds it when it is changed again or cancelled.
    const moved = trigger === null ? {} : { trigger_price: trigger };
    if (outcome.outcome === 'refused' && doubt) this.askedQuantity.set(order.id, doubt);
    else if (outcome.outcome !== 'unknown') this.askedQuantity.delete(order.id);
    if (outcome.outcome === 'accepted') {
      this.retries.change.delete(order.id);
      this.retries.cancel.delete(order.id);
      this.changedAt.set(order.id, at);
      const applied = await events.applyIf(order.id, (current) => !isOver(current.state), {
        event: 'take-change',
        change: { quantity, price, ...moved, asked_quantity: null, asked_price: null },
      });
      return applied ? outcome : { outcome: 'gone', reason: 'It ended before it was changed.' };
    }
    wantSync();
    if (outcome.outcome !== 'unknown')
      await this.failed(order.id, 'refuse-change', outcome.reason, {
        asked_quantity: doubt?.quantity ?? null,
        asked_price: order.asked_price,
      });
    return outcome;
  }

  /**
   * Ask again for requests that a book does not show as done. They were made long before that book (`bookAt`, epoch
   * ms). The pause grows each time. How late the book itself came does not matter.
   */
  async settle(bookAt: number): Promise<void> {
    for (const [orderId, at] of [...this.askedAt]) {
      const order = this.deps.index.get(orderId);
      if (!order || order.pending === null) this.askedAt.delete(orderId);
      else if (!this.asking.has(orderId) && Math.abs(bookAt - at) >= REQUEST_PATIENCE_MS) {
        const isOfBefore = this.ofBefore.has(orderId);
        // Who has ended hears no answer: that says nothing about the broker.
        if (!isOfBefore) this.unanswered.add(orderId);
        const event = order.pending === 'change' ? 'refuse-change' : 'refuse-cancel';
        const why = isOfBefore ? 'The program ended before an answer came.' : 'No answer came in time.';
        await this.failed(orderId, event, why);
      }
    }
  }

  /** Waits for the outcome of a request; from then on its evidence is waited for. */
  private async awaitOutcome<T>(orderId: number, outcome: Promise<T>): Promise<T> {
    this.asking.add(orderId);
    try {
      return await outcome;
    } finally {
      this.asking.delete(orderId);
      if (this.askedAt.has(orderId)) this.askedAt.set(orderId, this.deps.clock.now());
    }
  }

  /** A change or cancellation was refused or not answered: it may be asked again after a while. */
  private async failed(
    orderId: number,
    event: 'refuse-change' | 'refuse-cancel',
    said: string,
    change?: Partial<OrderFigures>,
  ): Promise<void> {
    const { clock, logger, events } = this.deps;
    logger.warn({ orderId, event, said }, 'the broker did not do what was asked of an order');
    const pending = event === 'refuse-change' ? 'change' : 'cancel';
    const retries = this.retries[pending];
    const failures = (retries.get(orderId)?.failures ?? 0) + 1;
    retries.set(orderId, { failures, nextAt: clock.now() + backOffMs(failures) });
    await events.applyIf(orderId, (current) => current.pending === pending, {
      event,
      said,
      ...(change && { change }),
    });
  }
}

/** Reference of an order at the broker; null while that is not known. */
const refOf = (order: OrderRow): BrokerOrderRef | null => {
  const { broker_order_id: brokerOrderId, tag, instrument_json: json, price } = order;
  const instrument = readInstrument(json);
  if (brokerOrderId === null || tag === null || !instrument || price === null) return null;
  return {
    brokerOrderId,
    order: {
      tag,
      instrument,
      side: order.side,
      quantity: order.quantity,
      product: order.broker_product ?? 'intraday',
      price,
      trigger: order.trigger_price,
    },
  };
};
