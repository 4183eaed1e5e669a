import { setImmediate as nextTurn } from 'node:timers/promises';
import { lotSizeOn } from '../../engine/instrument.ts';
import { type DistanceAtr, moveStopToEntry, type ProtectionRules } from '../../engine/protection.ts';
import { isOver } from '../../engine/trading/order.ts';
import type { RestingTerms } from '../../engine/trading/order-change.ts';
import { dayEnd } from '../../engine/trading/trading-day.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import type { BrokerInstrument, BrokerTick, OrderReport } from '../brokers/broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AccountDifferenceRow, OrderRow, PositionRow, TradeRow } from '../db/schema.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { StrategyIdentity } from '../trading/announce.ts';
import type { BookedFill } from '../trading/book-fill.ts';
import { type ProtectionChange, protectionChanges } from '../trading/changed-protection.ts';
import type { ManualLevels } from '../trading/manual-terms.ts';
import type { Intent, Purpose } from '../trading/order-book.ts';
import type { OrderPath, TradingTerms } from '../trading/order-path.ts';
import { HEDGE_PATIENCE_MS, isHedging, soldLegsFirst } from '../trading/legs/leg-account.ts';
import type { LegOrders } from '../trading/legs/leg-runner.ts';
import type { LastPrice } from '../market/last-price.ts';
import { BackgroundWork } from './background-work.ts';
import { contractKey } from './contract-key.ts';
import { type BegunChange, type ChangeGuard, EntryChanges } from './entry-changes.ts';
import { EntryOrders, isQueuedEntry } from './entry-orders.ts';
import { exitsAfter, withdrawnOf } from './exit-intents.ts';
import { type HeldPosition, heldPosition, HeldPositions, notePrice } from './held-position.ts';
import { LiveBooking } from './live-booking.ts';
import { LivePrices } from './live-prices.ts';
import type { Ticket } from './order-sending.ts';
import { squareOffWish } from './live-square-off.ts';
import { OrderChannel, type OrderChannelDeps } from './order-channel.ts';
import { OrderDoubts } from './order-doubts.ts';
import { openOfDay, sendableAt } from './order-hours.ts';
import type { ExitWish } from './position-exits.ts';
import { PositionOrders } from './position-orders.ts';
import { ProtectionWatch, type ReachedLevel } from './protection-watch.ts';
import { Reconciliation } from './reconciliation.ts';
import { type ExplainedSplit, applyKnown } from './known-splits.ts';
import { knownTerms } from '../trading/carry-over.ts';
import { type Decision, resolveDifference } from './resolve-difference.ts';
import { StoredPositions } from './stored-positions.ts';
import { WorkingExits } from './working-exits.ts';

export interface LiveExecutionDeps extends Omit<
  OrderChannelDeps,
  | 'book'
  | 'bookEnd'
  | 'notifyRejected'
  | 'notifyUnseen'
  | 'notifyUnbooked'
  | 'onChange'
  | 'dayEnd'
  | 'isQueued'
  | 'onRestore'
  | 'onForeignReport'
> {
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  /** Today's instrument at the broker for a symbol of ours. @throws Refusal when it cannot be traded there */
  readonly instrumentOf: (symbol: string) => Promise<BrokerInstrument>;
  /** A contract as the broker's list of today has it. As it was bought where that lacks it. */
  readonly contractToday?: (instrument: BrokerInstrument) => BrokerInstrument;
  /** Told of every trade that closes. */
  readonly onTrade: (trade: TradeRow) => void;
  /** Pause before the account is read again, ms. */
  readonly readAgainMs?: number;
  /** Guards of changes by hand that may open more. */
  readonly changeGuard?: ChangeGuard;
  /** A write that gives up the reserve on a full disk: for what leaves and what protects. */
  readonly writeForSure?: Database['write'];
}

/** How often the order book is read. First with nothing open, then with something open. */
const SYNC_EVERY_MS = 60_000;
const SYNC_SOON_MS = 2_000;
/** The most positions advanced in one turn of the event loop. */
const ADVANCED_AT_ONCE = 5;
/** Time between comparisons with the account. The second is for when something differs. */
const RECONCILE_EVERY_MS = 60_000;
const RECONCILE_SOON_MS = 5_000;
const READ_AGAIN_MS = 1_000;

