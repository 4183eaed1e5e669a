import { setTimeout as delay } from 'node:timers/promises';
import { type AccountDifference, differenceOf, isPriceGap } from '../../engine/trading/reconcile.ts';
import type { BrokerProduct } from '../db/broker-products.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import { pauses } from '../pauses.ts';
import type { OrderRow } from '../db/schema.ts';
import type { Purpose } from '../trading/order-book.ts';
import { AccountBook, type AccountReading, holdingKey, netOf } from './account-book.ts';
import { type DifferenceEvidence, DifferenceLog, type DifferenceLogDeps } from './difference-log.ts';
import { type HeldPosition, overnightStop } from './held-position.ts';
import { type ExplainedSplit, knownSplits, type KnownSplits, namedActions } from './known-splits.ts';
import { brokerProduct } from './position-orders.ts';
import { TradeBook, type TradeBookDeps } from './trade-book.ts';
import { UnseenFills, type UnseenUnits } from './unseen-fills.ts';

export interface ReconciliationDeps extends DifferenceLogDeps, TradeBookDeps {
  readonly held: () => HeldPosition[];
  /** A contract as today's list has it: the account names it so. */
  readonly contractToday: (instrument: BrokerInstrument) => BrokerInstrument;
  readonly lastPrice: (held: HeldPosition) => number | null;
  /** Goes on with a position whose shortfall has changed. */
  readonly onShortfall: (positionId: number) => void;
  /** Called for a difference that known splits and bonuses explain. */
  readonly onKnownSplit: (split: ExplainedSplit) => Promise<void>;
  /** Pause before the account is read again, when it does not agree; ms. */
  readonly readAgainMs: number;
}

/**
 * How long, and in how many readings, a difference must last. Then the owner is notified that the account does not
 * agree with what is written here.
 */
const CONFIRMED_AFTER_MS = 10_000;
const CONFIRMING_READINGS = 3;
/** The age at which a reading is repeated before an exit. The second is for a stop's exit. */
const FRESH_MS = 5_000;
const FRESH_FOR_STOP_MS = 90_000;

/** How long a position past its stop is compared without notice. Then its owner is notified. */
const NOTIFY_PAST_AFTER_MS = 5_000;
/** Most of a turn of the event loop for comparing, ms. */
const TURN_MS = 2;
/** The most trades stored as evidence of a difference. */
const MOST_TRADES = 20;
/** A difference that was seen, and not yet for long enough. */
interface Suspicion {
  readonly theirs: number;
  readonly since: number;
  readings: number;
}

interface HeldContract {
  readonly key: string;
  readonly instrument: BrokerInstrument;
  readonly product: BrokerProduct;
  readonly held: readonly HeldPosition[];
}

/** Whether nothing of the positions is sent until their owner has decided. */
const isHolding = ({ kind }: AccountDifference): boolean => kind === 'split' || kind === 'price-gap';

/** Whether the account has more of a contract than we hold long. */
const hasMore = ({ instrument, product, held }: HeldContract, reading: AccountReading): boolean =>
  netOf(reading, instrument, product) > held.reduce((sum, { row }) => sum + row.quantity, 0);

/** Compares our orders and positions with the account's. Stores what differs. */
export class Reconciliation {
  private readonly deps: ReconciliationDeps;
  private readonly account: AccountBook;
  private readonly trades: TradeBook;
  private readonly differences: DifferenceLog;
  private readonly unseen: UnseenFills;
  private readonly suspicions = new Map<string, Suspicion>();
  /** Differences that have lasted, by contract: the same again is nothing new, and holds back nothing. */
  private readonly lasting = new Map<string, Pick<AccountDifference, 'ours' | 'theirs'>>();
  /** Contracts that differ while something is under way in them. */
  private readonly postponed = new Set<string>();
  /** Positions whose owner was notified that they are past their stop. Meanwhile they are compared. */
  private readonly notifiedPast = new Set<number>();
  private checking: Promise<void> | null = null;

  constructor(deps: ReconciliationDeps) {
    this.deps = deps;
    this.account = new AccountBook(deps.broker, () => deps.clock.now());
    this.trades = new TradeBook(deps);
    this.differences = new DifferenceLog(deps);
    this.unseen = new UnseenFills(deps.channel, () => deps.clock.now());
  }

  /** When everything was last compared, epoch ms; null before the first time. */
  comparedAt: number | null = null;

  /** Whether a difference was seen that must be checked again soon. */
  get isSuspicious(): boolean {
    return this.suspicions.size > 0 || this.postponed.size > 0;
  }

  /** The account has changed by another hand: what was read of it is old. */
  onForeignTrade(): void {
    this.account.forget();
  }

