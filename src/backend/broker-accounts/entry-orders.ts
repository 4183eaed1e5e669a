import { setTimeout as delay } from 'node:timers/promises';
import { isAtBroker } from '../../engine/trading/order.ts';
import { isDue } from '../../engine/trading/position.ts';
import { istDate } from '../../shared/time.ts';
import type { BrokerInstrument, BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import type { EventSinks } from '../trading/announce.ts';
import { type Intent, intendOrder } from '../trading/order-book.ts';
import { type ManualTerms, manualTermsOf } from '../trading/manual-terms.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { squareOffDue } from '../trading/square-off.ts';
import type { BackgroundWork } from './background-work.ts';
import { fastLimit } from './fast-limit.ts';
import { readInstrument } from './held-position.ts';
import type { LivePrices } from './live-prices.ts';
import type { OrderChannel } from './order-channel.ts';
import { openOfDay, sendableAt } from './order-hours.ts';
import type { Ticket } from './order-sending.ts';
import { brokerProduct } from './position-orders.ts';
import { PriceChase } from './price-chase.ts';

export interface EntryOrdersDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly clock: Clock;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  /** Today's instrument at the broker for a symbol of ours. @throws Refusal when it cannot be traded there */
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  readonly channel: OrderChannel;
  readonly prices: LivePrices;
  /** Whether a strategy is leaving something: its sales pay for what it buys. */
  readonly isSelling: (strategyId: number) => boolean;
  readonly background: BackgroundWork;
}

/** Time after which an unfilled entry is cancelled: its signal is over. */
const PATIENCE_MS = 60_000;
/** How far an entry of a leg follows the market. Widths of a fast limit from the price at which it was decided. */
const MOST_WIDTHS = 3;
/** Wait for the end of what is taken back, and between looks. */
const [END_PATIENCE_MS, LOOK_MS] = [1_500, 20];
/**
 * How long a queued entry may be sent after the open. After these first minutes of its session it is not sent at all.
 */
const QUEUE_PATIENCE_MS = 15 * 60_000;

/**
 * Whether an entry decided outside a session still waits for it. The session is the one that it was decided for. What is
 * placed by hand is sent at once or not at all.
 */
export const isQueuedEntry = (
  { symbol, placed_at: placedAt, manual_json: byHand }: OrderRow,
  now: number,
): boolean => {
  if (byHand !== null) return false;
  const decided = sendableAt('entry', symbol, placedAt);
  return !decided.now && decided.from !== null && now < decided.from + QUEUE_PATIENCE_MS;
};

/** Whether an order waits for a price that its owner chose. */
const restsByHand = (order: OrderRow): boolean => {
  const terms = manualTermsOf(order);
  return terms !== null && terms.type !== 'market';
};

/** Ticket of an entry. By hand on its own terms, else with a limit that fills at once. */
const ticketOf = (
  { side, quantity }: Pick<OrderRow, 'side' | 'quantity'>,
  byHand: Pick<ManualTerms, 'type' | 'price' | 'triggerPrice' | 'product'> | null,
  instrument: BrokerInstrument,
  product: 'intraday' | 'delivery',
  tick: BrokerTick,
): Ticket => {
  const limit = byHand === null || byHand.type === 'market' ? null : byHand.price;
  const trigger = byHand?.type === 'stop' ? byHand.triggerPrice : null;
  return {
    ...{ instrument, side, quantity, trigger },
    product: brokerProduct(byHand?.product ?? product, instrument),
    price: limit ?? fastLimit(side, tick.price, instrument, tick),
  };
};

/** Conditions under which an entry is written. What they throw is why it is not. */
interface WriteOptions {
  /** Done in the transaction that writes it. */
  readonly alongside?: ((tx: Transaction) => Promise<void>) | undefined;
  /** Asked of the ticket, with the price that it goes out with. */
  readonly permit?: ((ticket: Ticket) => void) | undefined;
}

/** Entries of one account: written, priced inside the band, sent once, and taken back when they do not fill. */
export class EntryOrders {
  private readonly deps: EntryOrdersDeps;
  private readonly chase = new PriceChase();

  constructor(deps: EntryOrdersDeps) {
    this.deps = deps;
  }

