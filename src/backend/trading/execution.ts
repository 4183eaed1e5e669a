import {
  advanceProtection,
  type DistanceAtr,
  type Protection,
  type ProtectionRules,
  readProtection,
} from '../../engine/protection.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import { formatRupees } from '../../shared/money.ts';
import { type PaperBroker, type PaperFill, paperPrice } from '../brokers/paper/paper-broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { TickBatch } from '../market/tape.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announcePosition, announceRejection, type Announcer, logTrading } from './announce.ts';
import { bookFill } from './book-fill.ts';
import { changedProtection } from './changed-protection.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { applyEvent, type Intent, intendOrder, type Purpose } from './order-book.ts';
import type { OrderPath, RunIdentity, TradingTerms } from './order-path.ts';
import { type ProtectiveExit, protectiveExits } from './protective-exits.ts';
import type { Fill } from './fill.ts';
import { auctionObstacle, type FillObstacle } from './fill-obstacle.ts';
import { shownLevels } from './settle-fill.ts';
import { squareOffDue } from './square-off.ts';
import { fundsFor } from './trick-account.ts';
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
  /** What a trick has left for an entry, paise; null where entries are paid for otherwise (a portfolio, a basket). */
  readonly freeCash: (trickId: number) => number | null;
  readonly termsOf: (trickId: number) => Promise<TradingTerms>;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
}

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
      .where('state', 'in', WORKING_STATES)
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

  hasLiveOrder(trickId: number, symbol: string): boolean {
    for (const order of this.orders.values())
      if (order.trick_id === trickId && order.symbol === symbol) return true;
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
    return WORKING_STATES.includes(order.state) && !this.orders.has(order.id);
  }

  private async send(order: OrderRow): Promise<OrderRow> {
    const { database, announcer, broker } = this.needs;
    let current = order;
    if (order.state === 'intended')
      current = await database.write((tx) =>
        applyEvent(tx, announcer.hub, order, { event: 'submit', at: order.placed_at }),
      );
    this.orders.set(order.id, current);
    const terms = await this.needs.termsOf(order.trick_id);
    broker.place({
      orderId: order.id,
      symbol: order.symbol,
      side: order.side,
      remaining: order.quantity - order.filled_quantity,
      slippageBp: terms.slippageBp,
      since: order.updated_at,
    });
    if (current.state === 'submitted') {
      const submitted = current;
      current = await database.write((tx) =>
        applyEvent(tx, announcer.hub, submitted, { event: 'work', at: order.placed_at }),
      );
      this.orders.set(order.id, current);
    }
    return current;
  }

  /** One moment's ticks: protections first (they were resting before), then the orders that these ticks fill. */
  async onTicks(batch: TickBatch): Promise<void> {
    if (this.held.size > 0) await this.checkProtections(batch);
    if (!this.needs.broker.isIdle) {
      await this.tellWaits(batch);
      for (const fill of this.needs.broker.fillsOn(batch))
        if (!(await this.rejectUnpaid(fill))) await this.fill(fill.orderId, fill);
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
      slot: exit.purpose === 'target' ? 'resting-target' : 'resting-stop',
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
    const order = await this.needs.database.write((tx) => this.writeSubmitted(tx, intent));
    this.orders.set(order.id, order);
    await this.fill(order.id, { quantity: exit.quantity, price, at });
  }

  /** Writes an order that fills at once. */
  private async writeSubmitted(tx: Transaction, intent: Intent): Promise<OrderRow> {
    const { hub } = this.needs.announcer;
    const { order } = await intendOrder(tx, hub, intent);
    if (order.state !== 'intended') return order;
    return applyEvent(tx, hub, order, { event: 'submit', at: intent.at });
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
      slot: 'leaving',
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

  /** An entry that its trick's money does not suffice for, now that its price is known, is rejected as a broker does. */
  private async rejectUnpaid({ orderId, marketPrice, at }: PaperFill): Promise<boolean> {
    const order = this.orders.get(orderId);
    if (order?.purpose !== 'entry' || order.filled_quantity > 0) return false;
    const available = this.needs.freeCash(order.trick_id);
    if (available === null) return false;
    const { trick, opening } = await this.needs.termsOf(order.trick_id);
    const required = fundsFor(order, opening.product, marketPrice, at);
    if (required <= available) return false;
    const { database, announcer, broker } = this.needs;
    const reason = `Insufficient funds. Available ${formatRupees(Math.max(0, available))}, required ${formatRupees(required)}.`;
    broker.cancel(orderId);
    this.forget(orderId);
    await database.write(async (tx) => {
      const rejected = await applyEvent(tx, announcer.hub, order, { event: 'refuse', at, reason });
      await announceRejection(announcer, tx, trick, rejected, at);
    });
    return true;
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
    return this.needs.database.write((tx) =>
      applyEvent(tx, this.needs.announcer.hub, order, { event: 'cancel', at, reason }),
    );
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
      return bookFill(tx, this.needs, terms, order, fill);
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
        const written = await this.writeSubmitted(tx, {
          ...this.exitIntent(row, 'square-off', reason, now),
          key: `${row.run_id}:${row.id}:run-ended`,
        });
        await logTrading(this.needs.announcer, tx, trick, {
          topic: 'order',
          text: `${row.symbol}: ${reason}.`,
          at: now,
        });
        return written;
      });
      this.orders.set(order.id, order);
      await this.fill(order.id, { quantity: row.quantity, price, at: now });
    }
  }
}
