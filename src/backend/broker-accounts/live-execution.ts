import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lock } from '../../engine/circuits.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import { type DistanceAtr, type ProtectionRules } from '../../engine/protection.ts';
import { isAtBroker, isOver } from '../../engine/trading/order.ts';
import { isDue } from '../../engine/trading/position.ts';
import { dayEnd, sendable, sessionOn } from '../../engine/trading/trading-day.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import { istDate, istMidnight, istMinute } from '../../shared/time.ts';
import type { BrokerInstrument, BrokerTick, OrderReport } from '../brokers/broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AccountDifferenceRow, OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announcePosition } from '../trading/announce.ts';
import { bookEndedExit, bookFill, type BookedFill } from '../trading/book-fill.ts';
import { changedProtection } from '../trading/changed-protection.ts';
import { fillOrder, type Intent, intendOrder, type Purpose } from '../trading/order-book.ts';
import type { OrderPath, TradingTerms } from '../trading/order-path.ts';
import { shownLevels } from '../trading/settle-fill.ts';
import { squareOffDue } from '../trading/square-off.ts';
import type { LastPrice } from '../trading/views.ts';
import type { EndedExit } from './apply-report.ts';
import { clearAttention, DOUBT, raiseAttention } from './attention.ts';
import { contractKey } from './contract-key.ts';
import { fillExitIntent, openExitIntents } from './exit-intents.ts';
import { fastLimit } from './fast-limit.ts';
import { type HeldPosition, heldPosition, HeldPositions, notePrice } from './held-position.ts';
import { LivePrices } from './live-prices.ts';
import { OrderChannel, type OrderChannelDeps } from './order-channel.ts';
import { brokerProduct, type ExitWish, PositionOrders } from './position-orders.ts';
import { PriceChase } from './price-chase.ts';
import { ProtectionWatch } from './protection-watch.ts';
import { Reconciliation } from './reconciliation.ts';
import { type Decision, resolveDifference } from './resolve-difference.ts';

export interface LiveExecutionDeps extends Omit<
  OrderChannelDeps,
  'book' | 'bookEnd' | 'tellUnseen' | 'onChange' | 'dayEnd' | 'isQueued' | 'onForeignReport'
> {
  readonly termsOf: (trickId: number) => Promise<TradingTerms>;
  /** What an instrument of ours is at the broker today. @throws Refusal when it cannot be traded there */
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  /** A contract as the broker's list of today has it; null when it is not listed any more, or not known. */
  readonly contractToday?: (instrument: BrokerInstrument) => BrokerInstrument | null;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
  /** Pause before the account is read again, ms. */
  readonly readAgainMs?: number;
  /** A write that gives up the reserve on a full disk: for what leaves and what protects. */
  readonly writeForSure?: Database['write'];
}

/** An entry that has not filled by then is taken back: its signal is over. */
const ENTRY_PATIENCE_MS = 60_000;
/** An entry that waited for the open is sent in the first minutes of its session, or not at all. */
const QUEUE_PATIENCE_MS = 15 * 60_000;
/** The order book is read this often when nothing is open, and when something is. */
const SYNC_EVERY_MS = 60_000;
const SYNC_SOON_MS = 2_000;
/** Everything is compared with the account this often, and when something does not agree. */
/** Positions that are gone on with in one turn of the event loop. */
const ADVANCED_AT_ONCE = 25;
const RECONCILE_EVERY_MS = 60_000;
const RECONCILE_SOON_MS = 5_000;
const READ_AGAIN_MS = 1_000;

const DIFFERS = 'the account shows something else than TrickDesk of this share: see Reconciliation.';

const wishOf = (purpose: Purpose, reason: string, key: string, quantity?: number): ExitWish => ({
  quantity: quantity ?? null,
  purpose,
  reason,
  key,
});