  /** Entries that have not ended, of one strategy or of all (null); oldest first. */
  of(strategyId: number | null): OrderRow[] {
    return this.deps.channel
      .all()
      .filter(({ slot, strategy_id: id }) => slot === 'entry' && (strategyId === null || id === strategyId));
  }

  /** Writes an entry and begins to send it; `sent` resolves with the broker's answer, undefined of one that is known. */
  async write(
    intent: Intent,
    { alongside, permit }: WriteOptions = {},
  ): Promise<{ order: OrderRow; sent?: Promise<OrderRow> }> {
    const { database, sinks, instrumentOf, termsOf, prices, channel, clock } = this.deps;
    const instrument = await instrumentOf(intent.symbol);
    const { strategy, opening } = await termsOf(intent.strategyId);
    const tick = prices.tickOf(instrument);
    if (!tick) throw new Refusal('refused', `There is no price of ${intent.symbol} from the broker yet.`);
    const intend = async (tx: Transaction, hub: EventSinks['hub'] | null = sinks.hub) => {
      const written = await intendOrder(tx, hub, intent);
      if (written.isNew) await alongside?.(tx);
      return written;
    };
    const ticket = ticketOf(intent, intent.manual ?? null, instrument, opening.product, tick);
    permit?.(ticket);
    // Somebody waits for what they order by hand, and its preview has asked the broker about its money.
    const begun = intent.manual
      ? await channel.sending.beginEntry(database, (tx) => intend(tx, null), ticket)
      : null;
    if (begun) return begun;
    const { order, isNew } = await database.write(intent.userId, intend);
    if (!isNew) return { order };
    channel.remember(order);
    const gate = sendableAt('entry', intent.symbol, clock.now());
    // Decided at the close of the day: it is sent at the next open. Who buys themselves is told at once instead.
    const isByOwner = strategy.isBasket ?? strategy.isManual ?? false;
    if (!gate.now && gate.from !== null && !isByOwner) return { order };
    return { order, sent: this.send(order, ticket) };
  }

  private async send(order: OrderRow, ticket: Ticket): Promise<OrderRow> {
    const { channel } = this.deps;
    try {
      return await channel.submit(order, ticket, 'entry');
    } catch (error) {
      // One that was not sent would stand in the way of every later entry; its signal is over. One that was stays.
      await channel.withdraw(order, 'It could not be written down that it is sent.');
      throw error;
    }
  }

  /** Entries that waited for the open: what the strategy sells goes first, then they go at the day's first price. */
  sendQueued(): void {
    const { channel, clock, background, isSelling } = this.deps;
    const now = clock.now();
    for (const order of this.of(null)) {
      const isWaiting = order.state === 'intended' && !channel.isBeingSent(order.id);
      if (!isWaiting || !sendableAt('entry', order.symbol, now).now) continue;
      // Written a moment ago, in the session, by somebody who is about to send it.
      if (sendableAt('entry', order.symbol, order.placed_at).now) continue;
      if (!isQueuedEntry(order, now))
        background.start(
          channel.withdraw(order, 'It could not be sent in the first minutes of the session.'),
        );
      else if (!isSelling(order.strategy_id)) background.start(this.sendAtOpen(order));
    }
  }

  private async sendAtOpen(order: OrderRow): Promise<void> {
    const { clock, instrumentOf, termsOf, prices } = this.deps;
    const instrument = await instrumentOf(order.symbol);
    const tick = prices.tickOf(instrument);
    if (!tick || tick.at < (openOfDay(order.symbol, clock.now()) ?? 0)) return;
    const { opening } = await termsOf(order.strategy_id);
    await this.send(order, ticketOf(order, manualTermsOf(order), instrument, opening.product, tick));
  }

  /**
   * Begin to take back the entries of a strategy. Nobody waits for it, and what was asked already is not asked again. A
   * change that is not answered yet does not hold it up.
   */
  endSoon(strategyId: number, reason: string): void {
    for (const order of this.of(strategyId)) this.endOne(order, reason);
  }

  /** Take back what is to end. The limit that asked for it may be over. */
  endWanted(): void {
    for (const order of this.of(null)) if (order.end_wanted !== null) this.endOne(order, order.end_wanted);
  }

