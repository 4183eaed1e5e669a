import { isOver } from '../../engine/trading/order.ts';
import type { PaperBroker, PaperOrder } from '../brokers/paper/paper-broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import type { TickBatch } from '../market/tape.ts';
import { notFound, Refusal } from '../refusal.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import type { EventSinks } from './announce.ts';
import { bookEndedExit } from './book-fill.ts';
import { auctionBlock, type FillBlock } from './fill-block.ts';
import { isBeingClosed } from './leave-together.ts';
import { manualDayEnd, manualTermsOf } from './manual-terms.ts';
import { applyEvent, type Intent, intendOrder, type OrderFigures, readOrder } from './order-book.ts';
import type { TradingTerms } from './order-path.ts';
import { whyEntersNothing } from './evaluated-strategies.ts';
import type { LastPrice } from '../market/last-price.ts';
import { WaitingOrders } from './waiting-orders.ts';

export interface PaperOrdersDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly broker: PaperBroker;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** Reason why an order cannot be filled, if any. `price` in paise, `at` the moment; null when nothing does. */
  readonly block: (
    order: { readonly symbol: string; readonly side: 'buy' | 'sell' },
    price: number,
    at: number,
  ) => FillBlock | null;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
}

/** Orders of one paper run that have not ended: written, sent to the paper broker, and taken back. */
export class PaperOrders {
  private readonly deps: PaperOrdersDeps;
  private readonly onPart: (position: PositionRow) => void;
  private readonly working = new Map<number, OrderRow>();
  private readonly waiting: WaitingOrders;
  /** Orders whose cancellation is being written; each resolves when it is, or has failed. */
  private readonly cancelling = new Map<number, Promise<void>>();

  /** `onPart` is called for a cancelled exit that had sold a part. */
  constructor(deps: PaperOrdersDeps, onPart: (position: PositionRow) => void) {
    this.deps = deps;
    this.onPart = onPart;
    this.waiting = new WaitingOrders(deps);
  }

  /** Every order that has not ended, oldest first. */
  all(): OrderRow[] {
    return [...this.working.values()];
  }

  get(orderId: number): OrderRow | undefined {
    return this.working.get(orderId);
  }

  /** Restore an order as it was written. */
  remember(order: OrderRow): void {
    this.working.set(order.id, order);
  }

  forget(orderId: number): void {
    this.working.delete(orderId);
    this.waiting.forget(orderId);
  }

  entriesOf(strategyId: number): OrderRow[] {
    return this.all().filter(({ slot, strategy_id: id }) => slot === 'entry' && id === strategyId);
  }

  exitOf(positionId: number): OrderRow | null {
    for (const order of this.working.values())
      if (order.position_id === positionId && order.slot !== 'entry') return order;
    return null;
  }

  hasEntry(strategyId: number, symbol: string): boolean {
    for (const order of this.working.values())
      if (order.slot === 'entry' && order.strategy_id === strategyId && order.symbol === symbol) return true;
    return false;
  }

