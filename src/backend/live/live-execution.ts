import type { Lock } from '../../engine/circuits.ts';
import { type DistanceAtr, type ProtectionRules, readProtection } from '../../engine/protection.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import { istMinute } from '../../shared/time.ts';
import type { BrokerInstrument, BrokerTick, OrderReport } from '../brokers/broker.ts';
import type { Transaction } from '../db/database.ts';
import type { OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announcePosition } from '../trading/announce.ts';
import { bookFill, type BookedFill } from '../trading/book-fill.ts';
import { changedProtection } from '../trading/changed-protection.ts';
import { fillOrder, type Intent, intendOrder, type Purpose } from '../trading/order-book.ts';
import type { OrderPath, TradingTerms } from '../trading/order-path.ts';
import { shownLevels } from '../trading/settle-fill.ts';
import { squareOffDue } from '../trading/square-off.ts';
import type { LastPrice } from '../trading/views.ts';
import { clearAttention, raiseAttention } from './attention.ts';
import { HeldPositions } from './held-position.ts';
import { LiveOrders, type LiveOrdersNeeds } from './live-orders.ts';
import { LivePrices } from './live-prices.ts';
import { brokerProduct, PositionKeeper } from './position-keeper.ts';
import { bandedPrice, type Circuits } from './price-band.ts';
import { PriceChase } from './price-chase.ts';
import { ProtectionWatch } from './protection-watch.ts';

export interface LiveExecutionNeeds extends Omit<LiveOrdersNeeds, 'book' | 'onChange'> {
  readonly termsOf: (trickId: number) => Promise<TradingTerms>;
  /** What an instrument of ours is at the broker today. @throws Refusal when it cannot be traded there */
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
  /** Pause before the broker's positions are read again, ms. */
  readonly readAgainMs?: number;
}

/** An entry that has not filled by then is taken back: its signal is over. */
const ENTRY_PATIENCE_MS = 60_000;
/** The order book is read this often when nothing is open, and when something is. */
const LOOK_EVERY_MS = 60_000;
const LOOK_SOON_MS = 2_000;
const READ_AGAIN_MS = 1_000;
const NO_CIRCUITS: Circuits = { upperCircuit: null, lowerCircuit: null };

/** The order path of one user at a broker: what paper does with ticks, done with orders and reports. */
export class LiveExecution implements OrderPath {
  readonly orders: LiveOrders;
  readonly prices: LivePrices;
  private readonly needs: LiveExecutionNeeds;
  private readonly keeper: PositionKeeper;
  private readonly chase = new PriceChase();
  private readonly held = new HeldPositions();
  private readonly protections = new ProtectionWatch();
  private readonly doubted = new Set<number>();
  private readonly background = new Set<Promise<unknown>>();
  private lookedAt = 0;

  constructor(needs: LiveExecutionNeeds) {
    this.needs = needs;
    this.prices = new LivePrices(needs.clock);
    this.orders = new LiveOrders({
      ...needs,
      book: (tx, order, filled) => this.book(tx, order, filled),
      onChange: (order, booked) => this.onChange(order, booked),
    });
    this.keeper = new PositionKeeper({
      ...needs,
      orders: this.orders,
      held: (positionId) => this.held.get(positionId),
      ours: (position) => this.ours(position),
      lastPrice: (symbol) => this.prices.tick(symbol)?.price ?? null,
      circuits: (symbol) => this.prices.tick(symbol) ?? NO_CIRCUITS,
      readAgainMs: needs.readAgainMs ?? READ_AGAIN_MS,
    });
  }

  /** Takes up positions as they were written: they are there, whether the broker can be asked or not. */
  async restore(): Promise<void> {
    const { database, run } = this.needs;
    const rows = await database.read
      .selectFrom('positions')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where('status', '=', 'open')
      .orderBy('id')
      .execute();
    for (const row of rows) this.hold(row);
  }

  /** Takes up positions and orders as they were written, then what the broker says of them. */
  async load(): Promise<void> {
    await this.restore();
    await this.orders.load();
    for (const order of this.orders.all()) if (order.state === 'unknown') await this.doubt(order);
    await this.look();
    for (const { row } of this.held.all()) await this.keeper.advance(row.id);
  }

  get runId(): number {
    return this.needs.run.runId;
  }

  openPositions(): PositionRow[] {
    return this.held.all().map(({ row }) => row);
  }

  positionsOf(trickId: number, symbol: string): PositionRow[] {
    return this.openPositions().filter((row) => row.trick_id === trickId && row.symbol === symbol);
  }