const rowsOf = (held: readonly HeldPosition[]): PositionRow[] => held.map(({ row }) => row);

const isOfLeg = ({ row }: HeldPosition): boolean => row.leg !== null;

const DIFFERS = 'the account shows something else than TrickDesk of this share: see Reconciliation.';

/** Units of one of several positions that are left together. */
export interface WantedPart {
  readonly positionId: number;
  /** Undefined for all that it has then. */
  readonly quantity: number | undefined;
  readonly key: string;
}

/** Exits that were written together. `sent` resolves when each has gone as far as it can now; it never fails. */
export interface LeftTogether {
  readonly orders: readonly OrderRow[];
  readonly sent: Promise<unknown>;
}

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
  private readonly held = new HeldPositions();
  private readonly protections = new ProtectionWatch();
  private readonly background: BackgroundWork;
  private readonly stored: StoredPositions;
  private readonly booking: LiveBooking;
  private readonly entries: EntryOrders;
  private readonly changes: EntryChanges;
  private readonly workingExits: WorkingExits;
  private readonly doubts: OrderDoubts;
  private syncedAt = Number.NEGATIVE_INFINITY;
  private reconciledAt = Number.NEGATIVE_INFINITY;
  private day = '';

  constructor(deps: LiveExecutionDeps) {
    this.deps = deps;
    const { clock, sinks, termsOf } = deps;
    this.prices = new LivePrices(clock);
    this.background = new BackgroundWork(deps.logger);
    // A full disk must keep nobody in a position. An entry ends earlier, where it is written first.
    const { writeForSure } = deps;
    const database = writeForSure ? { ...deps.database, write: writeForSure } : deps.database;
    const held = (positionId: number) => this.held.get(positionId);
    const contractToday = (instrument: BrokerInstrument) => this.contractToday(instrument);
    this.stored = new StoredPositions({ ...deps, held: this.held, prices: this.prices });
    this.booking = new LiveBooking({
      sinks,
      clock,
      termsOf,
      lastPrice: (symbol) => this.lastPrice(symbol),
      protectionOf: (positionId) => held(positionId)?.protection,
    });
    this.orders = new OrderChannel({
      ...deps,
      database,
      book: (tx, order, filled) => this.booking.book(tx, order, filled),
      bookEnd: (tx, order) => this.booking.bookEnd(tx, order),
      notifyRejected: (tx, order) => this.booking.notifyRejected(tx, order),
      notifyUnseen: (tx, order) => this.booking.notifyUnseen(tx, order),
      notifyUnbooked: (tx, order) => this.booking.notifyUnbooked(tx, order),
      denial: async (tx, order, ticket, money) =>
        this.isHeldBack(ticket.instrument) ? DIFFERS : deps.denial(tx, order, ticket, money),
      dayEnd: ({ symbol, sent_at: sentAt, placed_at: placedAt }) =>
        dayEnd(tradedAs(symbol), sentAt ?? placedAt),
      isQueued: (order) => isQueuedEntry(order, clock.now()),
      onChange: (order, booked) => this.onChange(order, booked),
      onRestore: (order) => this.positionOrders.restoreCancel(order),
      onForeignReport: (report) => this.onForeignReport(report),
    });
    const shared = { sinks, clock, termsOf, channel: this.orders, background: this.background };
    this.entries = new EntryOrders({
      ...shared,
      database: deps.database,
      instrumentOf: deps.instrumentOf,
      prices: this.prices,
      isSelling: (strategyId) =>
        this.held.all().some(({ row, exits }) => row.strategy_id === strategyId && exits.length > 0),
    });
    this.changes = new EntryChanges({
      channel: this.orders,
      broker: deps.broker,
      guard: deps.changeGuard && this.guardOfChange(deps.changeGuard),
    });
    this.workingExits = new WorkingExits({
      ...shared,
      database: deps.database,
      prices: this.prices,
      held,
      contractToday,
    });
    this.doubts = new OrderDoubts({ ...shared, database: deps.database });
    this.positionOrders = new PositionOrders({
      ...deps,
      database,
      channel: this.orders,
      isConnected: () => deps.broker() !== null,
      held,
      tick: ({ instrument }) => this.prices.tickOf(instrument),
      pricedAt: ({ instrument }) => this.prices.receivedAt(instrument),
      contractToday: ({ instrument }) => contractToday(instrument),
      sendable: (slot, symbol) => sendableAt(slot, symbol, clock.now()),
      openedAt: (symbol) => openOfDay(symbol, clock.now()) ?? 0,
      confirm: (position, purpose) => this.reconciliation.confirm(position, purpose),
      isConfirmed: (position, purpose) => this.reconciliation.isConfirmed(position, purpose),
      isHedging: ({ row }) => isHedging(row, this.openPositions()),
      waitsForHedged: (position) => this.waitsForHedged(position),
    });
    this.reconciliation = new Reconciliation({
      ...deps,
      runId: deps.run.runId,
      channel: this.orders,
      held: () => this.held.all(),
      contractToday,
      lastPrice: (position) => this.priceOfToday(position),
      onShortfall: (positionId) => this.background.start(this.positionOrders.advance(positionId)),
      onKnownSplit: (split) => this.applySplit(split),
      readAgainMs: deps.readAgainMs ?? READ_AGAIN_MS,
    });
  }

  /** A contract as today's list has it. As it was given where that is not known. */
  private contractToday(instrument: BrokerInstrument): BrokerInstrument {
    return this.deps.contractToday?.(instrument) ?? instrument;
  }

  private guardOfChange({ moneyOf, denial }: ChangeGuard): ChangeGuard {
    return {
      moneyOf,
      denial: async (tx, order, ticket, ...rest) =>
        this.isHeldBack(ticket.instrument) ? DIFFERS : denial(tx, order, ticket, ...rest),
    };
  }

  /** Apply known splits and bonuses, as the account shows them. */
  private async applySplit(split: ExplainedSplit): Promise<void> {
    const { database, sinks, run, clock, userId, termsOf } = this.deps;
    const terms = new Map<number, TradingTerms>();
    for (const { strategy_id: id } of split.positions) terms.set(id, await termsOf(id));
    const now = clock.now();
    const changed = await database.write(userId, (tx) =>
      applyKnown(tx, { sinks, userId, runId: run.runId, now, termsOf: knownTerms(terms) }, split),
    );
    await this.onAdopted(split.key, changed);
  }

  private async onAdopted(contractKey: string, changed: readonly number[]): Promise<void> {
    this.reconciliation.onSettled(contractKey);
    for (const positionId of changed) {
      await this.stored.reload(positionId);
      this.background.start(this.positionOrders.advance(positionId));
    }
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Whether orders of a contract are held back. The account shows something else of it, or was not compared yet: an
   * entry would hide what it is.
   */
  private isHeldBack(instrument: BrokerInstrument): boolean {
    return this.held.in(contractKey(instrument)).some((held) => held.isHeldBack);
  }

  /** The last price of today, if any. A price from before today's open does not show a split of last night. */
  private priceOfToday({ instrument, row }: HeldPosition): number | null {
    const tick = this.prices.tickOf(instrument);
    const openedAt = openOfDay(row.symbol, this.deps.clock.now());
    return tick && openedAt !== null && tick.at >= openedAt ? tick.price : null;
  }

  /** Restore positions as they were written: they are there, whether the broker can be asked or not. */
  async restore(): Promise<void> {
    await this.stored.restore();
    this.holdBack();
  }

  /** Hold back orders for all that is held until it is compared. That is needed after a start, a log-in or a night. */
  private holdBack(): void {
    for (const held of this.held.all()) {
      held.isHeldBack = true;
      held.isLeftAlone = false;
    }
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /** Restore positions and orders as written, then ask the broker about them. */
  async load(): Promise<void> {
    await this.restore();
    await this.orders.load();
    await this.withdrawLeftOver();
    for (const order of this.orders.all())
      if (order.state === 'unknown') this.background.start(this.doubts.follow(order));
    await this.startDay();
    await this.endOldTargets(this.deps.clock.now());
    await this.sync();
    await this.reconcile();
    await this.advanceAll();
  }

  /** Withdraw unsent orders of closed positions, as a crash leaves them. */
  private async withdrawLeftOver(): Promise<void> {
    for (const order of this.orders.all()) {
      const { state, position_id: positionId } = order;
      if (state !== 'intended' || positionId === null || this.held.get(positionId)) continue;
      const position = await this.deps.database.read
        .selectFrom('positions')
        .select('status')
        .where('id', '=', positionId)
        .executeTakeFirst();
      if (position?.status === 'closed') await this.orders.withdraw(order, 'Its position is closed');
    }
  }

  get runId(): number {
    return this.deps.run.runId;
  }

  openPositions(): PositionRow[] {
    return this.held.all().map(({ row }) => row);
  }

  openPositionsOf(userId: number): PositionRow[] {
    return this.openPositions().filter((row) => row.user_id === userId);
  }

  positionsOf(strategyId: number, symbol?: string): PositionRow[] {
    return this.openPositions().filter(
      (row) => row.strategy_id === strategyId && (symbol === undefined || row.symbol === symbol),
    );
  }

  hasWorkingEntry(strategyId: number, symbol: string): boolean {
    return this.entries.of(strategyId).some((order) => order.symbol === symbol);
  }

  restingByHand(): number {
    return this.entriesByHand().length;
  }

  /** Orders by hand that may still open something, oldest first. */
  entriesByHand(): OrderRow[] {
    return this.entries.of(null).filter(({ manual_json: byHand }) => byHand !== null);
  }

  hasEntries(strategyId: number): boolean {
    return this.entries.of(strategyId).length > 0;
  }

  lastPrice(symbol: string): LastPrice | null {
    return this.prices.lastPrice(symbol);
  }

  /** An entry: written, priced inside the band, and sent once. Resolves with the broker's answer. */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    const { order, sent } = await this.entries.write(intent, { alongside });
    return sent ?? order;
  }

  /**
   * The same for who does not wait for the answer: `sent` resolves with it, and is undefined of an order that is known.
   * An order that could not be written as sent is in the log. `permit` is asked of the ticket right before it is written;
   * what it throws is why it is not.
   */
  async begin(
    intent: Intent,
    permit?: (ticket: Ticket) => void,
  ): Promise<{ order: OrderRow; sent?: Promise<OrderRow> }> {
    const begun = await this.entries.write(intent, { permit });
    if (begun.sent) this.background.start(begun.sent);
    return begun;
  }

  /**
   * Begin to give a resting entry other terms. `before` are those that were judged. Its answer is waited for by who
   * wants to.
   * @throws Refusal `refused` with the sentence of a guard, `conflict` where it cannot be asked any more
   */
  async changeEntry(orderId: number, before: RestingTerms, wanted: RestingTerms): Promise<BegunChange> {
    const order = this.orders.get(orderId);
    if (!order) throw new Refusal('conflict', 'This order is done already; there is nothing to change.');
    const begun = await this.changes.begin(order, before, wanted);
    // A failure is logged here too: nobody may be waiting for the answer any more.
    this.background.start(begun.answered.then(() => undefined));
    return begun;
  }

  /**
   * Give a position the levels that its owner sets; its stop at the broker follows. Of one that is being left they hold
   * for what remains of it.
   * @throws Refusal `not-found` of one that is closed
   */
  async setLevels(positionId: number, levels: ManualLevels): Promise<PositionRow> {
    const held = this.require(positionId);
    const row = await this.stored.setLevels(held, levels);
    this.onProtectionChanged(positionId);
    return row;
  }

  /**
   * The same path for strategies: what they decide is written before the next decides, and nobody waits for the
   * broker's answer to another's order.
   */
  get unawaited(): OrderPath {
    return {
      openPositions: () => this.openPositions(),
      openPositionsOf: (userId) => this.openPositionsOf(userId),
      positionsOf: (strategyId, symbol) => this.positionsOf(strategyId, symbol),
      hasWorkingEntry: (strategyId, symbol) => this.hasWorkingEntry(strategyId, symbol),
      isBeingLeft: (positionId) => this.isBeingLeft(positionId),
      place: async (intent, alongside) => {
        const { order, sent } = await this.entries.write(intent, { alongside });
        if (sent) this.background.start(sent);
        return order;
      },
      exit: (positionId, purpose, reason, _at, key, quantity) =>
        this.positionOrders.writeExit(this.require(positionId), wishOf(purpose, reason, key, quantity)),
      cancel: (orderId, at, reason) => this.cancel(orderId, at, reason),
      hasEntries: (strategyId) => this.hasEntries(strategyId),
      endEntries: (strategyId, reason) => this.endEntries(strategyId, reason),
      protectionsUnder: (strategyId, rules, atrOf) => this.protectionsUnder(strategyId, rules, atrOf),
      changeProtections: (tx, strategy, rules, atrOf) => this.changeProtections(tx, strategy, rules, atrOf),
    };
  }

  /** The same path for legs: nobody waits for an answer, and what is asked again is asked once. */
  get legOrders(): LegOrders {
    return {
      ...this.unawaited,
      endEntries: (strategyId, reason) => Promise.resolve(this.endEntriesSoon(strategyId, reason)),
      stopToEntry: (positionId) => this.stopToEntry(positionId),
    };
  }

  isBeingLeft(positionId: number): boolean {
    return this.held.get(positionId)?.exits.some(({ quantity }) => quantity === null) ?? false;
  }

  /** Move a stop to the entry price. It is written, and moved at the broker, with the next second. */
  private stopToEntry(positionId: number): void {
    const held = this.held.get(positionId);
    if (!held) return;
    const moved = moveStopToEntry(held.protection);
    if (moved === held.protection) return;
    held.protection = moved;
    this.protections.noteMoved(positionId);
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

  /**
   * Write that several positions are to be left, in one commit. Then begin to send it: each by an order of its own, as soon
   * as that can go. `keys` are all that the request could have; where one is known, it was made before. What was to leave
   * as a whole and is closed by now is left out.
   * @throws Refusal `conflict` where more units are wanted of one than are free
   */
  async exitTogether(
    parts: readonly WantedPart[],
    keys: readonly string[],
    reason: string,
  ): Promise<LeftTogether> {
    const wanted = parts.flatMap(({ positionId, quantity, key }) => {
      const held = quantity === undefined ? this.held.get(positionId) : this.require(positionId);
      return held ? [{ held, wish: wishOf('exit', reason, key, quantity) }] : [];
    });
    const orders = await this.positionOrders.writeTogether(this.deps.userId, wanted, keys);
    const sent = orders.map(({ position_id: id }) =>
      id === null ? Promise.resolve() : this.positionOrders.advance(id),
    );
    for (const one of sent) this.background.start(one);
    return { orders, sent: Promise.allSettled(sent) };
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
    // As it stands now: its position may have asked meanwhile.
    const current = this.orders.get(orderId) ?? order;
    await (order.slot === 'entry' ? this.orders.end(current, reason) : this.orders.cancel(current));
    return this.orders.get(orderId) ?? this.orders.read(orderId);
  }

  protectionsUnder(
    strategyId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): ProtectionChange[] {
    return protectionChanges(this.held.all(), strategyId, rules, atrOf, (symbol) => this.lastPrice(symbol));
  }

  /** Withdraw or cancel the entries of a strategy, or of all (null). Waits a moment for the end of each. */
  endEntries(strategyId: number | null, reason: string): Promise<void> {
    return this.entries.endAll(strategyId, reason);
  }

  /** Begin to take back the entries of a strategy. Nobody waits for it; what was asked already is not asked again. */
  endEntriesSoon(strategyId: number, reason: string): void {
    this.entries.endSoon(strategyId, reason);
  }

  async changeProtections(
    tx: Transaction,
    strategy: StrategyIdentity,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void> {
    for (const held of this.held.all()) {
      const { id, strategy_id: strategyId, symbol } = held.row;
      if (strategyId !== strategy.id) continue;
      await this.stored.changeProtection(tx, held, strategy, rules, atrOf(symbol));
      tx.afterCommit(() => this.onProtectionChanged(id));
    }
  }

  private onProtectionChanged(positionId: number): void {
    const held = this.held.get(positionId);
    if (!held) return;
    // Prices may have moved the levels of before meanwhile: what has become of them is written once more.
    this.protections.noteMoved(positionId);
    // A stop that the broker had refused is tried again where it is wanted now.
    this.positionOrders.resetStop(held);
    this.background.start(this.positionOrders.advance(positionId));
  }

  /** Apply the owner's word about an unknown order: nothing, or that it is this one of the broker's. */
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
    const { database, sinks, run, clock, termsOf, onTrade } = this.deps;
    const now = clock.now();
    const lastPrice = (symbol: string) => this.lastPrice(symbol);
    const changed = await database.write(difference.user_id, (tx) =>
      resolveDifference(tx, { sinks, run, now, termsOf, lastPrice, onTrade }, difference, decision),
    );
    if (decision.resolution !== 'leave-alone') return this.onAdopted(difference.contract_key, changed);
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Hold back a share that may have been split overnight. Split, multiplied or demerged, it is compared and asked
   * about, not sold at its old stop.
   */
  private holdForGap(held: HeldPosition): void {
    if (held.isHeldBack) return;
    held.isHeldBack = true;
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }

  /** Apply every price of the broker's feed, in its order. Nothing is sent and nothing is awaited. */
  onTicks(ticks: readonly BrokerTick[]): void {
    const now = this.deps.clock.now();
    for (const tick of ticks) {
      this.prices.onTick(tick);
      const held = this.held.in(contractKey(tick));
      // Pre-open and auction prices reach no level: nothing could be done about it. Nor does one of yesterday.
      if (held.length === 0 || !sendableAt('leaving', tick.symbol, now).now) continue;
      if (tick.price <= 0 || tick.at < (openOfDay(tick.symbol, now) ?? 0)) continue;
      for (const one of held) {
        if (notePrice(one, tick.price, now)) this.holdForGap(one);
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
    this.background.start(this.leaveReached());
  }

  /** Leaves what has come to a level of ours: targets, and stops that do not rest at the broker. */
  async leaveReached(): Promise<void> {
    await Promise.all(this.protections.drainReached().map((level) => this.leaveAt(level)));
  }

  private async leaveAt({ positionId, exit, at }: ReachedLevel): Promise<void> {
    const { runId, deps } = this;
    const { purpose, reason, quantity } = exit;
    const row = this.held.get(positionId)?.row;
    if (!row) return;
    // A level that a day ends before it is done may be reached again.
    const level = `${runId}:${positionId}:${purpose}:${exit.key}:${istDate(at)}:${row.quantity}`;
    // So may a stop whose exit was taken back; a target that was stays so for the day, or nobody could take it back.
    const withdrawn = purpose === 'stop-loss' ? await withdrawnOf(deps.database.read, positionId, level) : 0;
    const held = this.held.get(positionId);
    if (!held) return;
    const key = withdrawn === 0 ? level : `${level}:${withdrawn}`;
    await this.positionOrders.wantExit(held, wishOf(purpose, reason, key, quantity));
  }

  private lotSize({ row }: HeldPosition): number {
    const instrument = findInstrument(row.symbol);
    return instrument ? lotSizeOn(instrument, this.deps.clock.now()) : 1;
  }

  /**
   * Do the timed work: the day's end, late entries, square-off, prices to be chased, books. Never throws for the
   * broker.
   */
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
    await this.endOldTargets(now);
    this.entries.sendQueued();
    this.entries.dropLate();
    this.entries.endWanted();
    this.entries.followPrices();
    const [legs, others] = [this.held.all().filter(isOfLeg), this.held.all().filter((one) => !isOfLeg(one))];
    for (const held of others) this.background.start(this.squareOff(held, now));
    if (legs.length > 0) this.background.start(this.squareOffLegs(legs, now));
    this.workingExits.followPrices();
    if (now - this.syncedAt >= (this.orders.isSyncDue ? SYNC_SOON_MS : SYNC_EVERY_MS)) {
      this.syncedAt = now;
      this.background.start(this.sync());
    }
    const every = this.reconciliation.isSuspicious ? RECONCILE_SOON_MS : RECONCILE_EVERY_MS;
    if (now - this.reconciledAt >= every) {
      this.reconciledAt = now;
      this.background.start(this.reconcile());
    }
    this.background.start(this.advanceAll());
  }

  /** Goes on with every position, a few at a time: a tick or a report in between does not wait for all of them. */
  private async advanceAll(): Promise<void> {
    for (const [index, positionId] of this.positionsToAdvance().entries()) {
      if (index > 0 && index % ADVANCED_AT_ONCE === 0) await nextTurn();
      this.background.start(this.positionOrders.advance(positionId));
    }
  }

  /**
   * Positions that are held, or closed and still have orders: a stop that could not be cancelled would sell once more.
   */
  private positionsToAdvance(): number[] {
    const withOrders = this.orders.all().flatMap(({ position_id: positionId }) => positionId ?? []);
    return [...new Set([...this.held.all().map(({ row }) => row.id), ...withOrders])];
  }

  /** A new day: its orders are over, and stops are tried again. */
  private async startDay(): Promise<void> {
    const now = this.deps.clock.now();
    this.day = istDate(now);
    await this.orders.endDay();
    for (const held of this.held.all()) this.positionOrders.resetStop(held);
  }

  /** Targets of a day before wait for their level again. */
  private async endOldTargets(now: number): Promise<void> {
    for (const held of this.held.all()) {
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
    const moved = this.protections.drainMoved();
    for (const [index, positionId] of moved.entries()) {
      const held = this.held.get(positionId);
      if (!held) continue;
      try {
        await this.stored.writeLevels(held);
      } catch (error) {
        // After a restart they would go back to what was written.
        for (const one of moved.slice(index)) this.protections.noteMoved(one);
        throw error;
      }
      this.background.start(this.positionOrders.advance(positionId));
    }
  }

  private squareOffWish(held: HeldPosition, now: number): Promise<ExitWish | null> {
    return squareOffWish(held, this.contractToday(held.instrument), now, this.deps.termsOf);
  }

  private async squareOff(held: HeldPosition, now: number): Promise<void> {
    const wish = await this.squareOffWish(held, now);
    if (wish) await this.positionOrders.wantExit(held, wish);
  }

  /** Square off legs that are due. The sold ones are written first, so that their hedges wait for them. */
  private async squareOffLegs(legs: readonly HeldPosition[], now: number): Promise<void> {
    for (const { id } of soldLegsFirst(rowsOf(legs))) {
      const held = this.held.get(id);
      const wish = held && (await this.squareOffWish(held, now));
      if (wish && this.held.get(id)) await this.positionOrders.writeExit(held, wish);
    }
  }

  /** Whether a bought leg waits for the sold ones that it hedges. They are being left too, and it waits not long. */
  private waitsForHedged(held: HeldPosition): boolean {
    const leaving = this.held.all().filter(({ row }) => this.isBeingLeft(row.id));
    if (!isHedging(held.row, rowsOf(leaving))) return false;
    const since = held.exits.find(({ quantity }) => quantity === null)?.decided_at;
    return since === undefined || Math.abs(this.deps.clock.now() - since) < HEDGE_PATIENCE_MS;
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
      await this.background.settled();
      await this.positionOrders.idle();
    } while (!this.background.isIdle);
  }

  private onChange(order: OrderRow, booked: BookedFill | null): void {
    if (booked) this.onFill(booked);
    this.background.start(this.doubts.follow(order));
    if (isOver(order.state)) {
      this.workingExits.forget(order.id);
      this.entries.forget(order.id);
      this.positionOrders.noteEnd(order);
    }
    if (order.position_id !== null) this.background.start(this.positionOrders.advance(order.position_id));
  }

  private onFill({ position, protection, trade, wanted = [], exit }: BookedFill): void {
    const before = this.held.get(position.id);
    const ofContract = before ? this.held.in(contractKey(before.instrument)) : [];
    // What was missing in the account may have been this, whichever position it was missing of.
    if (ofContract.some(({ shortfall }) => shortfall > 0)) this.reconciledAt = Number.NEGATIVE_INFINITY;
    if (position.status !== 'open') this.held.delete(position.id);
    else if (before) {
      before.row = position;
      // Together with what is left of its order: until then the same units would be wanted once more.
      before.exits = exitsAfter(before.exits, exit);
      before.protection = protection ?? before.protection;
    } else this.held.set(heldPosition(position, protection ?? undefined, wanted));
    if (trade) this.deps.onTrade(trade);
  }

  /** Somebody else trades in the account: what was read of it is old when it is about something that is held. */
  private onForeignReport({ tradingSymbol, filledQuantity }: OrderReport): void {
    if (filledQuantity === 0) return;
    // Named as today: what was bought under another name is the same.
    const nameOf = ({ instrument }: HeldPosition) => this.contractToday(instrument).tradingSymbol;
    if (!this.held.all().some((one) => nameOf(one) === tradingSymbol)) return;
    this.reconciliation.onForeignTrade();
    this.reconciledAt = Number.NEGATIVE_INFINITY;
  }
}