  /** Forget a contract whose difference is settled: nothing is known of it before it is compared again. */
  onSettled(contractKey: string): void {
    this.lasting.delete(contractKey);
    this.suspicions.delete(contractKey);
  }

  /** Compares everything now; those who ask meanwhile share it. Never throws for the broker. */
  check(): Promise<void> {
    this.checking ??= this.checkOnce().finally(() => (this.checking = null));
    return this.checking;
  }

  /**
   * Whether the last reading is recent enough for an exit. Then it need not wait: a moment ago, for a stop's exit
   * longer.
   */
  isConfirmed({ row }: HeldPosition, purpose: Purpose): boolean {
    const readAt = this.account.last?.at ?? Number.NEGATIVE_INFINITY;
    // What seems to be read later than now was read before the clock was put back.
    const age = Math.abs(this.deps.clock.now() - readAt);
    const isFresh = age <= (purpose === 'stop-loss' ? FRESH_FOR_STOP_MS : FRESH_MS);
    // An order that was out since then may have sold without our knowing.
    return isFresh && this.deps.channel.index.exitsTouched(row.id) < readAt;
  }

  /**
   * Before an exit leaves: the account is read unless it was a moment ago, a stop's exit does not wait for it. What is
   * missing then is read again, since a report may be on its way, and believed at last.
   */
  async confirm(held: HeldPosition, purpose: Purpose): Promise<void> {
    if (this.isConfirmed(held, purpose)) return;
    for (let reading = 1; ; reading++) {
      const read = await this.account.read();
      // The broker does not say: our own book, which rests on its reports, is what is left.
      if (!read) return;
      const contract = this.contracts().find(({ held: all }) => all.includes(held));
      if (!contract) return;
      const difference = await this.compare(contract, read);
      const missing = difference?.shortfalls.get(held.row.id) ?? 0;
      if (missing === held.shortfall && missing === 0) return;
      if (reading < CONFIRMING_READINGS && missing > held.shortfall) {
        await delay(this.deps.readAgainMs);
        continue;
      }
      this.apply(contract, difference, difference !== null && isHolding(difference));
      // It may be a fill whose report is late: it is looked at again soon.
      if (missing > 0) this.postponed.add(contract.key);
      return;
    }
  }

  private async checkOnce(): Promise<void> {
    await this.trades.bookMissing();
    const reading = await this.account.read();
    const contracts = this.contracts();
    const splits = await this.differences.openSplits();
    if (!reading) {
      // The broker does not say: our own book is what is left, and nobody is kept in a position for that. What it has said
      // before still holds.
      for (const contract of contracts)
        if (![this.suspicions, this.lasting, splits].some((known) => known.has(contract.key)))
          this.apply(contract, null, false);
      return;
    }
    const differing = new Set<string>();
    this.postponed.clear();
    const pause = pauses(TURN_MS);
    for (const contract of contracts) {
      // An order that comes meanwhile waits for a few of them, not for a thousand.
      await pause();
      try {
        const difference = await this.compare(contract, reading);
        const isStillSplit =
          splits.has(contract.key) && difference?.kind !== 'split' && hasMore(contract, reading);
        if (difference || isStillSplit) differing.add(contract.key);
        // Shares bought or sold since do not undo it: its owner says what became of it.
        if (isStillSplit) this.holdBack(contract);
        else await this.judge(contract, difference);
      } catch (error) {
        this.deps.logger.error({ err: error, contract: contract.key }, 'a contract could not be reconciled');
      }
    }
    await this.differences.endGone(differing);
    this.comparedAt = this.deps.clock.now();
  }

  private contracts(): HeldContract[] {
    const byKey = new Map<
      string,
      { instrument: BrokerInstrument; product: BrokerProduct; held: HeldPosition[] }
    >();
    for (const held of this.deps.held()) {
      const { row } = held;
      const instrument = this.deps.contractToday(held.instrument);
      const product = brokerProduct(row.product, instrument);
      const key = holdingKey(instrument, product);
      const one = byKey.get(key) ?? { instrument, product, held: [] };
      one.held.push(held);
      byKey.set(key, one);
    }
    return [...byKey].map(([key, one]) => ({ key, ...one }));
  }