/** The order path of one account at a broker: what paper does with ticks, done with orders and reports. */
export class LiveExecution implements OrderPath {
  readonly orders: OrderChannel;
  readonly prices: LivePrices;
  readonly reconciliation: Reconciliation;
  private readonly deps: LiveExecutionDeps;
  private readonly positionOrders: PositionOrders;
  private readonly chase = new PriceChase();
  private readonly held = new HeldPositions();
  private readonly protections = new ProtectionWatch();
  private readonly inDoubt = new Set<number>();
  private readonly background = new Set<Promise<unknown>>();
  private syncedAt = Number.NEGATIVE_INFINITY;
  private reconciledAt = Number.NEGATIVE_INFINITY;
  private day = '';

  constructor(deps: LiveExecutionDeps) {
    this.deps = deps;
    this.prices = new LivePrices(deps.clock);
    // A full disk must keep nobody in a position. An entry ends earlier, where it is written first.
    const { writeForSure } = deps;
    const database = writeForSure ? { ...deps.database, write: writeForSure } : deps.database;
    this.orders = new OrderChannel({
      ...deps,
      database,
      book: (tx, order, filled) => this.book(tx, order, filled),
      bookEnd: (tx, order) => this.bookEnd(tx, order),
      tellUnseen: (tx, order) => this.tellUnseen(tx, order),
      denial: async (tx, order, ticket, money) =>
        this.isHeldBack(ticket.instrument) ? DIFFERS : deps.denial(tx, order, ticket, money),
      dayEnd: ({ symbol, sent_at: sentAt, placed_at: placedAt }) =>
        dayEnd(tradedAs(symbol), sentAt ?? placedAt),
      isQueued: (order) => this.isQueued(order),
      onChange: (order, booked) => this.onChange(order, booked),
      onForeignReport: (report) => this.onForeignReport(report),
    });
    this.positionOrders = new PositionOrders({
      ...deps,
      database,
      channel: this.orders,
      isConnected: () => deps.broker() !== null,
      held: (positionId) => this.held.get(positionId),
      tick: ({ instrument }) => this.prices.tickOf(instrument),
      pricedAt: ({ instrument }) => this.prices.receivedAt(instrument),
      contractToday: ({ instrument }) => deps.contractToday?.(instrument) ?? instrument,
      sendable: (slot, symbol) => this.sendable(slot, symbol),
      openedAt: (symbol) => this.openedAt(symbol) ?? 0,
      confirm: (held, purpose) => this.reconciliation.confirm(held, purpose),
    });
    this.reconciliation = new Reconciliation({
      ...deps,
      runId: deps.run.runId,
      channel: this.orders,
      held: () => this.held.all(),
      lastPrice: (held) => this.priceOfToday(held),
      onShortfall: (positionId) => this.begin(this.positionOrders.advance(positionId)),
      readAgainMs: deps.readAgainMs ?? READ_AGAIN_MS,
    });
  }

  /** The account shows something else of a contract, or was not compared yet: an entry would hide what it is. */
  private isHeldBack(instrument: BrokerInstrument): boolean {
    return this.held.in(contractKey(instrument)).some((held) => held.isHeldBack);
  }

  /** When today's session of an instrument began or begins, epoch ms; null when there is none. */
  private openedAt(symbol: string): number | null {
    return sessionOn(istDate(this.deps.clock.now()), tradedAs(symbol))?.open ?? null;
  }

  /** A price of before today's open does not tell a split of last night. */
  private priceOfToday({ instrument, row }: HeldPosition): number | null {
    const tick = this.prices.tickOf(instrument);
    const openedAt = this.openedAt(row.symbol);
    return tick && openedAt !== null && tick.at >= openedAt ? tick.price : null;
  }

  private sendable(slot: OrderSlot, symbol: string) {
    return sendable(slot, tradedAs(symbol), this.deps.clock.now());
  }

  /** Takes up positions as they were written: they are there, whether the broker can be asked or not. */
  async restore(): Promise<void> {
    const { database, run } = this.deps;
    const rows = await database.read
      .selectFrom('positions')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where('status', '=', 'open')
      .orderBy('id')
      .execute();
    for (const row of rows)
      if (!this.held.get(row.id))
        this.held.set(heldPosition(row, undefined, await openExitIntents(database.read, row.id)));
    this.holdBack();
  }

