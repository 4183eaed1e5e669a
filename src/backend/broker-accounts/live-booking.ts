import type { Protection } from '../../engine/protection.ts';
import { istMidnight } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { announceEntry, announceRejection, type EventSinks } from '../trading/announce.ts';
import { bookEndedExit, bookFill, type BookedFill } from '../trading/book-fill.ts';
import { fillOrder } from '../trading/order-book.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { EndedExit } from './apply-report.ts';
import { raiseAttention } from '../trading/attention.ts';
import { fillExitIntent, openExitIntents } from './exit-intents.ts';

export interface LiveBookingDeps {
  readonly sinks: EventSinks;
  readonly clock: Clock;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** The protection of an open position, as moved by prices. */
  readonly protectionOf: (positionId: number) => Protection | undefined;
}

/** A fill as the broker tells it: `value` of all its shares and `price` of one in paise, `at` epoch ms. */
interface LiveFill {
  readonly quantity: number;
  readonly value: number;
  readonly price: number;
  readonly at: number;
}

/** Books what the broker reports of orders. In the transaction that applies the report. */
export class LiveBooking {
  private readonly deps: LiveBookingDeps;

  constructor(deps: LiveBookingDeps) {
    this.deps = deps;
  }

  /** Books a fill (`value` in paise, of all its shares). Shares sold beyond what is held are written on the order, and told. */
  async book(
    tx: Transaction,
    order: OrderRow,
    { quantity, value }: { readonly quantity: number; readonly value: number },
  ): Promise<BookedFill> {
    const terms = await this.deps.termsOf(order.strategy_id);
    const filled = { quantity, value, price: Math.round(value / quantity), at: this.deps.clock.now() };
    return order.slot === 'entry'
      ? this.bookEntry(tx, terms, order, filled)
      : this.bookExit(tx, terms, order, filled);
  }

  private async bookEntry(
    tx: Transaction,
    terms: TradingTerms,
    order: OrderRow,
    filled: LiveFill,
  ): Promise<BookedFill> {
    const booked = await bookFill(tx, this.deps, terms, order, filled);
    const { protection_problem: problem } = booked.position;
    if (problem !== null && order.filled_quantity === 0) {
      const text = `${order.symbol} is held without a stop. ${problem}`;
      await raiseAttention(tx, this.deps.sinks, terms.strategy, text, filled.at);
    }
    const position = await writeInstrument(tx, booked.position.id, order);
    // It may have been sold already, by somebody who wanted all of it gone.
    return { ...booked, position, wanted: await openExitIntents(tx.query, position.id) };
  }

  private async bookExit(
    tx: Transaction,
    terms: TradingTerms,
    order: OrderRow,
    filled: LiveFill,
  ): Promise<BookedFill> {
    const { sinks } = this.deps;
    const { quantity, value, price, at } = filled;
    const position = await tx.query
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', order.position_id)
      .executeTakeFirstOrThrow();
    const exit =
      order.exit_intent_id === null ? undefined : await fillExitIntent(tx, order.exit_intent_id, quantity);
    const beyond = quantity - Math.min(quantity, position.quantity);
    if (beyond === 0) return { ...(await bookFill(tx, this.deps, terms, order, filled)), exit };
    const verb = order.side === 'sell' ? 'sold' : 'bought back';
    const text = `The broker ${verb} ${beyond} ${order.symbol} more than was held. Compare with its own book.`;
    await raiseAttention(tx, sinks, terms.strategy, text, at);
    const part = quantity - beyond;
    const booked: BookedFill =
      part === 0
        ? { order, position, protection: null, trade: null }
        : await bookFill(tx, this.deps, terms, order, { quantity: part, price, at });
    const rest = { quantity: beyond, value: value - part * price, price, at };
    return { ...booked, exit, order: await fillOrder(tx, sinks.hub, booked.order, rest) };
  }

  /**
   * Book what an exit has sold that ends before it is full. An entry that was changed to what it has is announced. Null
   * when there is nothing to book.
   */
  async bookEnd(tx: Transaction, order: OrderRow): Promise<EndedExit | null> {
    if (order.filled_quantity === 0) return null;
    const terms = await this.deps.termsOf(order.strategy_id);
    if (order.slot !== 'entry') return bookEndedExit(tx, this.deps, terms, order);
    if (order.filled_quantity === order.quantity)
      await announceEntry(this.deps.sinks, tx, terms.strategy, order);
    return null;
  }

  /** Notify of an entry that the broker rejects. The first of a strategy on a day is a critical alert. */
  async notifyRejected(tx: Transaction, order: OrderRow): Promise<void> {
    if (order.slot !== 'entry' || order.state !== 'rejected') return;
    const { sinks, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    const at = clock.now();
    const earlier = await tx.query
      .selectFrom('orders')
      .select('id')
      .where('strategy_id', '=', order.strategy_id)
      .where('mode', '=', 'live')
      .where('slot', '=', 'entry')
      .where('state', '=', 'rejected')
      .where('updated_at', '>=', istMidnight(at))
      .where('id', '!=', order.id)
      .limit(1)
      .executeTakeFirst();
    await announceRejection(sinks, tx, strategy, order, at, earlier === undefined);
  }

  /** Notify the owner of an exit's sale that cannot be booked: its position or its fills cannot be read. */
  async notifyUnbooked(tx: Transaction, order: OrderRow): Promise<void> {
    const { sinks, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    const text = `${order.filled_quantity} ${order.symbol} were ${order.side === 'sell' ? 'sold' : 'bought back'}, and their trade could not be written: what is stored of the position cannot be read. The result of the strategy lacks it; the log of the program has the cause.`;
    await raiseAttention(tx, sinks, strategy, text, clock.now());
  }

  /** Notify the owner of an entry whose end was not seen: what it bought would have no stop and nobody to miss it. */
  async notifyUnseen(tx: Transaction, order: OrderRow): Promise<void> {
    const { sinks, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(order.strategy_id);
    const left = order.quantity - order.filled_quantity;
    const text = `The day of an order to ${order.side} ${left} ${order.symbol} ended while TrickDesk was not connected: it may have been filled. Look in the broker's app; what it filled is not watched here and has no stop-loss.`;
    await raiseAttention(tx, sinks, strategy, text, clock.now());
  }
}

const writeInstrument = (tx: Transaction, positionId: number, order: OrderRow): Promise<PositionRow> =>
  tx.query
    .updateTable('positions')
    .set({ instrument_json: order.instrument_json })
    .where('id', '=', positionId)
    .returningAll()
    .executeTakeFirstOrThrow();