  /**
   * Write an intent, send it, have the broker work it. All of it is written or nothing. The same intent again changes
   * nothing, and a position that has a working exit gets no second one. An entry of a strategy that does not
   * run (any more) comes back denied.
   */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    const { order, isNew } = await this.deps.database.write(intent.userId, async (tx) => {
      const written = await this.intend(tx, intent);
      if (!written.isNew) return written;
      await alongside?.(tx);
      return { order: await this.submit(tx, written.order), isNew: true };
    });
    if (!isNew) {
      // One that is being cancelled is not sent anew: what is left is decided once that is written.
      const cancelling = this.cancelling.get(order.id);
      if (cancelling) {
        await cancelling;
        return this.place(intent, alongside);
      }
      return this.isUnsent(order) ? this.send(order) : order;
    }
    if (order.state === 'denied') return order;
    this.working.set(order.id, order);
    await this.begin(order, intent.at);
    return order;
  }

  /**
   * Place exits of several positions together: all of them are written and sent, or none.
   * @throws Refusal `conflict` where one of the positions is being left already
   */
  async placeTogether(userId: number, intents: readonly Intent[]): Promise<OrderRow[]> {
    const orders = await this.deps.database.write(userId, async (tx) => {
      const sent: OrderRow[] = [];
      for (const intent of intents) {
        const { order, isNew } = await this.intend(tx, intent);
        if (!isNew) throw isBeingClosed(order.symbol);
        sent.push(await this.submit(tx, order));
      }
      return sent;
    });
    // All of them before anything is awaited: none of the positions is left a second time.
    for (const order of orders) this.working.set(order.id, order);
    for (const order of orders) await this.begin(order, order.placed_at);
    return orders;
  }

  /** Have the broker work an order that was just sent. What keeps it waiting is said. */
  private async begin(order: OrderRow, at: number): Promise<void> {
    await this.rest(order);
    const auction = auctionBlock(order.symbol, at);
    if (auction && this.working.has(order.id)) await this.waiting.notify(order, auction, at);
  }

  /**
   * Write the order of an intent. An exit that was written and never sent is resumed instead of being written twice.
   */
  private async intend(tx: Transaction, intent: Intent): Promise<{ order: OrderRow; isNew: boolean }> {
    const working =
      intent.slot === 'entry'
        ? undefined
        : await tx.query
            .selectFrom('orders')
            .selectAll()
            .where('position_id', '=', intent.positionId)
            .where('slot', '!=', 'entry')
            .where('state', 'in', WORKING_STATES)
            .executeTakeFirst();
    if (working) return { order: working, isNew: false };
    const left = intent.slot === 'entry' ? null : await this.leftOf(tx, intent);
    if (left === 0) return { order: await this.knownExit(tx, intent), isNew: false };
    return intendOrder(tx, this.deps.sinks.hub, {
      ...intent,
      // Another exit may have been booked since it was decided.
      quantity: Math.min(intent.quantity, left ?? intent.quantity),
    });
  }

  /** Units left of the position of an exit; null of one that is not there. */
  private async leftOf(tx: Transaction, { positionId }: Intent): Promise<number | null> {
    const position = await tx.query
      .selectFrom('positions')
      .select('quantity')
      .where('id', '=', positionId)
      .executeTakeFirst();
    return position?.quantity ?? null;
  }

  /** The order of an exit that was written before its position closed. @throws Refusal `not-found` where none was */
  private async knownExit(tx: Transaction, { key }: Intent): Promise<OrderRow> {
    const known = await tx.query
      .selectFrom('orders')
      .selectAll()
      .where('intent_key', '=', key)
      .executeTakeFirst();
    if (!known) throw notFound('open position');
    return known;
  }

  private isUnsent(order: OrderRow): boolean {
    return WORKING_STATES.includes(order.state) && !this.working.has(order.id);
  }

  /** Sends an order as it was written; one whose strategy may not enter any more comes back denied. */
  async send(order: OrderRow): Promise<OrderRow> {
    if (order.state !== 'intended' && order.slot === 'entry') {
      // It was sent before the program ended; its strategy may have been stopped since.
      const blockReason = await whyEntersNothing(this.deps.database.read, order.strategy_id, order.mode);
      if (blockReason !== null) {
        this.working.set(order.id, order);
        return this.cancel(order.id, order.updated_at, blockReason);
      }
    }
    const current =
      order.state === 'intended' || order.state === 'submitted' ? await this.sent(order) : order;
    if (current.state === 'denied') return current;
    this.working.set(order.id, current);
    await this.rest(current);
    return current;
  }

  private sent(order: OrderRow): Promise<OrderRow> {
    return this.deps.database.write(order.user_id, (tx) => this.submit(tx, order));
  }

  /**
   * Write that an order is sent and worked, unless denied. Whether its strategy may enter is asked in the same
   * transaction.
   */
  private async submit(tx: Transaction, order: OrderRow): Promise<OrderRow> {
    const { hub } = this.deps.sinks;
    const at = order.placed_at;
    if (order.state === 'intended') {
      const blockReason =
        order.slot === 'entry' ? await whyEntersNothing(tx.query, order.strategy_id, order.mode) : null;
      if (blockReason !== null) return applyEvent(tx, hub, order, { event: 'deny', at, reason: blockReason });
      order = await applyEvent(tx, hub, order, { event: 'submit', at });
    }
    // A stop order waits for its trigger.
    const event = order.manual_json !== null && order.trigger_price !== null ? 'rest' : 'work';
    return applyEvent(tx, hub, order, { event, at });
  }

  /** Has the broker work an order. */
  async rest(order: OrderRow): Promise<void> {
    const terms = await this.deps.termsOf(order.strategy_id);
    // It may have ended meanwhile.
    if (!this.working.has(order.id)) return;
    this.deps.broker.place({
      orderId: order.id,
      symbol: order.symbol,
      side: order.side,
      remaining: order.quantity - order.filled_quantity,
      slippageBp: terms.slippageBp,
      // What a tick had to give to an order that was filled in part, it has given.
      since: order.filled_quantity > 0 ? order.updated_at + 1 : order.updated_at,
      ...priced(order),
    });
  }

  /**
   * Bring a stop order into the market: its trigger was reached. One that was given another trigger meanwhile, or is
   * done, is left as it is.
   */
  async trigger(order: OrderRow, at: number): Promise<void> {
    const { database, sinks, broker } = this.deps;
    const triggered = await database.write(order.user_id, async (tx) => {
      const current = await readOrder(tx.query, order.id);
      if (isOver(current.state) || current.trigger_price !== order.trigger_price) return null;
      // A change may have come between the trigger and the broker.
      return current.state === 'waiting'
        ? applyEvent(tx, sinks.hub, current, { event: 'trigger', at })
        : current;
    });
    // It may be on its way to being cancelled.
    if (!triggered || !this.working.has(order.id)) return;
    this.working.set(order.id, triggered);
    broker.trigger(order.id);
  }

  /**
   * Give a working order other figures. It does not fill meanwhile; when they cannot be written it works as before.
   * @throws Refusal `conflict` of one that is done, whose trigger was reached, or of which as much has filled already;
   * of other levels too, once some of it has
   */
  async change(orderId: number, change: Partial<OrderFigures>, at: number): Promise<OrderRow> {
    const order = this.working.get(orderId);
    if (!order) throw isDone();
    const { database, sinks, broker } = this.deps;
    broker.cancel(orderId);
    let current = order;
    try {
      const changed = await database.write(order.user_id, async (tx) => {
        current = await readOrder(tx.query, orderId);
        if (isOver(current.state)) throw isDone();
        if (isTriggered(current, change))
          throw new Refusal('conflict', 'The trigger of this order was reached just now. Look at it again.');
        if (change.quantity !== undefined && change.quantity <= current.filled_quantity)
          throw new Refusal(
            'conflict',
            `${current.filled_quantity} of it have filled already. Cancel the rest, or ask for more than that.`,
          );
        if (current.filled_quantity > 0 && hasOtherLevels(current, change))
          throw new Refusal(
            'conflict',
            'Part of this order is filled, so its stop-loss and target are those of the position. Set them there.',
          );
        return applyEvent(tx, sinks.hub, current, {
          ...{ event: 'take-change', at, change },
          reason: 'Changed by you',
        });
      });
      // It may have been cancelled while that was written: then it works no more.
      if (this.working.has(orderId)) {
        this.working.set(orderId, changed);
        await this.rest(changed);
      }
      return changed;
    } catch (error) {
      if (this.working.has(orderId)) await this.rest(current);
      throw error;
    }
  }

  /** Write that the day of an order is over. */
  async endDay(order: OrderRow, at: number): Promise<void> {
    const { database, sinks, broker } = this.deps;
    await database.write(order.user_id, async (tx) => {
      const current = await readOrder(tx.query, order.id);
      if (isOver(current.state)) return;
      await applyEvent(tx, sinks.hub, current, {
        ...{ event: 'end-day', at },
        reason: 'Not filled by the end of its day',
      });
    });
    broker.cancel(order.id);
    this.forget(order.id);
  }

  /** Write an order that fills at once. Called in the transaction that books it. */
  async writeSubmitted(tx: Transaction, intent: Intent): Promise<OrderRow> {
    const { hub } = this.deps.sinks;
    const { order } = await this.intend(tx, intent);
    if (order.state !== 'intended') return order;
    return applyEvent(tx, hub, order, { event: 'submit', at: intent.at });
  }

  /** Notify of orders that these ticks would fill but a block prevents. `isolated` confines a fault to its strategy. */
  async notifyWaits(
    batch: TickBatch,
    isolated: (order: OrderRow, work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const prices = new Map(batch.ticks.map(({ symbol, price }) => [symbol, price]));
    for (const order of this.all()) {
      const price = prices.get(order.symbol);
      if (price !== undefined && !this.deps.broker.isReached(order.id, price)) continue;
      const block = price === undefined ? null : this.deps.block(order, price, batch.time);
      if (block) await isolated(order, () => this.waiting.notify(order, block, batch.time));
    }
  }

  /**
   * Cancels an order that has not filled; when that cannot be written the order still works.
   * @throws Refusal `conflict` of one that is done, also while it was being taken back
   */
  async cancel(orderId: number, at: number, reason: string): Promise<OrderRow> {
    const order = this.working.get(orderId);
    if (!order) throw isDone();
    this.deps.broker.cancel(orderId);
    this.forget(orderId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cancelling.set(orderId, promise);
    try {
      return await this.writeCancellation(order, at, reason);
    } finally {
      this.cancelling.delete(orderId);
      resolve();
    }
  }

  private async writeCancellation(order: OrderRow, at: number, reason: string): Promise<OrderRow> {
    const orderId = order.id;
    const terms = await this.deps.termsOf(order.strategy_id);
    let current = order;
    try {
      return await this.deps.database.write(order.user_id, async (tx) => {
        // Its fill or a change of it may have been on its way to the books.
        current = await readOrder(tx.query, orderId);
        if (isOver(current.state)) throw isDone();
        const { cancelled, booked } = await this.writeCancelled(tx, terms, current, at, reason);
        // At once: what is written next to its position is not to be undone by it.
        tx.afterCommit(() => this.applyEnded(booked));
        return cancelled;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.working.set(orderId, current);
        await this.rest(current);
      }
      throw error;
    }
  }

  private async writeCancelled(
    tx: Transaction,
    terms: TradingTerms,
    order: OrderRow,
    at: number,
    reason: string,
  ): Promise<{ cancelled: OrderRow; booked: EndedExit | null }> {
    return {
      cancelled: await applyEvent(tx, this.deps.sinks.hub, order, { event: 'cancel', at, reason }),
      booked: await bookEndedExit(tx, this.deps, terms, order),
    };
  }

  private applyEnded(booked: EndedExit | null): void {
    if (!booked) return;
    this.onPart(booked.position);
    this.deps.onTrade(booked.trade);
  }

  /** Cancel an order in a transaction, unless it is done. The order works until that is on the disk. */
  async cancelIn(
    tx: Transaction,
    terms: TradingTerms,
    orderId: number,
    at: number,
    reason: string,
  ): Promise<void> {
    const current = await readOrder(tx.query, orderId);
    if (isOver(current.state)) return;
    const { booked } = await this.writeCancelled(tx, terms, current, at, reason);
    tx.afterCommit(() => {
      this.deps.broker.cancel(orderId);
      this.forget(orderId);
      this.applyEnded(booked);
    });
  }
}

/** Prices and day of an order by hand, for the broker. */
const priced = (order: OrderRow): Pick<PaperOrder, 'limit' | 'trigger' | 'until'> => {
  const until = manualDayEnd(order);
  if (until === null) return {};
  return {
    until,
    ...(order.price !== null && { limit: order.price }),
    ...(order.trigger_price !== null && order.state === 'waiting' && { trigger: order.trigger_price }),
  };
};

/** Whether an order is past the trigger that a change gives it. */
const isTriggered = ({ state }: OrderRow, { trigger_price: trigger }: Partial<OrderFigures>): boolean =>
  state !== 'waiting' && trigger !== undefined && trigger !== null;

/** Whether a change gives an order other levels than it has. */
const hasOtherLevels = (order: OrderRow, change: Partial<OrderFigures>): boolean => {
  const [now, then] = [manualTermsOf(order), manualTermsOf({ ...order, ...change })];
  return now?.stopLoss !== then?.stopLoss || now?.target !== then?.target;
};

type EndedExit = NonNullable<Awaited<ReturnType<typeof bookEndedExit>>>;

const isDone = (): Refusal =>
  new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