  private async compare(
    { key, instrument, product, held }: HeldContract,
    reading: AccountReading,
  ): Promise<AccountDifference | null> {
    const [first] = held;
    const now = this.deps.clock.now();
    const lastPrice = first ? this.deps.lastPrice(first) : null;
    const isGap = held.some((one) => isPriceGap(one.row.side, overnightStop(one, now), lastPrice));
    if (isGap && (await this.differences.isGapAccepted(key, now)))
      for (const one of held) one.priceBelievedOn = istDate(now);
    const byHand = await this.accountsByHand(held);
    return differenceOf({
      key,
      positions: held.map((one) => ({
        id: one.row.id,
        side: one.row.side,
        quantity: one.row.quantity,
        entryPrice: one.row.entry_value / one.row.entry_quantity,
        isOver: product === 'intraday' && istDate(one.row.opened_at) < istDate(now),
        overnightStop: overnightStop(one, now),
        missing: one.shortfall,
        atBroker: this.deps.channel.requests.mostOut(one.row.id),
        isByHand: byHand.has(one.row.strategy_id),
      })),
      theirs: netOf(reading, instrument, product),
      isDelivery: product === 'delivery',
      lastPrice,
      hasLostOrder: await this.hasLostOrder(held),
      afterActions: (await this.knownOf(product, held)).afterActions,
    });
  }

  /** Splits and bonuses that delivered positions are still of before. */
  private knownOf(product: BrokerProduct, held: readonly HeldPosition[]): Promise<KnownSplits> {
    const { database, userId, clock } = this.deps;
    const rows = product === 'delivery' ? held.map(({ row }) => row) : [];
    return knownSplits(database.read, userId, rows, istDate(clock.now()));
  }