  /** Nothing new is sent for what was not compared with the account since a start, a log-in or a night. */
  private holdBack(): void {
    for (const held of this.held.all()) held.isHeldBack = true;
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /** Takes up positions and orders as they were written, then what the broker says of them. */
  async load(): Promise<void> {
    await this.restore();
    await this.orders.load();
    for (const order of this.orders.all()) if (order.state === 'unknown') await this.doubt(order);
    await this.startDay();
    await this.sync();
    await this.reconcile();
    for (const { row } of this.held.all()) this.begin(this.positionOrders.advance(row.id));
  }

  get runId(): number {
    return this.deps.run.runId;
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
      .some((order) => order.slot === 'entry' && order.trick_id === trickId && order.symbol === symbol);
  }

  hasEntries(trickId: number): boolean {
    return this.orders.all().some(({ slot, trick_id: id }) => slot === 'entry' && id === trickId);
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

  /** An entry: written, priced inside the band, and sent once. Resolves with the broker's answer. */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    const { order, sent } = await this.write(intent, alongside);
    return sent ?? order;
  }

  /**
   * The same path for strategies: what they decide is written before the next decides, and nobody waits for the
   * broker's answer to another's order.
   */
  get unawaited(): OrderPath {
    return {
      openPositions: () => this.openPositions(),
      positionsOf: (trickId, symbol) => this.positionsOf(trickId, symbol),
      hasWorkingEntry: (trickId, symbol) => this.hasWorkingEntry(trickId, symbol),
      place: async (intent, alongside) => {
        const { order, sent } = await this.write(intent, alongside);
        if (sent) this.begin(sent);
        return order;
      },
      exit: (positionId, purpose, reason, _at, key, quantity) =>
        this.positionOrders.writeExit(this.require(positionId), wishOf(purpose, reason, key, quantity)),
      cancel: (orderId, at, reason) => this.cancel(orderId, at, reason),
      hasEntries: (trickId) => this.hasEntries(trickId),
      endEntries: (trickId, reason) => this.endEntries(trickId, reason),
      requireProtections: (trickId, rules, atrOf) => this.requireProtections(trickId, rules, atrOf),
      changeProtections: (trickId, rules, atrOf) => this.changeProtections(trickId, rules, atrOf),
    };
  }

  /** Writes an entry and begins to send it; `sent` resolves with the broker's answer, undefined of one that is known. */
  private async write(
    intent: Intent,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<{ order: OrderRow; sent?: Promise<OrderRow> }> {
    const { database, announcer, instrumentOf, termsOf } = this.deps;
    const instrument = await instrumentOf(intent.symbol);
    const { trick, opening } = await termsOf(intent.trickId);
    const tick = this.prices.tickOf(instrument);
    if (!tick) throw new Refusal('refused', `There is no price of ${intent.symbol} from the broker yet.`);
    const { order, isNew } = await database.write(async (tx) => {
      const written = await intendOrder(tx, announcer.hub, intent);
      if (written.isNew) await alongside?.(tx);
      return written;
    });
    if (!isNew) return { order };
    this.orders.remember(order);
    const gate = this.sendable('entry', intent.symbol);
    // Decided at the close of the day: it is sent at the next open. A basket's owner is told at once instead.
    if (!gate.now && gate.from !== null && !trick.isBasket) return { order };
    return { order, sent: this.sendEntry(order, instrument, opening.product, tick) };
  }

  private sendEntry(
    order: OrderRow,
    instrument: BrokerInstrument,
    product: 'intraday' | 'delivery',
    tick: BrokerTick,
  ): Promise<OrderRow> {
    const { side, quantity } = order;
    const price = fastLimit(side, tick.price, instrument, tick);
    return this.orders.submit(
      order,
      { instrument, side, quantity, product: brokerProduct(product, instrument), price, trigger: null },
      'entry',
    );
  }

  /** Whether an entry that was decided outside a session still waits for the one that it was decided for. */
  private isQueued({ symbol, placed_at: placedAt }: OrderRow): boolean {
    const traded = tradedAs(symbol);
    const decided = sendable('entry', traded, placedAt);
    return !decided.now && decided.from !== null && this.deps.clock.now() < decided.from + QUEUE_PATIENCE_MS;
  }

  /** Entries that waited for the open: what the strategy sells goes first, then they go at the day's first price. */
  private sendQueued(): void {
    for (const order of this.orders.all()) {
      const isWaiting =
        order.slot === 'entry' && order.state === 'intended' && !this.orders.isBeingSent(order.id);
      if (!isWaiting || !this.sendable('entry', order.symbol).now) continue;
      if (!this.isQueued(order)) {
        // Written a moment ago by somebody who is about to send it, or too late for its session.
        if (this.wasDecidedBefore(order))
          this.begin(
            this.orders.withdraw(order, 'It could not be sent in the first minutes of the session.'),
          );
        continue;
      }
      const isSelling = this.held
        .all()
        .some(({ row, exits }) => row.trick_id === order.trick_id && exits.length > 0);
      if (!isSelling) this.begin(this.sendQueuedEntry(order));
    }
  }

  private wasDecidedBefore({ symbol, placed_at: placedAt }: OrderRow): boolean {
    return !sendable('entry', tradedAs(symbol), placedAt).now;
  }

  private async sendQueuedEntry(order: OrderRow): Promise<void> {
    const { clock, instrumentOf, termsOf } = this.deps;
    const instrument = await instrumentOf(order.symbol);
    const tick = this.prices.tickOf(instrument);
    const openedAt = sessionOn(istDate(clock.now()), tradedAs(order.symbol))?.open ?? 0;
    if (!tick || tick.at < openedAt) return;
    const { opening } = await termsOf(order.trick_id);
    await this.sendEntry(order, instrument, opening.product, tick);
  }

  /** Writes that a position is to be left. Its order goes out when its stop has made room for it. */
  async exit(
    positionId: number,
    purpose: Purpose,
    reason: string,
    _at: number,
    key: string,
    quantity?: number,
  ): Promise<OrderRow> {
    return this.positionOrders.wantExit(this.require(positionId), wishOf(purpose, reason, key, quantity));
  }

  private require(positionId: number): HeldPosition {
    const held = this.held.get(positionId);
    if (!held) throw notFound('open position');
    return held;
  }

  async cancel(orderId: number, _at: number, reason: string): Promise<OrderRow> {
    const order = this.orders.get(orderId);
    if (!order) throw new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
    if (order.state === 'unknown' || order.state === 'submitted')
      throw new Refusal(
        'conflict',
        'Nobody knows yet whether this order is at the broker. Settle that first.',
      );
    const held = order.position_id === null ? undefined : this.held.get(order.position_id);
    // The wish goes with its order, or it would be tried again.
    if (held && order.exit_intent_id !== null)
      await this.positionOrders.withdrawExits(held, [order.exit_intent_id], reason);
    else if (order.state === 'intended') await this.orders.withdraw(order, reason);
    await this.orders.cancel(order);
    return this.orders.get(orderId) ?? this.orders.read(orderId);
  }

  requireProtections(trickId: number, rules: ProtectionRules, atrOf: (symbol: string) => DistanceAtr): void {
    for (const { row, protection } of this.held.all())
      if (row.trick_id === trickId) changedProtection(protection, row.symbol, rules, atrOf(row.symbol));
  }

  /**
   * Takes back the entries of a strategy, or of all of them (null): those that were not sent are withdrawn, those that
   * rest at the broker cancelled, none waiting for another. Resolves when each was answered.
   */
  async endEntries(trickId: number | null, reason: string): Promise<void> {
    const entries = this.orders
      .all()
      .filter(({ slot, trick_id: id }) => slot === 'entry' && (trickId === null || id === trickId));
    await Promise.all(
      entries.map((order) =>
        order.state === 'intended' ? this.orders.withdraw(order, reason) : this.orders.cancel(order),
      ),
    );
  }

  async changeProtections(
    trickId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void> {
    const { database, announcer, termsOf } = this.deps;
    const { trick } = await termsOf(trickId);
    for (const held of this.held.all()) {
      if (held.row.trick_id !== trickId) continue;
      held.protection = changedProtection(held.protection, held.row.symbol, rules, atrOf(held.row.symbol));
      // A stop that the broker had refused is tried again where it is wanted now.
      this.positionOrders.resetStop(held);
      held.row = await database.write(async (tx) => {
        const row = await tx.query
          .updateTable('positions')
          .set({ ...shownLevels(held.protection), protection_problem: null })
          .where('id', '=', held.row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        announcePosition(announcer, tx, trick, row, this.prices.lastPriceOf(row));
        return row;
      });
      this.begin(this.positionOrders.advance(held.row.id));
    }
  }

  /** What the owner says became of an order that nobody knew about: nothing, or that it is this one of the broker's. */
  async resolve(orderId: number, is: { readonly brokerOrderId: string } | 'not-placed'): Promise<OrderRow> {
    const order = this.orders.get(orderId);
    if (!order) throw notFound('open order');
    if (order.state !== 'unknown')
      throw new Refusal('conflict', 'It is known already what became of this order.');
    if (is === 'not-placed') await this.orders.writeOff(order);
    else await this.orders.link(order, is.brokerOrderId);
    return this.orders.get(orderId) ?? (await this.orders.read(orderId));
  }

  /**
   * Carries out what the owner decided about a difference with the account; nothing is sent for it.
   * @throws Refusal when it is over already, has changed since, or needs a price
   */
  async resolveDifference(difference: AccountDifferenceRow, decision: Decision): Promise<void> {
    const { database, announcer, run, clock, termsOf } = this.deps;
    const now = clock.now();
    const lastPrice = (symbol: string) => this.lastPrice(symbol);
    const changed = await database.write((tx) =>
      resolveDifference(tx, { announcer, run, now, termsOf, lastPrice }, difference, decision),
    );
    for (const positionId of changed) await this.reload(positionId);
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  private async reload(positionId: number): Promise<void> {
    const { read } = this.deps.database;
    const row = await read
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', positionId)
      .executeTakeFirstOrThrow();
    if (row.status === 'open') {
      const held = heldPosition(row, undefined, await openExitIntents(read, positionId));
      // What the account has of it now is seen with the next comparison.
      held.isHeldBack = true;
      held.passedSince = this.held.get(positionId)?.passedSince ?? null;
      this.held.set(held);
    } else this.held.delete(positionId);
    this.begin(this.positionOrders.advance(positionId));
  }

  /** A share that was split, multiplied or demerged overnight is compared and asked about, not sold at its old stop. */
  private holdForGap(held: HeldPosition): void {
    if (held.isHeldBack) return;
    held.isHeldBack = true;
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /** Takes prices of the broker's feed in, every one of them in its order; nothing is sent and nothing is waited for. */
  onTicks(ticks: readonly BrokerTick[]): void {
    for (const tick of ticks) {
      this.prices.onTick(tick);
      const held = this.held.in(contractKey(tick));
      // Pre-open and auction prices reach no level: nothing could be done about it. Nor does one of yesterday.
      if (held.length === 0 || !this.sendable('leaving', tick.symbol).now) continue;
      if (tick.price <= 0 || tick.at < (this.openedAt(tick.symbol) ?? 0)) continue;
      for (const one of held) {
        if (notePrice(one, tick.price, this.deps.clock.now())) this.holdForGap(one);
        this.protections.onTick(one, tick, this.lotSize(one));
      }
    }
  }

  /** Whether prices have come to levels that are to be acted on. */
  get hasReached(): boolean {
    return this.protections.hasReached;
  }

  /** Begins to leave what has come to a level of ours; nobody waits for it. */
  leaveSoon(): void {
    this.begin(this.leaveReached());
  }

  /** Leaves what has come to a level of ours: targets, and stops that do not rest at the broker. */
  async leaveReached(): Promise<void> {
    const exits = this.protections.takeReached().flatMap(({ positionId, exit, at }) => {
      const held = this.held.get(positionId);
      if (!held) return [];
      // A level that a day ends before it is done may be reached again.
      const key = `${this.runId}:${positionId}:${exit.key}:${istDate(at)}:${held.row.quantity}`;
      return this.positionOrders.wantExit(held, wishOf(exit.purpose, exit.reason, key, exit.quantity));
    });
    await Promise.all(exits);
  }

  private lotSize({ row }: HeldPosition): number {
    const instrument = findInstrument(row.symbol);
    return instrument ? lotSizeOn(instrument, this.deps.clock.now()) : 1;
  }

  /** What has its time: the day's end, late entries, square-off, prices to be chased, books. Never throws for the broker. */
  async everySecond(): Promise<void> {
    const now = this.deps.clock.now();
    // The clock was put back: what has its time by it has it now.
    if (now < this.syncedAt) this.syncedAt = Number.NEGATIVE_INFINITY;
    if (now < this.reconciledAt) this.reconciledAt = Number.NEGATIVE_INFINITY;
    if (istDate(now) !== this.day) {
      this.holdBack();
      await this.startDay();
    }
    await this.orders.endDay();
    this.sendQueued();
    this.dropLateEntries(now);
    await this.squareOff(now);
    this.chasePrices(now);
    if (now - this.syncedAt >= (this.orders.isSyncDue ? SYNC_SOON_MS : SYNC_EVERY_MS)) {
      this.syncedAt = now;
      this.begin(this.sync());
    }
    const every = this.reconciliation.isSuspicious ? RECONCILE_SOON_MS : RECONCILE_EVERY_MS;
    if (now - this.reconciledAt >= every) {
      this.reconciledAt = now;
      this.begin(this.reconcile());
    }
    this.begin(this.advanceAll());
  }

  /** Goes on with every position, a few at a time: a tick or a report in between does not wait for all of them. */
  private async advanceAll(): Promise<void> {
    for (const [index, { row }] of this.held.all().entries()) {
      if (index > 0 && index % ADVANCED_AT_ONCE === 0) await nextTurn();
      this.begin(this.positionOrders.advance(row.id));
    }
  }

  /** A new day: stops are tried again, targets that were not filled wait for their level again. */
  private async startDay(): Promise<void> {
    const now = this.deps.clock.now();
    this.day = istDate(now);
    await this.orders.endDay();
    for (const held of this.held.all()) {
      this.positionOrders.resetStop(held);
      const stale = held.exits.filter(
        ({ purpose, decided_at: at }) => purpose === 'target' && at < istMidnight(now),
      );
      const reason = 'Its day is over; the level stays as it is.';
      if (stale.length > 0)
        await this.positionOrders.withdrawExits(
          held,
          stale.map(({ id }) => id),
          reason,
        );
    }
  }

  /** Trailing stops as far as they have come; written and moved at the broker. */
  async writeMoved(): Promise<void> {
    for (const positionId of this.protections.takeMoved()) {
      const held = this.held.get(positionId);
      if (!held) continue;
      const levels = shownLevels(held.protection);
      await this.deps.database.write((tx) =>
        tx.query.updateTable('positions').set(levels).where('id', '=', positionId).execute(),
      );
      held.row = { ...held.row, ...levels };
      this.begin(this.positionOrders.advance(positionId));
    }
  }

  private dropLateEntries(now: number): void {
    for (const order of this.orders.all()) {
      const isLate = order.sent_at !== null && now - order.sent_at >= ENTRY_PATIENCE_MS;
      if (order.slot !== 'entry' || !isLate || !isAtBroker(order.state) || order.pending !== null) continue;
      if (isDue(this.orders.nextAt(order.id), now)) this.begin(this.orders.cancel(order));
    }
  }

  private async squareOff(now: number): Promise<void> {
    for (const held of this.held.all()) {
      const { row, instrument } = held;
      // A contract ends with its last day, however it is held.
      const isLastDay = instrument.expiry !== null && instrument.expiry <= istDate(now);
      const isFull = held.exits.some(({ quantity }) => quantity === null);
      if ((row.product !== 'intraday' && !isLastDay) || isFull) continue;
      const { squareOffTime } = await this.deps.termsOf(row.trick_id);
      const begun = instrument.expiry === istDate(now) ? now : row.opened_at;
      const due = squareOffDue(row.symbol, begun, now, squareOffTime);
      if (due === null) continue;
      const key = `${row.run_id}:${row.id}:square-off:${istDate(now)} ${istMinute(now)}`;
      const reason = isLastDay
        ? `Last day of ${instrument.tradingSymbol}: square-off at ${due}`
        : `Square-off at ${due}`;
      this.begin(this.positionOrders.wantExit(held, { quantity: null, purpose: 'square-off', reason, key }));
    }
  }

  /** Orders that must fill and do not: exits, and stops whose trigger was reached. They follow the market to the end. */
  private chasePrices(now: number): void {
    for (const order of this.orders.all()) {
      const isStop = order.slot === 'resting-stop';
      const isInMarket = isStop
        ? order.state === 'triggered' || order.state === 'partially-filled'
        : order.slot === 'leaving' && isAtBroker(order.state);
      const held = order.position_id === null ? undefined : this.held.get(order.position_id);
      const tick = held && this.prices.tickOf(held.instrument);
      if (!isInMarket || !held || !tick || order.pending !== null) continue;
      if (!this.sendable('leaving', order.symbol).now || !isDue(this.orders.nextAt(order.id), now)) continue;
      const width = this.chase.turn(order.id, now);
      if (width !== null) this.begin(this.chaseOrder(order, held, tick, width));
      if (this.chase.isToTell(order.id)) this.begin(this.tellSlow(order, now));
    }
  }

  private async chaseOrder(
    order: OrderRow,
    held: HeldPosition,
    tick: BrokerTick,
    width: number,
  ): Promise<void> {
    const instrument = this.deps.contractToday?.(held.instrument) ?? held.instrument;
    const price = fastLimit(order.side, tick.price, instrument, tick, width);
    const isFurther = order.side === 'buy' ? price > (order.price ?? 0) : price < (order.price ?? 0);
    if (!isFurther) return;
    // In the market it is a plain limit order: its trigger has done its work.
    if (await this.orders.change(order, { quantity: order.quantity, price, trigger: null }, 'exit'))
      this.chase.taken(order.id);
  }

  private async tellSlow(order: OrderRow, now: number): Promise<void> {
    const { database, announcer, termsOf } = this.deps;
    const { trick } = await termsOf(order.trick_id);
    const left = order.quantity - order.filled_quantity;
    const text = `${left} ${order.symbol} could not be ${order.side === 'sell' ? 'sold' : 'bought back'} near the last price. The order rests at the broker and follows the price.`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text, now));
  }

  /** Reads the order book; what the broker cannot tell now is asked again. */
  async sync(): Promise<readonly OrderReport[]> {
    this.syncedAt = this.deps.clock.now();
    try {
      return await this.orders.sync();
    } catch (error) {
      this.deps.logger.warn({ err: error }, 'the order book could not be read');
      return [];
    }
  }

  /** Compares orders, trades, positions and holdings with the account. */
  private async reconcile(): Promise<void> {
    this.reconciledAt = this.deps.clock.now();
    if (this.deps.broker()) await this.reconciliation.check();
  }

  /** Resolves when nothing that was begun is under way. */
  async settled(): Promise<void> {
    do {
      while (this.background.size > 0) await Promise.allSettled([...this.background]);
      await this.positionOrders.idle();
    } while (this.background.size > 0);
  }

  /** Books what a report says was filled. Shares sold beyond what is held are written on the order, and told. */
  private async book(
    tx: Transaction,
    order: OrderRow,
    { quantity, value }: { quantity: number; value: number },
  ): Promise<BookedFill> {
    const terms = await this.deps.termsOf(order.trick_id);
    const at = this.deps.clock.now();
    const { announcer } = this.deps;
    const needs = this.bookingDeps();
    const price = Math.round(value / quantity);
    if (order.slot === 'entry') {
      const booked = await bookFill(tx, needs, terms, order, { quantity, value, price, at });
      const { protection_problem: problem } = booked.position;
      if (problem !== null && order.filled_quantity === 0)
        await raiseAttention(
          tx,
          announcer,
          terms.trick,
          `${order.symbol} is held without a stop. ${problem}`,
          at,
        );
      return { ...booked, position: await this.writeInstrument(tx, booked.position.id, order) };
    }
    const position = await tx.query
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', order.position_id)
      .executeTakeFirstOrThrow();
    if (order.exit_intent_id !== null) await fillExitIntent(tx, order.exit_intent_id, quantity);
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
    return { ...booked, order: await fillOrder(tx, announcer.hub, booked.order, rest) };
  }

  private bookingDeps() {
    return {
      announcer: this.deps.announcer,
      lastPrice: (symbol: string) => this.lastPrice(symbol),
      protectionOf: (positionId: number) => this.held.get(positionId)?.protection,
    };
  }

  private async bookEnd(tx: Transaction, order: OrderRow): Promise<EndedExit | null> {
    if (order.slot === 'entry' || order.filled_quantity === 0) return null;
    return bookEndedExit(tx, this.bookingDeps(), await this.deps.termsOf(order.trick_id), order);
  }

  /** What an entry did in the end was not seen: what it bought would have no stop and nobody to miss it. */
  private async tellUnseen(tx: Transaction, order: OrderRow): Promise<void> {
    const { announcer, termsOf, clock } = this.deps;
    const { trick } = await termsOf(order.trick_id);
    const left = order.quantity - order.filled_quantity;
    const text = `The day of an order to ${order.side} ${left} ${order.symbol} ended while TrickDesk was not connected: it may have been filled. Look in the broker's app; what it filled is not watched here and has no stop-loss.`;
    await raiseAttention(tx, announcer, trick, text, clock.now());
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
    // Of an entry whose day ended in doubt nothing was seen: what it bought is compared with no position.
    else if (this.inDoubt.delete(order.id) && !(order.state === 'expired' && order.slot === 'entry'))
      this.begin(this.settleDoubt(order));
    if (isOver(order.state)) {
      this.chase.forget(order.id);
      this.positionOrders.noteEnd(order);
    }
    if (order.position_id !== null) this.begin(this.positionOrders.advance(order.position_id));
  }

  private onFill({ position, protection, trade }: BookedFill): void {
    const before = this.held.get(position.id);
    // What was missing in the account may have been this.
    if (before && before.shortfall > 0) this.reconciledAt = Number.NEGATIVE_INFINITY;
    if (position.status !== 'open') this.held.delete(position.id);
    else if (before) {
      before.row = position;
      before.protection = protection ?? before.protection;
    } else this.held.set(heldPosition(position, protection ?? undefined));
    if (trade) this.deps.onTrade(trade);
  }

  /** Somebody else trades in the account: what was read of it is old when it is about something that is held. */
  private onForeignReport({ tradingSymbol, filledQuantity }: OrderReport): void {
    if (filledQuantity === 0) return;
    if (!this.held.all().some(({ instrument }) => instrument.tradingSymbol === tradingSymbol)) return;
    this.reconciliation.onForeignTrade();
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  private async doubt(order: OrderRow): Promise<void> {
    if (this.inDoubt.has(order.id)) return;
    this.inDoubt.add(order.id);
    const { database, announcer, termsOf, clock } = this.deps;
    const { trick } = await termsOf(order.trick_id);
    const what = `${order.side === 'buy' ? 'buy' : 'sell'} ${order.quantity} ${order.symbol}`;
    const text = `${DOUBT} to ${what} reached the broker. ${order.reason}`;
    await database.write((tx) => raiseAttention(tx, announcer, trick, text.trim(), clock.now()));
  }

  private async settleDoubt(order: OrderRow): Promise<void> {
    const isLeft = this.orders
      .all()
      .some(({ state, trick_id }) => state === 'unknown' && trick_id === order.trick_id);
    const isBare = this.openPositions().some(
      (row) => row.trick_id === order.trick_id && row.protection_problem !== null,
    );
    if (!isLeft && !isBare) await this.deps.database.write((tx) => clearAttention(tx, order.trick_id, DOUBT));
  }

  /** What follows from a change goes on by itself; a defect in it is logged, not lost. */
  private begin(work: Promise<unknown>): void {
    this.background.add(work);
    work
      .catch((error: unknown) => this.deps.logger.error({ err: error }, 'what follows from an order failed'))
      .finally(() => this.background.delete(work));
  }
}