  hasWorkingEntry(trickId: number, symbol: string): boolean {
    return this.orders
      .all()
      .some(
        ({ purpose, trick_id, symbol: traded }) =>
          purpose === 'entry' && trick_id === trickId && traded === symbol,
      );
  }

  lastPrice(symbol: string): LastPrice | null {
    return this.prices.lastPrice(symbol);
  }

  /** The circuit that an instrument stands at, as the broker's feed tells its limits; null when it does not. */
  lockOf(symbol: string): Lock | null {
    const { price = 0, upperCircuit = null, lowerCircuit = null } = this.prices.tick(symbol) ?? {};
    if (upperCircuit !== null && price >= upperCircuit) return { side: 'buy', price: upperCircuit };
    return lowerCircuit !== null && price <= lowerCircuit ? { side: 'sell', price: lowerCircuit } : null;
  }

  /** An entry: written, priced inside the band, and sent once. */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    const { database, announcer, instrumentOf, termsOf } = this.needs;
    const instrument = await instrumentOf(intent.symbol);
    const { opening } = await termsOf(intent.trickId);
    const tick = this.prices.tick(intent.symbol);
    if (!tick) throw new Refusal('refused', `There is no price of ${intent.symbol} from the broker yet.`);
    const { order, isNew } = await database.write(async (tx) => {
      const written = await intendOrder(tx, announcer.hub, intent);
      if (written.isNew) await alongside?.(tx);
      return written;
    });
    if (!isNew) return order;
    this.orders.remember(order);
    return this.orders.send(
      order,
      {
        instrument,
        side: intent.side,
        quantity: intent.quantity,
        product: brokerProduct(opening.product, instrument),
        price: bandedPrice(intent.side, tick.price, instrument, tick),
        trigger: null,
      },
      'entry',
    );
  }

  /** Writes that a position is to be left. Its order goes out when its stop-loss is seen to be gone. */
  async exit(
    positionId: number,
    purpose: Purpose,
    reason: string,
    _at: number,
    key: string,
    quantity?: number,
  ): Promise<OrderRow> {
    const held = this.held.get(positionId);
    if (!held) throw notFound('open position');
    const { database, announcer } = this.needs;
    const leaving = () =>
      this.orders
        .all()
        .find(
          (order) =>
            order.position_id === positionId && order.purpose !== 'entry' && order.purpose !== 'stop-loss',
        );
    const known = leaving();
    if (known) return known;
    const { order } = await database.write((tx) =>
      intendOrder(tx, announcer.hub, {
        ...this.keeper.exitIntent(
          held,
          purpose,
          reason,
          Math.min(quantity ?? held.row.quantity, held.row.quantity),
        ),
        key,
      }),
    );
    this.orders.remember(order);
    await this.keeper.advance(positionId);
    return this.orders.get(order.id) ?? order;
  }

  async cancel(orderId: number, _at: number, reason: string): Promise<OrderRow> {
    const order = this.orders.get(orderId);
    if (!order) throw new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
    if (order.state === 'unknown')
      throw new Refusal(
        'conflict',
        'Nobody knows yet whether this order is at the broker. Settle that first.',
      );
    if (order.state === 'intended') await this.orders.drop(orderId, reason);
    else await this.orders.cancel(order);
    return this.orders.get(orderId) ?? { ...order, state: 'cancelled' };
  }

  async changeProtections(
    trickId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void> {
    const { database, announcer, termsOf } = this.needs;
    const { trick } = await termsOf(trickId);
    for (const held of this.held.all()) {
      if (held.row.trick_id !== trickId) continue;
      held.protection = changedProtection(held.protection, held.row.symbol, rules, atrOf(held.row.symbol));
      held.row = await database.write(async (tx) => {
        const row = await tx.query
          .updateTable('positions')
          // A stop that the broker had refused is tried again where it is wanted now.
          .set({ ...shownLevels(held.protection), protection_problem: null })
          .where('id', '=', held.row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        announcePosition(announcer, tx, trick, row, this.lastPrice(row.symbol));
        return row;
      });
      await this.keeper.advance(held.row.id);
    }
  }

  /** What the user says became of an order that nobody knew about: nothing, or that it is this one of the broker's. */
  async resolve(orderId: number, is: { readonly brokerOrderId: string } | 'not-placed'): Promise<OrderRow> {
    const order = this.orders.get(orderId);
    if (!order) throw notFound('open order');
    if (order.state !== 'unknown')
      throw new Refusal('conflict', 'It is known already what became of this order.');
    if (is === 'not-placed') await this.orders.deny(order);
    else await this.orders.link(order, is.brokerOrderId);
    return this.orders.get(orderId) ?? (await this.orders.read(orderId));
  }

  /** Takes prices of the broker's feed in, every one of them in its order; nothing is sent and nothing is waited for. */
  see(ticks: readonly BrokerTick[]): void {
    for (const tick of ticks) {
      this.prices.take(tick);
      for (const held of this.held.in(tick.symbol)) this.protections.see(held, tick, this.lotSize(held.row));
    }
  }

  /** Whether prices have come to levels that are to be acted on. */
  get hasReached(): boolean {
    return this.protections.hasReached;
  }

  /** Leaves what has come to a level of ours: targets, and stops that do not rest at the broker. */
  async leaveReached(): Promise<void> {
    for (const { positionId, exit, at } of this.protections.takeReached()) {
      if (!this.held.get(positionId)) continue;
      const key = `${this.runId}:${positionId}:${exit.key}`;
      await this.exit(positionId, exit.purpose, exit.reason, at, key, exit.quantity);
    }
  }

  private lotSize(row: PositionRow): number {
    const instrument = findInstrument(row.symbol);
    return instrument ? lotSizeOn(instrument, this.needs.clock.now()) : 1;
  }

  /** What has its time: late entries, square-off, prices to be chased, the order book. Never throws for the broker. */
  async everySecond(): Promise<void> {
    const now = this.needs.clock.now();
    await this.dropLateEntries(now);
    await this.squareOff(now);
    await this.chasePrices(now);
    const wait = this.orders.isLookDue ? LOOK_SOON_MS : LOOK_EVERY_MS;
    if (now - this.lookedAt >= wait) await this.look();
    for (const { row } of this.held.all()) await this.keeper.advance(row.id);
  }

  /** Trailing stops as far as they have come; written and moved at the broker. */
  async writeMoved(): Promise<void> {
    for (const positionId of this.protections.takeMoved()) {
      const held = this.held.get(positionId);
      if (!held) continue;
      const levels = shownLevels(held.protection);
      await this.needs.database.write((tx) =>
        tx.query.updateTable('positions').set(levels).where('id', '=', positionId).execute(),
      );
      held.row = { ...held.row, ...levels };
      await this.keeper.advance(positionId);
    }
  }

  private async dropLateEntries(now: number): Promise<void> {
    for (const order of this.orders.all()) {
      if (order.purpose !== 'entry' || order.sent_at === null || order.state === 'unknown') continue;
      if (now - order.sent_at >= ENTRY_PATIENCE_MS && !this.orders.isCancelling(order.id))
        await this.orders.cancel(order);
    }
  }

  private async squareOff(now: number): Promise<void> {
    for (const { row } of this.held.all()) {
      if (row.product !== 'intraday') continue;
      const { squareOffTime } = await this.needs.termsOf(row.trick_id);
      const due = squareOffDue(row.symbol, row.opened_at, now, squareOffTime);
      if (due === null) continue;
      const reason = `Square-off at ${due}`;
      await this.exit(
        row.id,
        'square-off',
        reason,
        now,
        `${row.run_id}:${row.id}:square-off:${istMinute(now)}`,
      );
    }
  }

  /** Orders that must fill and do not: exits, and stops whose trigger was reached. */
  private async chasePrices(now: number): Promise<void> {
    for (const order of this.orders.all()) {
      const isExit = order.purpose !== 'entry' && order.purpose !== 'stop-loss';
      const mustFill = isExit || this.orders.isTriggered(order.id);
      const tick = this.prices.tick(order.symbol);
      const held = order.position_id === null ? undefined : this.held.get(order.position_id);
      if (!mustFill || !tick || !held || !['acknowledged', 'open', 'partially-filled'].includes(order.state))
        continue;
      const turn = this.chase.turn(order.id, now);
      if (turn === 'given-up') await this.giveUp(order, now);
      else if (turn) {
        const price = bandedPrice(order.side, tick.price, held.instrument, tick, turn.attempt);
        const isFurther = order.side === 'buy' ? price > (order.price ?? 0) : price < (order.price ?? 0);
        if (isFurther)
          await this.orders.change(order, { quantity: order.quantity, price, trigger: order.trigger_price });
      }
    }
  }

  private async giveUp(order: OrderRow, now: number): Promise<void> {
    const { database, announcer, termsOf } = this.needs;
    const { trick } = await termsOf(order.trick_id);
    const left = order.quantity - order.filled_quantity;
    const text = `${left} ${order.symbol} could not be ${order.side === 'sell' ? 'sold' : 'bought back'} near the last price. The order still rests at the broker.`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text, now));
  }

  /** Reads the order book; what the broker cannot tell now is asked again. */
  async look(): Promise<readonly OrderReport[]> {
    this.lookedAt = this.needs.clock.now();
    try {
      return await this.orders.look();
    } catch (error) {
      this.needs.logger.warn({ err: error }, 'the order book could not be read');
      return [];
    }
  }

  /** Resolves when nothing that was begun is under way. */
  async settled(): Promise<void> {
    while (this.background.size > 0) await Promise.allSettled([...this.background]);
    await this.keeper.idle();
  }

  /** Books what a report says was filled. Shares sold beyond what is held are written on the order, and told. */
  private async book(
    tx: Transaction,
    order: OrderRow,
    { quantity, value }: { quantity: number; value: number },
  ): Promise<BookedFill> {
    const terms = await this.needs.termsOf(order.trick_id);
    const at = this.needs.clock.now();
    const { announcer } = this.needs;
    const needs = { announcer, lastPrice: (symbol: string) => this.lastPrice(symbol) };
    const price = Math.round(value / quantity);
    if (order.purpose === 'entry') {
      const booked = await bookFill(tx, needs, terms, order, { quantity, value, price, at });
      return { ...booked, position: await this.writeInstrument(tx, booked.position.id, order) };
    }
    const position = await tx.query
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', order.position_id)
      .executeTakeFirstOrThrow();
    const beyond = quantity - Math.min(quantity, position.quantity);
    if (beyond === 0) return bookFill(tx, needs, terms, order, { quantity, value, price, at });
    const verb = order.side === 'sell' ? 'sold' : 'bought back';
    const text = `The broker ${verb} ${beyond} ${order.symbol} more than was held. Compare with its own book.`;
    await raiseAttention(tx, announcer, terms.trick, text, at);
    const part = quantity - beyond;
    const booked: BookedFill =
      part === 0
        ? { order, position, protection: null, trade: null }
        : await bookFill(tx, needs, terms, order, { quantity: part, price, at });
    const rest = { quantity: beyond, value: value - part * price, price, at };
    return { ...booked, order: await fillOrder(tx, booked.order, rest) };
  }

  private writeInstrument(tx: Transaction, positionId: number, order: OrderRow): Promise<PositionRow> {
    return tx.query
      .updateTable('positions')
      .set({ instrument_json: order.instrument_json })
      .where('id', '=', positionId)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  private onChange(order: OrderRow, booked: BookedFill | null): void {
    if (booked) this.onFill(booked);
    if (order.state === 'unknown') this.begin(this.doubt(order));
    else if (this.doubted.delete(order.id)) this.begin(this.settleDoubt(order));
    if (!this.orders.get(order.id)) this.chase.forget(order.id);
    if (order.position_id !== null) this.begin(this.keeper.advance(order.position_id));
  }

  private onFill({ position, protection, trade }: BookedFill): void {
    if (position.status === 'open') {
      const before = this.held.get(position.id);
      this.hold(position, protection ?? before?.protection);
    } else this.held.delete(position.id);
    if (trade) this.needs.onTrade(trade);
  }

  private hold(row: PositionRow, protection = readProtection(row.protection_json)): void {
    const instrument = JSON.parse(row.instrument_json ?? 'null') as BrokerInstrument | null;
    if (!instrument) throw new Error(`Position ${row.id} does not say what it is held in.`);
    this.held.set({ row, protection, instrument });
  }

  private ours({ symbol, product, side }: PositionRow): number {
    return this.openPositions()
      .filter((row) => row.symbol === symbol && row.product === product && row.side === side)
      .reduce((sum, row) => sum + row.quantity, 0);
  }

  private async doubt(order: OrderRow): Promise<void> {
    this.doubted.add(order.id);
    const { database, announcer, termsOf, clock } = this.needs;
    const { trick } = await termsOf(order.trick_id);
    const what = `${order.side === 'buy' ? 'buy' : 'sell'} ${order.quantity} ${order.symbol}`;
    const text = `Nobody knows whether the order to ${what} reached the broker. ${order.reason}`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text.trim(), clock.now()));
  }

  private async settleDoubt(order: OrderRow): Promise<void> {
    const isLeft = this.orders
      .all()
      .some(({ state, trick_id }) => state === 'unknown' && trick_id === order.trick_id);
    const isBare = this.openPositions().some(
      (row) => row.trick_id === order.trick_id && row.protection_problem !== null,
    );
    if (!isLeft && !isBare) await this.needs.database.write((tx) => clearAttention(tx, order.trick_id));
  }

  /** What follows from a change goes on by itself; a defect in it is logged, not lost. */
  private begin(work: Promise<unknown>): void {
    this.background.add(work);
    work
      .catch((error: unknown) => this.needs.logger.error({ err: error }, 'what follows from an order failed'))
      .finally(() => this.background.delete(work));
  }
}