  /** Ids of the strategies that stand for trading by hand. Of one position nobody asks whose it is. */
  private async accountsByHand(held: readonly HeldPosition[]): Promise<ReadonlySet<number>> {
    if (held.length < 2) return new Set();
    const ids = [...new Set(held.map(({ row }) => row.strategy_id))];
    const rows = await this.deps.database.read
      .selectFrom('strategies')
      .select('id')
      .where('id', 'in', ids)
      .where('kind', '=', 'manual')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  private async hasLostOrder(held: readonly HeldPosition[]): Promise<boolean> {
    const ids = held.map(({ row }) => row.id);
    const lost = await this.deps.database.read
      .selectFrom('orders')
      .innerJoin('order_events', 'order_events.order_id', 'orders.id')
      .select('orders.id')
      .where('orders.position_id', 'in', ids)
      .where('orders.slot', '=', 'entry')
      .where('orders.state', '=', 'expired')
      .where('order_events.state', '=', 'unknown')
      .limit(1)
      .executeTakeFirst();
    return lost !== undefined;
  }

  /** A difference counts when it has lasted: a report, or the broker's own book, may be a moment late. */
  private async judge(contract: HeldContract, difference: AccountDifference | null): Promise<void> {
    const { key } = contract;
    const now = this.deps.clock.now();
    this.postponed.delete(key);
    if (!difference) {
      this.suspicions.delete(key);
      this.lasting.delete(key);
      this.apply(contract, null, false);
      for (const held of contract.held) await this.notifyPast(held, now);
      return;
    }
    if (this.hasOrderInDoubt(contract) || this.isBusy(contract, now)) {
      this.suspicions.delete(key);
      this.postponed.add(key);
      for (const held of contract.held) await this.notifyPast(held, now);
      return;
    }
    const before = this.suspicions.get(key);
    // Since a moment to come: the clock was put back, and how long it has lasted is not known.
    const isSame = before?.theirs === difference.theirs && before.since <= now;
    const suspicion: Suspicion = isSame ? before : { theirs: difference.theirs, since: now, readings: 0 };
    suspicion.readings++;
    this.suspicions.set(key, suspicion);
    const [first] = contract.held;
    const lasting = this.lasting.get(key);
    const isKnown = lasting?.ours === difference.ours && lasting.theirs === difference.theirs;
    const hasLasted =
      isKnown || (suspicion.readings >= CONFIRMING_READINGS && now - suspicion.since >= CONFIRMED_AFTER_MS);
    // Quantity and price by the same ratio: no report that is a moment late looks like that.
    const isConfirmed =
      difference.kind === 'price-gap' || difference.kind === 'split'
        ? first !== undefined && this.deps.lastPrice(first) !== null
        : hasLasted;
    if (!isConfirmed) {
      this.holdBack(contract);
      for (const held of contract.held) await this.notifyPast(held, now);
      return;
    }
    this.suspicions.delete(key);
    const known = await this.knownOf(contract.product, contract.held);
    const evidence = { ...this.evidenceOf(contract, difference), actions: namedActions(known.actions) };
    // What its owner has traded today may make the same number by chance: then they are asked.
    if (
      known.afterActions === difference.theirs &&
      difference.kind === 'split' &&
      evidence.trades.length === 0
    ) {
      const { symbol } = contract.instrument;
      const positions = contract.held.map(({ row }) => row);
      return this.deps.onKnownSplit({ key, symbol, theirs: difference.theirs, positions, known });
    }
    this.lasting.set(key, difference);
    // The rest of a smaller position is protected; a split waits for its owner.
    const isLeftAlone = await this.differences.isSplitLeftAlone(key, difference);
    this.apply(contract, difference, isHolding(difference));
    for (const one of contract.held) one.isLeftAlone = isLeftAlone;
    await this.differences.write({ key, symbol: contract.instrument.symbol }, difference, evidence);
  }

  /**
   * Notify the owner of a position past its stop under comparison. What trades again and again is compared for long,
   * and nothing of a position that may be gone is sent meanwhile.
   */
  private async notifyPast(
    { row, passedSince, shortfall, isHeldBack }: HeldPosition,
    now: number,
  ): Promise<void> {
    const { id, symbol, user_id: userId } = row;
    // One of another day is not so now.
    const isPast = passedSince !== null && passedSince >= istMidnight(now);
    const isWaiting = isPast && (shortfall > 0 || isHeldBack);
    if (!isWaiting) this.notifiedPast.delete(id);
    if (!isWaiting || this.notifiedPast.has(id) || now - passedSince < NOTIFY_PAST_AFTER_MS) return;
    this.notifiedPast.add(id);
    const { database, sinks } = this.deps;
    await database.write(userId, (tx) =>
      sinks.notify(tx, userId, 'broker', {
        title: `${symbol} is past its stop`,
        body: `${symbol} is past its stop-loss, and the account seems to hold fewer than TrickDesk: both are still being compared, and nothing that may be gone is sent. What is there can be closed in the broker's app.`,
        link: '/reconciliation',
        isCritical: true,
      }),
    );
  }

  /**
   * Whether a contract has an order whose outcome is not known. What the account shows cannot be told apart from it
   * then.
   */
  private hasOrderInDoubt({ held }: HeldContract): boolean {
    const isInDoubt = ({ state }: OrderRow) => state === 'submitted' || state === 'unknown';
    return held.some(({ row }) => this.deps.channel.of(row.id).some(isInDoubt));
  }

  /** Something of it was traded a moment ago: the account's own figures may be behind. */
  private isBusy({ held }: HeldContract, now: number): boolean {
    // One that is ahead was set by a clock that has been put back since.
    const isRecent = (at: number): boolean => Math.abs(now - at) < CONFIRMED_AFTER_MS;
    return held.some(({ row }) => isRecent(row.opened_at) || isRecent(this.deps.channel.lastFill(row.id)));
  }

  private holdBack({ held }: HeldContract): void {
    for (const one of held) {
      one.isHeldBack = true;
      one.isLeftAlone = false;
    }
  }

  private apply(contract: HeldContract, difference: AccountDifference | null, isHeldBack: boolean): void {
    const unseen = this.unseenIn(contract, difference);
    // What was missing stays so of the newest: what was held longest is what is still there.
    for (const one of contract.held.toReversed()) {
      const found = difference?.shortfalls.get(one.row.id) ?? 0;
      const side = one.row.side === 'long' ? 'buy' : 'sell';
      // What an entry has brought without our knowing yet is no part of what was missing.
      const gained = Math.max(0, Math.min(one.shortfall, one.row.quantity) - found);
      const kept = Math.min(gained, unseen[side]);
      unseen[side] -= kept;
      if (kept > 0) this.postponed.add(contract.key);
      const shortfall = found + kept;
      const hasChanged = one.shortfall !== shortfall || one.isHeldBack !== isHeldBack;
      one.shortfall = shortfall;
      one.isHeldBack = isHeldBack;
      one.isLeftAlone = false;
      if (hasChanged) this.deps.onShortfall(one.row.id);
    }
  }

  /** Units that entries may have brought beside what is told. Asked only where fewer are missing than before. */
  private unseenIn({ key, held }: HeldContract, difference: AccountDifference | null): UnseenUnits {
    const missingOf = ({ row }: HeldPosition) => difference?.shortfalls.get(row.id) ?? 0;
    if (held.some((one) => missingOf(one) < one.shortfall))
      return this.unseen.mostIn(
        key,
        held.reduce((sum, one) => sum + missingOf(one), 0),
      );
    this.unseen.forget(key);
    return { buy: 0, sell: 0 };
  }

  private evidenceOf(
    { instrument, product, held }: HeldContract,
    { factor, shortfalls }: AccountDifference,
  ): DifferenceEvidence {
    const [first] = held;
    return {
      tradingSymbol: instrument.tradingSymbol,
      factor,
      lastPrice: first ? this.deps.lastPrice(first) : null,
      positions: held.map(({ row }) => ({
        positionId: row.id,
        quantity: row.quantity,
        missing: shortfalls.get(row.id) ?? 0,
      })),
      trades: this.trades
        .foreignIn(instrument, product)
        .slice(-MOST_TRADES)
        .map(({ side, quantity, price, at }) => ({ side, quantity, price, at })),
    };
  }
}
