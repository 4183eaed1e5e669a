import type { BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { OrderRow, PositionRow } from '../../src/backend/db/schema.ts';
import type { LiveExecution } from '../../src/backend/broker-accounts/live-execution.ts';
import type { RunIdentity } from '../../src/backend/trading/order-path.ts';
import { rebuildOrder } from '../../src/backend/trading/order-book.ts';
import type { OpeningTerms } from '../../src/backend/trading/settle-fill.ts';
import type { ProtectionRules } from '../../src/engine/protection.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { entryOf, livePath, ONE_PERCENT, termsOfStrategy, tickOf } from './live-path.ts';
import { type Faults, NO_FAULTS, SeededBroker } from './seeded-broker.ts';
import { writeForAll } from './write-for-all.ts';

const SECOND_MS = 1_000;
/**
 * Longest time past a stop without an exit or a notice. After it the exit must be on its way, or the owner notified.
 */
const MOST_PAST_MS = 5_000;
/**
 * Longest time past a stop while the account shows otherwise. What it shows is looked at three times in ten seconds
 * before it is reported; nothing is sent meanwhile.
 */
const MOST_PAST_COMPARING_MS = 16_000;
const USER = 1;

export const momentOf = (moment: string): number => Date.parse(`${moment}+05:30`);

export const shareOf = (symbol: string): BrokerInstrument => ({
  symbol,
  exchange: 'NSE',
  token: symbol,
  tradingSymbol: `${symbol}-EQ`,
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
});

export interface LiveWorldOptions {
  readonly database: Database;
  readonly runId: number;
  /** When it begins, in India. */
  readonly at: string;
  readonly faults?: Faults;
  readonly random?: Random;
  readonly product?: OpeningTerms['product'];
  readonly protection?: Partial<ProtectionRules>;
  /** Product of a strategy's positions, where they differ. */
  readonly productOf?: (strategyId: number) => OpeningTerms['product'];
  /** The side of a strategy's positions; long unless given. */
  readonly sideOf?: (strategyId: number) => OpeningTerms['side'];
  readonly squareOffTime?: string;
  /** Why a guard denies every entry; none is unless given. */
  readonly denial?: string;
}

/** Sentence about a position past its stop for too long. */
export type Breach = string;

/**
 * The live order path of one account, in a controlled world. The truth of the broker can be looked at, and the time is
 * moved by hand: nights pass, the program is away, prices move, the owner trades by hand. After every second it is
 * checked whether any position is past its stop without an exit on its way or its owner notified.
 */
export class LiveWorld {
  readonly broker: SeededBroker;
  readonly breaches: Breach[] = [];
  /** Switched off by the control that must break the invariant. */
  isWatching = true;
  now: number;
  execution: LiveExecution;
  readonly options: LiveWorldOptions;
  private readonly prices = new Map<string, number>();
  private readonly contracts = new Map<string, BrokerInstrument>();
  private readonly pastSince = new Map<number, number>();
  /** When the stop of a position last rested: what its owner was notified of before is over. */
  private readonly restedAt = new Map<number, number>();
  /** Time to which the clock was last set back. Notices since then have earlier times than those before. */
  private putBackTo = Number.POSITIVE_INFINITY;
  /** When something was last being compared with the account. */
  private comparedUntil = Number.NEGATIVE_INFINITY;
  private isConnected = true;
  private isAway = false;
  private readonly reports = new Set<Promise<void>>();
  /** Alerts of before this world. */
  private alertsBefore = -1;
  private keys = 0;
  private stopListening: () => void = () => undefined;

  constructor(options: LiveWorldOptions) {
    this.options = options;
    this.now = momentOf(options.at);
    const random = options.random ?? seededRandom(`world ${options.runId}`);
    this.broker = new SeededBroker(random, () => this.now, options.faults ?? NO_FAULTS);
    if (!options.faults) this.broker.partly = 0;
    this.execution = this.newExecution();
  }

  private get run(): RunIdentity {
    return { source: 'broker', runId: this.options.runId, mode: 'live', brokerId: 2 };
  }

  private newExecution(): LiveExecution {
    const { database, product = 'intraday', productOf, protection, sideOf, squareOffTime } = this.options;
    const clock = { now: () => this.now };
    const execution = livePath({
      database,
      clock,
      run: this.run,
      userId: USER,
      broker: () => (this.isConnected ? this.broker : null),
      instrumentOf: (symbol) => Promise.resolve(this.contractOf(symbol)),
      contractToday: (instrument) =>
        [...this.contracts.values()].find(({ token }) => token === instrument.token) ?? instrument,
      denial: () => Promise.resolve(this.options.denial ?? null),
      termsOf: (strategyId) =>
        Promise.resolve(
          termsOfStrategy(
            strategyId,
            {
              side: sideOf?.(strategyId) ?? 'long',
              product: productOf?.(strategyId) ?? product,
              protection: { ...ONE_PERCENT, ...protection },
            },
            squareOffTime,
          ),
        ),
      readAgainMs: 0,
    });
    this.stopListening();
    this.stopListening = this.broker.onReport((report) => {
      if (this.isAway || !this.isConnected) return;
      const applied = execution.orders.onReport(report);
      this.reports.add(applied);
      void applied.finally(() => this.reports.delete(applied));
    });
    return execution;
  }

  /** List a symbol, with its tick and lot. */
  list(symbol: string, change: Partial<BrokerInstrument>): void {
    this.contracts.set(symbol, { ...this.contractOf(symbol), ...change });
  }

  contractOf(symbol: string): BrokerInstrument {
    return this.contracts.get(symbol) ?? shareOf(symbol);
  }

  async load(): Promise<void> {
    const { last } = await this.options.database.read
      .selectFrom('alerts')
      .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
      .executeTakeFirstOrThrow();
    if (this.alertsBefore < 0) {
      this.alertsBefore = last;
      await writeForAll(this.options.database, (tx) =>
        tx.query.updateTable('strategies').set({ status: 1, attention: null, status_before: null }).execute(),
      );
    }
    await this.execution.load();
    await this.settle();
  }

  /** The market comes to a price (paise); the broker sees it first. */
  async price(symbol: string, price: number): Promise<void> {
    this.setPrice(symbol, price);
    this.broker.moveTo(price, symbol);
    if (this.isAway) return;
    this.tick(symbol, price);
    if (this.isWatching) await this.execution.leaveReached();
    await this.settle();
  }

  /** The market has come to a price; what follows comes with the next second. */
  setPrice(symbol: string, price: number): void {
    this.prices.set(symbol, price);
    this.broker.prices.set(this.contractOf(symbol).token, price);
  }

  priceOf(symbol: string): number | undefined {
    return this.prices.get(symbol);
  }

  /** Whether the program runs, with a session. */
  get isOn(): boolean {
    return !this.isAway && this.isConnected;
  }

  /** Lets seconds pass; prices stay where they are unless `move` says otherwise. */
  async seconds(count: number, move?: (second: number) => Promise<void> | void): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.now += SECOND_MS;
      await move?.(second);
      for (const [symbol, price] of this.prices) {
        this.broker.moveTo(price, symbol);
        if (!this.isAway && this.isConnected) this.tick(symbol, price);
      }
      if (this.isAway) continue;
      await this.settle();
      if (this.isWatching) await this.execution.leaveReached();
      await this.execution.writeMoved();
      await this.execution.everySecond();
      await this.settle();
      await this.watchInvariant();
    }
  }

  private tick(symbol: string, price: number): void {
    this.execution.onTicks([tickOf(this.contractOf(symbol), price, this.now)]);
  }

  async settle(): Promise<void> {
    do {
      await Promise.all(this.reports);
      await this.execution.settled();
    } while (this.reports.size > 0);
  }

  /** Jumps to a moment; nothing happens on the way. */
  goTo(moment: string): void {
    const before = this.now;
    this.now = momentOf(moment);
    this.putBackTo = this.now < before ? this.now : Number.POSITIVE_INFINITY;
    this.pastSince.clear();
  }

  /** Lets time pass in which nothing happens. */
  skip(seconds: number): void {
    this.now += seconds * SECOND_MS;
    this.pastSince.clear();
  }

  /** The program ends; the market and the broker go on. */
  leave(): void {
    this.isAway = true;
    this.pastSince.clear();
    this.stopListening();
    // What it had begun ends with it.
    this.reports.clear();
  }

  /** The program starts again, on what was written. */
  async comeBack(): Promise<void> {
    this.isAway = false;
    this.execution = this.newExecution();
    await this.load();
  }

  /** The session ends or begins while the program runs. */
  async connect(isConnected: boolean): Promise<void> {
    this.isConnected = isConnected;
    this.pastSince.clear();
    if (isConnected) await this.execution.load();
    await this.settle();
  }

  /** A strategy buys (or sells short). */
  async enter(symbol: string, quantity: number, strategyId = 1): Promise<OrderRow> {
    const side = this.options.sideOf?.(strategyId) ?? 'long';
    const order = await this.execution.place(
      entryOf(this.run, {
        strategyId,
        symbol,
        side: side === 'long' ? 'buy' : 'sell',
        quantity,
        key: `${this.options.runId}:enter:${this.keys++}`,
        at: this.now,
      }),
    );
    await this.settle();
    return order;
  }

  /** An order by hand rests. With a trigger it waits for that. */
  async rest(
    symbol: string,
    side: 'buy' | 'sell',
    quantity: number,
    price: number,
    triggerPrice: number | null = null,
  ): Promise<OrderRow> {
    const key = `${this.options.runId}:rest:${this.keys++}`;
    const entry = entryOf(this.run, { strategyId: 2, symbol, side, quantity, key, at: this.now });
    const type = triggerPrice === null ? 'limit' : 'stop';
    const terms = { type, price, triggerPrice, stopLoss: null, target: null } as const;
    const order = await this.execution.place({ ...entry, manual: { ...terms, product: 'intraday' } });
    await this.seconds(10);
    return order;
  }

  /** Holds shares with their stop resting. */
  async hold(symbol: string, quantity: number, price: number, strategyId = 1): Promise<PositionRow> {
    await this.price(symbol, price);
    await this.enter(symbol, quantity, strategyId);
    await this.seconds(10);
    const row = this.execution
      .openPositions()
      .find((one) => one.symbol === symbol && one.strategy_id === strategyId);
    if (!row || row.quantity !== quantity) throw new Error(`${quantity} ${symbol} are not held.`);
    return row;
  }

  async exit(positionId: number, quantity?: number): Promise<OrderRow> {
    const key = `${this.options.runId}:exit:${this.keys++}`;
    const order = await this.execution.exit(positionId, 'exit', 'Exit rule', this.now, key, quantity);
    await this.settle();
    return order;
  }

  position(positionId: number): PositionRow | undefined {
    return this.execution.openPositions().find(({ id }) => id === positionId);
  }

  get positions(): PositionRow[] {
    return this.execution.openPositions();
  }

  /** Orders that take shares off, as the broker got them. */
  get sales() {
    return this.broker.truth.filter(({ order }) => order.side === 'sell');
  }

  /** Notices to the owner; all of them, or those that need them. */
  async alerts(isAll = true): Promise<string[]> {
    const rows = await this.options.database.read
      .selectFrom('alerts')
      .select('body')
      .where('user_id', '=', USER)
      .where('id', '>', this.alertsBefore)
      .$if(!isAll, (query) => query.where('is_critical', '=', 1))
      .orderBy('id')
      .execute();
    return rows.map(({ body }) => body);
  }

  /** Our orders that differ from what their events rebuild. */
  async wronglyRebuilt(): Promise<string[]> {
    const { read } = this.options.database;
    const orders = await read
      .selectFrom('orders')
      .selectAll()
      .where('run_id', '=', this.options.runId)
      .orderBy('id')
      .execute();
    const every = await read
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .select(['order_events.order_id', 'order_events.event', 'order_events.change_json'])
      .where('orders.run_id', '=', this.options.runId)
      .orderBy('order_events.order_id')
      .orderBy('order_events.id')
      .execute();
    const wrong: string[] = [];
    let next = 0;
    for (const order of orders) {
      const events: typeof every = [];
      while (every[next]?.order_id === order.id) events.push(every[next++]!);
      const rebuilt = rebuildOrder(events);
      for (const [name, value] of Object.entries(rebuilt))
        if (order[name as keyof OrderRow] !== value)
          wrong.push(
            `order ${order.id}: ${name} is ${String(order[name as keyof OrderRow])}, rebuilt ${String(value)}`,
          );
    }
    return wrong;
  }

  /**
   * Check that no position is past its stop for too long. While there are a session and prices, one needs an exit on
   * its way or its owner notified.
   */
  private async watchInvariant(): Promise<void> {
    if (!this.isConnected || !this.broker.isOpen(this.now)) {
      this.pastSince.clear();
      return;
    }
    const { isSuspicious } = this.execution.reconciliation;
    if (isSuspicious) this.comparedUntil = this.now;
    for (const row of this.positions) {
      if (row.protection_state === 'resting') this.restedAt.set(row.id, this.now);
      const price = this.prices.get(row.symbol);
      const isPast =
        row.stop_loss !== null &&
        price !== undefined &&
        (row.side === 'long' ? price <= row.stop_loss : price >= row.stop_loss);
      const isLeaving = this.execution.orders.of(row.id).some(
        ({ slot, state, pending }) =>
          (slot === 'leaving' && state !== 'intended') ||
          (slot === 'resting-stop' && (state === 'triggered' || state === 'partially-filled')) ||
          // The stop was asked to make room for an exit; the exit does not wait for it without end.
          (slot === 'resting-stop' && pending !== null),
      );
      if (!isPast || isLeaving) {
        this.pastSince.delete(row.id);
        continue;
      }
      const since = this.pastSince.get(row.id) ?? this.now;
      this.pastSince.set(row.id, since);
      // When the owner settles it, comparing ends within a second: the exit has its time from then, never more than both.
      const past = this.now - since;
      const isTooLong =
        past > MOST_PAST_COMPARING_MS ||
        (!isSuspicious && this.now - Math.max(since, this.comparedUntil) > MOST_PAST_MS);
      if (isTooLong && !(await this.isNotified(row)))
        this.breaches.push(`${row.symbol} (position ${row.id}) has been past its stop for ${past / 1_000} s`);
    }
  }

  /**
   * Whether the owner knows of this share's trouble. They were notified of it since its stop last rested, or that the
   * account has another quantity.
   */
  private async isNotified({
    symbol,
    opened_at: openedAt,
    id,
    strategy_id: strategyId,
  }: PositionRow): Promise<boolean> {
    const { read } = this.options.database;
    const reported = await read
      .selectFrom('alerts')
      .select('id')
      .where('user_id', '=', USER)
      .where('is_critical', '=', 1)
      .where('id', '>', this.alertsBefore)
      .where('at', '>=', Math.min(Math.max(openedAt, this.restedAt.get(id) ?? 0), this.putBackTo))
      .where('body', 'like', `%${symbol}%`)
      .limit(1)
      .executeTakeFirst();
    const shown = await read
      .selectFrom('account_differences')
      .select('id')
      .where('run_id', '=', this.options.runId)
      .where('symbol', '=', symbol)
      .where((eb) => eb.or([eb('status', '=', 'open'), eb('resolution', '=', 'leave-alone')]))
      .limit(1)
      .executeTakeFirst();
    // A cause that the window still shows is not notified a second time.
    const stands = await read
      .selectFrom('strategies')
      .select('id')
      .where('id', '=', strategyId)
      .where('attention', 'like', `%${symbol}%`)
      .executeTakeFirst();
    return reported !== undefined || shown !== undefined || stands !== undefined;
  }
}
