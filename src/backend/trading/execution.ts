import {
  advanceProtection,
  type DistanceAtr,
  type Protection,
  type ProtectionRules,
  readProtection,
} from '../../engine/protection.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import { cutToCash } from '../../engine/trading/rebalance.ts';
import { formatRupees } from '../../shared/money.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { type PaperBroker, type PaperFill, paperPrice } from '../brokers/paper/paper-broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { TickBatch } from '../market/tape.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announcePosition, announceRejection, type Announcer, logTrading } from './announce.ts';
import { bookEndedExit, bookFill } from './book-fill.ts';
import { changedProtection } from './changed-protection.ts';
import {
  cutOrder,
  type Intent,
  intendOrder,
  LIVE_ORDER_STATES,
  moveOrder,
  type Purpose,
} from './order-book.ts';
import type { EntryMoney, OrderPath, RunIdentity, TradingTerms } from './order-path.ts';
import { type ProtectiveExit, protectiveExits } from './protective-exits.ts';
import type { Fill } from './fill.ts';
import { auctionObstacle, type FillObstacle } from './fill-obstacle.ts';
import { shownLevels } from './settle-fill.ts';
import { squareOffDue } from './square-off.ts';
import { entryFunds, fundsFor } from './entry-funds.ts';
import type { LastPrice } from './views.ts';
import { WaitingOrders } from './waiting-orders.ts';

export interface ExecutionNeeds {
  readonly database: Database;
  readonly announcer: Announcer;
  readonly broker: PaperBroker;
  readonly run: RunIdentity;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** What keeps an order from being filled at a price (paise) and moment; null when nothing does. */
  readonly obstacle: (
    order: { readonly symbol: string; readonly side: 'buy' | 'sell' },
    price: number,
    at: number,
  ) => FillObstacle | null;
  /** What a trick's entry is paid from; null where it is paid for otherwise (a basket). */
  readonly fundsOf: (trickId: number) => EntryMoney | null;
  readonly termsOf: (trickId: number) => Promise<TradingTerms>;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
}

/** A sale in what has not traded for this long (market time) brings no cash soon: nothing waits for it. */
const SALE_PATIENCE_MS = 5 * MINUTE_MS;

interface Held {
  row: PositionRow;
  protection: Protection;
  /** Its protection has moved since it was last written. */
  isMoved: boolean;
}

const lotSizeOf = (position: PositionRow, at: number): number => {
  const instrument = findInstrument(position.symbol);
  return instrument ? lotSizeOn(instrument, at) : 1;
};

const exitSide = (position: PositionRow): 'buy' | 'sell' => (position.side === 'long' ? 'sell' : 'buy');

/** Orders, fills and positions of one run: everything between an intent and a trade, each step written first. */
export class Execution implements OrderPath {
  private readonly needs: ExecutionNeeds;
  private readonly held = new Map<number, Held>();
  private readonly orders = new Map<number, OrderRow>();
  private readonly previousPrice = new Map<string, number>();
  private readonly waiting: WaitingOrders;

  constructor(needs: ExecutionNeeds) {
    this.needs = needs;
    this.waiting = new WaitingOrders(needs);
  }

  /** Takes up what was there before: open positions, and orders that can still fill go back to the broker. */
  async load(): Promise<void> {
    const { database, run } = this.needs;
    const mine = { source: run.source, run_id: run.runId };
    const positions = await database.read
      .selectFrom('positions')
      .selectAll()
      .where((eb) => eb.and(mine))
      .where('status', '=', 'open')
      .execute();
    for (const row of positions) this.hold(row, readProtection(row.protection_json));
    const orders = await database.read
      .selectFrom('orders')
      .selectAll()
      .where((eb) => eb.and(mine))
      .where('state', 'in', LIVE_ORDER_STATES)
      .orderBy('id')
      .execute();
    for (const order of orders) await this.send(order);
  }