  private endOne(order: OrderRow, reason: string): void {
    const { channel, clock, background } = this.deps;
    // Nobody knows whether it is there: it is asked of the broker once it is.
    const isWritten = order.end_wanted !== null && order.state !== 'intended' && !isAtBroker(order.state);
    if (isWritten || order.pending === 'cancel' || !isDue(channel.nextAt(order.id, 'cancel'), clock.now()))
      return;
    background.start(channel.end(order, reason));
  }

  /** Price entries of legs anew that do not fill. They follow the market, but never beyond their limit. */
  followPrices(): void {
    const { channel, clock, prices, background } = this.deps;
    const now = clock.now();
    for (const order of this.of(null)) {
      const instrument = order.leg === null ? null : readInstrument(order.instrument_json);
      const tick = instrument && prices.tickOf(instrument);
      if (!instrument || !tick || !isAtBroker(order.state) || order.pending !== null) continue;
      if (order.end_wanted !== null) continue;
      if (!sendableAt('entry', order.symbol, now).now || !isDue(channel.nextAt(order.id, 'change'), now))
        continue;
      const width = this.chase.turn(order.id, now);
      if (width !== null) background.start(this.priceAnew(order, instrument, tick));
    }
  }

  /** Forget the pace at which an order was priced anew. */
  forget(orderId: number): void {
    this.chase.forget(orderId);
  }

  private async priceAnew(order: OrderRow, instrument: BrokerInstrument, tick: BrokerTick): Promise<void> {
    const { side, quantity } = order;
    const decided = order.decision_price ?? tick.price;
    const limit = fastLimit(side, decided, instrument, tick, MOST_WIDTHS - 1);
    const wanted = fastLimit(side, tick.price, instrument, tick);
    const price = side === 'buy' ? Math.min(wanted, limit) : Math.max(wanted, limit);
    const isFurther = side === 'buy' ? price > (order.price ?? 0) : price < (order.price ?? 0);
    if (isFurther && (await this.deps.channel.change(order, { quantity, price, trigger: null }, 'change')))
      this.chase.countChange(order.id);
  }

  /** Cancel what has rested at the broker for too long. By hand a limit or stop rests until its day is over. */
  dropLate(): void {
    const { clock, background } = this.deps;
    const now = clock.now();
    for (const order of this.of(null)) {
      if (manualTermsOf(order)) background.start(this.dropAtSquareOff(order, now));
      if (restsByHand(order)) continue;
      // Sent further ahead of now than that: the clock was put back since.
      const isLate = order.sent_at !== null && Math.abs(now - order.sent_at) >= PATIENCE_MS;
      if (isLate) this.cancelSoon(order, now);
    }
  }

  /** Cancel an order by hand whose square-off is due. What it opened would be sold again at once. */
  private async dropAtSquareOff(order: OrderRow, now: number): Promise<void> {
    const expiry = readInstrument(order.instrument_json)?.expiry ?? null;
    const isLastDay = expiry !== null && expiry <= istDate(now);
    if (order.broker_product !== 'intraday' && !isLastDay) return;
    const { squareOffTime } = await this.deps.termsOf(order.strategy_id);
    if (squareOffDue(order.symbol, order.placed_at, now, squareOffTime) !== null) this.cancelSoon(order, now);
  }

  /** Begin to cancel what is at the broker. What was asked is not asked again; the answer to a change is not waited for. */
  private cancelSoon({ id }: OrderRow, now: number): void {
    const { channel, background } = this.deps;
    const order = channel.get(id);
    if (!order || !isAtBroker(order.state) || order.pending === 'cancel') return;
    if (isDue(channel.nextAt(id, 'cancel'), now)) background.start(channel.cancel(order));
  }

  /**
   * Withdraw or cancel the entries of a strategy, or of all (null). Those that were not sent are withdrawn, those
   * that rest at the broker are cancelled, none waiting for another. Resolves when each was answered, and a moment later
   * where its end is not known then: it may have filled before. What is not known to have ended is gone on with.
   */
  async endAll(strategyId: number | null, reason: string): Promise<void> {
    const { channel } = this.deps;
    const until = performance.now() + END_PATIENCE_MS;
    await Promise.all(this.of(strategyId).map((order) => channel.end(order, reason)));
    const isResting = ({ state }: OrderRow): boolean => isAtBroker(state);
    while (this.of(strategyId).some(isResting) && performance.now() < until) await delay(LOOK_MS);
  }
}