  openPositions(): PositionRow[] {
    return [...this.held.values()].map((held) => held.row);
  }

  /** What a trick holds of an instrument: one position for each entry, oldest first. */
  positionsOf(trickId: number, symbol: string): PositionRow[] {
    const rows: PositionRow[] = [];
    for (const { row } of this.held.values())
      if (row.trick_id === trickId && row.symbol === symbol) rows.push(row);
    return rows;
  }

  hasWorkingEntry(trickId: number, symbol: string): boolean {
    for (const order of this.orders.values())
      if (order.purpose === 'entry' && order.trick_id === trickId && order.symbol === symbol) return true;
    return false;
  }

  /** Writes an intent, sends it, and has the broker work it. The same intent again changes nothing. */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    const { order, isNew } = await this.needs.database.write(async (tx) => {
      const written = await intendOrder(tx, this.needs.announcer.hub, intent);
      if (written.isNew) await alongside?.(tx);
      return written;
    });
    if (!isNew && !this.isUnsent(order)) return order;
    const sent = await this.send(order);
    const auction = auctionObstacle(order.symbol, intent.at);
    if (isNew && auction) await this.waiting.tell(sent, auction, intent.at);
    return sent;
  }

  private isUnsent(order: OrderRow): boolean {
    return (LIVE_ORDER_STATES as readonly string[]).includes(order.state) && !this.orders.has(order.id);
  }

  private async send(order: OrderRow): Promise<OrderRow> {
    const { database, announcer } = this.needs;
    let current = order;
    if (order.state === 'intended')
      current = await database.write((tx) =>
        moveOrder(tx, announcer.hub, order.id, 'sent', order.placed_at, order.reason),
      );
    this.orders.set(order.id, current);
    const terms = await this.needs.termsOf(order.trick_id);
    this.rest(order, terms);
    if (current.state === 'sent') {
      current = await database.write((tx) =>
        moveOrder(tx, announcer.hub, order.id, 'open', order.placed_at, order.reason),
      );
      this.orders.set(order.id, current);
    }
    return current;
  }

  /** Has the paper broker work what is left of an order. */
  private rest(
    { id, symbol, side, quantity, filled_quantity, updated_at }: OrderRow,
    terms: TradingTerms,
  ): void {
    this.needs.broker.place({
      orderId: id,
      symbol,
      side,
      remaining: quantity - filled_quantity,
      slippageBp: terms.slippageBp,
      since: updated_at,
    });
  }

  /** One moment's ticks: protections first (they were resting before), then the orders that these ticks fill. */
  async onTicks(batch: TickBatch): Promise<void> {
    if (this.held.size > 0) await this.checkProtections(batch);
    if (!this.needs.broker.isIdle) {
      await this.tellWaits(batch);
      for (const fill of this.needs.broker.fillsOn(batch)) {
        const paid = await this.payFor(fill);
        if (paid) await this.fill(fill.orderId, paid);
      }
    }
    for (const { symbol, price } of batch.ticks) this.previousPrice.set(symbol, price);
  }

  private async checkProtections(batch: TickBatch): Promise<void> {
    const ticks = new Map(batch.ticks.map((tick) => [tick.symbol, tick]));
    for (const held of [...this.held.values()]) {
      const tick = ticks.get(held.row.symbol);
      if (!tick || batch.time <= held.row.opened_at) continue;
      if (this.hasExitOrder(held.row.id)) continue;
      const previous = this.previousPrice.get(tick.symbol);
      const prices =
        tick.isGap || previous === undefined
          ? { open: tick.price, high: tick.price, low: tick.price }
          : {
              open: previous,
              high: Math.max(previous, tick.price),
              low: Math.min(previous, tick.price),
            };
      if (auctionObstacle(tick.symbol, batch.time)) continue;
      const exits = protectiveExits(held.protection, held.row, lotSizeOf(held.row, batch.time), prices);
      for (const exit of exits) await this.takeProtection(held.row, exit, batch.time);
      if (!this.held.has(held.row.id)) continue;
      const advanced = advanceProtection(held.protection, { high: tick.price, low: tick.price });
      if (advanced !== held.protection) {
        held.protection = advanced;
        held.isMoved = true;
      }
    }
  }

  /**
   * A resting protective order fills: a target or a part at its limit, a stop with slippage against us. At a circuit
   * nobody answers it: it is in the market then, and fills when somebody does.
   */
  private async takeProtection(row: PositionRow, exit: ProtectiveExit, at: number): Promise<void> {
    await this.cancelEntry(row.id, at);
    const intent: Intent = {
      ...this.exitIntent(row, exit.purpose, exit.reason, at),
      quantity: exit.quantity,
      decisionPrice: exit.price,
      key: `${row.run_id}:${row.id}:${exit.key}`,
    };
    if (this.needs.obstacle(intent, exit.price, at)) {
      await this.place(intent);
      return;
    }
    const terms = await this.needs.termsOf(row.trick_id);
    const price = exit.holdsPrice
      ? exit.price
      : paperPrice(row.symbol, exitSide(row), exit.price, terms.slippageBp, at);
    const { order } = await this.needs.database.write((tx) =>
      intendOrder(tx, this.needs.announcer.hub, intent),
    );
    this.orders.set(order.id, order);
    await this.fill(order.id, { quantity: exit.quantity, price, at });
  }

  private exitIntent(row: PositionRow, purpose: Purpose, reason: string, at: number): Omit<Intent, 'key'> {
    return {
      userId: row.user_id,
      trickId: row.trick_id,
      positionId: row.id,
      symbol: row.symbol,
      source: row.source,
      runId: row.run_id,
      mode: row.mode,
      brokerId: this.needs.run.brokerId,
      side: exitSide(row),
      purpose,
      quantity: row.quantity,
      decisionPrice: this.needs.lastPrice(row.symbol)?.price ?? null,
      reason,
      at,
    };
  }

  private async tellWaits(batch: TickBatch): Promise<void> {
    const prices = new Map(batch.ticks.map(({ symbol, price }) => [symbol, price]));
    for (const order of [...this.orders.values()]) {
      const price = prices.get(order.symbol);
      const obstacle = price === undefined ? null : this.needs.obstacle(order, price, batch.time);
      if (obstacle) await this.waiting.tell(order, obstacle, batch.time);
    }
  }

  /** What of an entry's fill its trick can pay for, now that its price is known; null for none of it. */
  private async payFor(fill: PaperFill): Promise<PaperFill | null> {
    const { orderId, marketPrice, price, at } = fill;
    const order = this.orders.get(orderId);
    if (order?.purpose !== 'entry' || order.filled_quantity > 0) return fill;
    const money = this.needs.fundsOf(order.trick_id);
    if (!money) return fill;
    const terms = await this.needs.termsOf(order.trick_id);
    const { cash, least } = money;
    const funds = (paise: number) => entryFunds(order, terms.opening.product, cash, paise, at);
    if (least === null) {
      const required = fundsFor(order.quantity, funds(marketPrice));
      if (required <= cash) return fill;
      const reason = `Insufficient funds. Available ${formatRupees(Math.max(0, cash))}, required ${formatRupees(required)}.`;
      return this.rejectEntry(order, terms, reason, at);
    }
    const affordable = cutToCash(order.quantity, least, funds(price));
    if (affordable.ok && affordable.value === order.quantity) return fill;
    this.needs.broker.cancel(orderId);
    if (this.isSelling(order.trick_id, at)) {
      this.rest(order, terms);
      return null;
    }
    if (!affordable.ok) return this.rejectEntry(order, terms, affordable.failure.message, at);
    const quantity = affordable.value;
    const { database, announcer } = this.needs;
    const words = `Cut down to ${quantity}: the cash carries no more.`;
    const cut = await database.write((tx) => cutOrder(tx, announcer.hub, order, quantity, at, words));
    this.orders.set(orderId, cut);
    const now = { ...fill, quantity: Math.min(fill.quantity, quantity) };
    if (now.quantity < quantity) this.rest({ ...cut, filled_quantity: now.quantity }, terms);
    return now;
  }

  /** Whether sales of a trick are on their way that will bring cash: they trade, and no circuit holds them up. */
  private isSelling(trickId: number, at: number): boolean {
    for (const order of this.orders.values()) {
      if (order.trick_id !== trickId || order.purpose === 'entry') continue;
      const last = this.needs.lastPrice(order.symbol);
      const isTrading = last && last.at > order.placed_at && at - last.at <= SALE_PATIENCE_MS;
      if (isTrading && !this.needs.obstacle(order, last.price, at)) return true;
    }
    return false;
  }

  private async rejectEntry(
    order: OrderRow,
    { trick }: TradingTerms,
    reason: string,
    at: number,
  ): Promise<null> {
    const { database, announcer, broker } = this.needs;
    broker.cancel(order.id);
    this.forget(order.id);
    await database.write(async (tx) => {
      const rejected = await moveOrder(tx, announcer.hub, order.id, 'rejected', at, reason);
      await announceRejection(announcer, tx, trick, rejected, at);
    });
    return null;
  }

  private forget(orderId: number): void {
    this.orders.delete(orderId);
    this.waiting.forget(orderId);
  }

  private hasExitOrder(positionId: number): boolean {
    for (const order of this.orders.values())
      if (order.position_id === positionId && order.purpose !== 'entry') return true;
    return false;
  }

  /**
   * Leaves a position, or so many shares of it, at the next price. A position that is being left already is left
   * alone.
   */
  async exit(
    positionId: number,
    purpose: Purpose,
    reason: string,
    at: number,
    key: string,
    quantity?: number,
  ): Promise<OrderRow> {
    const held = this.held.get(positionId);
    if (!held) throw notFound('open position');
    for (const order of this.orders.values())
      if (order.position_id === positionId && order.purpose !== 'entry') return order;
    await this.cancelEntry(positionId, at);
    const intent = this.exitIntent(held.row, purpose, reason, at);
    return this.place({ ...intent, quantity: quantity ?? intent.quantity, key });
  }

  /** What is still to be bought must not arrive after the exit. */
  private async cancelEntry(positionId: number, at: number): Promise<void> {
    for (const order of [...this.orders.values()])
      if (order.position_id === positionId && order.purpose === 'entry')
        await this.cancel(order.id, at, 'The position is being closed');
  }

  /** Cancels an order that has not filled. */
  async cancel(orderId: number, at: number, reason: string): Promise<OrderRow> {
    const order = this.orders.get(orderId);
    if (!order) throw new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
    this.needs.broker.cancel(orderId);
    this.forget(orderId);
    const terms = await this.needs.termsOf(order.trick_id);
    const { cancelled, booked } = await this.needs.database.write(async (tx) => ({
      cancelled: await moveOrder(tx, this.needs.announcer.hub, orderId, 'cancelled', at, reason),
      booked: await bookEndedExit(tx, this.needs, terms, order),
    }));
    const held = booked && this.held.get(booked.position.id);
    if (held) held.row = booked.position;
    if (booked) this.needs.onTrade(booked.trade);
    return cancelled;
  }

  /** Closes intraday positions at their time, and any that a gap carried into another day; late entries are dropped. */
  async squareOff(now: number): Promise<void> {
    for (const order of [...this.orders.values()]) {
      if (order.purpose !== 'entry') continue;
      const { opening, squareOffTime } = await this.needs.termsOf(order.trick_id);
      const due = squareOffDue(order.symbol, order.placed_at, now, squareOffTime);
      if (opening.product === 'intraday' && due !== null)
        await this.cancel(order.id, now, `Not filled by the square-off at ${due}`);
    }
    for (const { row } of [...this.held.values()]) {
      if (row.product !== 'intraday' || this.hasExitOrder(row.id)) continue;
      const terms = await this.needs.termsOf(row.trick_id);
      const due = squareOffDue(row.symbol, row.opened_at, now, terms.squareOffTime);
      if (due === null) continue;
      await this.exit(
        row.id,
        'square-off',
        `Square-off at ${due}`,
        now,
        `${row.run_id}:${row.id}:square-off:${now}`,
      );
    }
  }

  /** New stop-loss, target or trailing distances for a trick's open positions, at once. */
  async changeProtections(
    trickId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void> {
    for (const held of this.held.values()) {
      if (held.row.trick_id !== trickId) continue;
      held.protection = changedProtection(held.protection, held.row.symbol, rules, atrOf(held.row.symbol));
      const levels = shownLevels(held.protection);
      const terms = await this.needs.termsOf(trickId);
      held.row = await this.needs.database.write(async (tx) => {
        const row = await tx.query
          .updateTable('positions')
          .set(levels)
          .where('id', '=', held.row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        announcePosition(this.needs.announcer, tx, terms.trick, row, this.needs.lastPrice(row.symbol));
        return row;
      });
    }
  }

  /** Writes protections that have trailed; part of the transaction that moves market time on. */
  async writeMoved(tx: Transaction): Promise<void> {
    for (const held of this.held.values()) {
      if (!held.isMoved) continue;
      const levels = shownLevels(held.protection);
      await tx.query.updateTable('positions').set(levels).where('id', '=', held.row.id).execute();
      held.row = { ...held.row, ...levels };
      held.isMoved = false;
    }
  }

  /** Books a fill: order, position, trade, log and alert in one transaction. */
  async fill(orderId: number, fill: Fill): Promise<void> {
    const known = this.orders.get(orderId);
    if (!known) return;
    const terms = await this.needs.termsOf(known.trick_id);
    const booked = await this.needs.database.write(async (tx) => {
      const order = await tx.query
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const protectionOf = (id: number) => this.held.get(id)?.protection;
      return bookFill(tx, { ...this.needs, protectionOf }, terms, order, fill);
    });
    if (booked.order.state === 'filled') this.forget(orderId);
    else this.orders.set(orderId, booked.order);
    const protection = booked.protection ?? this.held.get(booked.position.id)?.protection;
    if (booked.position.status === 'open' && protection) this.hold(booked.position, protection);
    else this.held.delete(booked.position.id);
    if (booked.trade) this.needs.onTrade(booked.trade);
  }

  private hold(row: PositionRow, protection: Protection): void {
    this.held.set(row.id, { row, protection, isMoved: false });
  }

  /** Closes everything at the last price seen, because this run ends; said so on each trade. */
  async closeAll(now: number, reason: string): Promise<void> {
    for (const order of [...this.orders.values()]) await this.cancel(order.id, now, reason);
    for (const { row } of [...this.held.values()]) {
      const last = this.needs.lastPrice(row.symbol);
      const price = last?.price ?? Math.round(row.entry_value / row.entry_quantity);
      const { trick } = await this.needs.termsOf(row.trick_id);
      const order = await this.needs.database.write(async (tx) => {
        const written = await intendOrder(tx, this.needs.announcer.hub, {
          ...this.exitIntent(row, 'square-off', reason, now),
          key: `${row.run_id}:${row.id}:run-ended`,
        });
        await logTrading(this.needs.announcer, tx, trick, {
          topic: 'order',
          text: `${row.symbol}: ${reason}.`,
          at: now,
        });
        return written.order;
      });
      this.orders.set(order.id, order);
      await this.fill(order.id, { quantity: row.quantity, price, at: now });
    }
  }
}
