import type { Logger } from 'pino';
import type { Bar } from '../../engine/bars.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import type { RuleDocument, Timeframe } from '../../shared/rule-document.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import { istDate, MINUTE_MS, minuteStart } from '../../shared/time.ts';
import { type BrokerInstrument, type BrokerTick, BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerLink, OpenBroker } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Ownership } from '../cluster/ownership.ts';
import type { Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import type { ShownPrice } from '../market/shown-price.ts';
import type { SessionCandles } from '../market/session-candles.ts';
import type { EventSinks } from '../trading/announce.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { legDocumentOf } from '../trading/legs/leg-document-of.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import type { MarketRun, PriceSource } from '../trading/market-run.ts';
import { Refusal } from '../refusal.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import type { MarketNews } from '../trading/market-news.ts';
import { Runner } from '../trading/runner.ts';
import { reportFault } from '../trading/strategy-fault.ts';
import { loadTerms } from '../trading/trading-terms.ts';
import { BrokerCandles } from './broker-candles.ts';
import { contractKey } from './contract-key.ts';
import { notifyRoll, notifyUnlisted } from './contract-notices.ts';
import { DayContracts } from './day-contracts.ts';
import type { ChangeGuard } from './entry-changes.ts';
import { readInstrument } from './held-position.ts';
import { IndexQuotes } from './index-quotes.ts';
import { ShownInstruments } from './shown-instruments.ts';
import type { LegCoverDeps } from './legs/leg-cover.ts';
import { LiveLegs } from './legs/live-legs.ts';
import { LiveCandles } from './live-candles.ts';
import { LiveExecution } from './live-execution.ts';
import type { OrderChannelDeps } from './order-channel.ts';
import { startAgain } from './strategy-start.ts';

export interface LiveRunDeps {
  /** In a house of several processes. */
  readonly ownership?: Ownership | undefined;
  readonly database: Database;
  readonly clock: Clock;
  readonly history: History;
  readonly sinks: EventSinks;
  readonly news?: MarketNews;
  readonly logger: Logger;
  readonly userId: number;
  /** Row of `feeds` that this user's live orders belong to. */
  readonly runId: number;
  readonly link: BrokerLink;
  /** Why no strategy of the user may enter now; null when they may. */
  readonly blockReason: () => string | null;
  /** Called with the broker's refusal of an order. Null when it accepted one. */
  readonly onAnswer: (refusal: BrokerTrouble | null) => void;
  /** Why an entry must not be sent. Asked in the transaction that sends it. */
  readonly denial: OrderChannelDeps['denial'];
  readonly moneyOf?: OrderChannelDeps['moneyOf'];
  readonly knownMoneyOf?: OrderChannelDeps['knownMoneyOf'];
  readonly releaseMoney?: OrderChannelDeps['releaseMoney'];
  /** Guards of changes by hand that may open more. */
  readonly changeGuard?: ChangeGuard;
  readonly moneyTogether?: LegCoverDeps['moneyOf'];
  /** A write that gives up the reserve on a full disk. */
  readonly writeForSure?: Database['write'];
}

/** Ticks of a minute may be this late; then its candles close. */
const GRACE_MS = 2_000;
/** A price older than this is no price to enter on. */
const STALE_AFTER_MS = 30_000;
/** Age up to which a price is of this moment, ms. */
const FRESH_MS = 3_000;
/** The most that the clock may be off. Beyond it, trading would use the wrong candles and hours. */
const MOST_SKEW_MS = 60_000;
/** Symbols whose price was asked for that are watched on; those that were asked for first are let go. */
const MOST_VIEWED = 400;

/** Trading on one user's broker account: its prices and candles, the runner and the live order path. */
export class LiveRun implements MarketRun {
  readonly identity: RunIdentity;
  readonly execution: LiveExecution;
  readonly runner: Runner;
  readonly legs: LiveLegs;
  readonly session: PriceSource;
  readonly indices: IndexQuotes;
  private readonly deps: LiveRunDeps;
  private readonly candles: LiveCandles;
  private readonly contracts: DayContracts;
  private listedOn = '';
  /** Symbols traded before the day's contracts were read; null when they were. */
  private tradedBefore: ReadonlyMap<string, BrokerInstrument> | null = null;
  /** Symbols whose price a user has asked for; watched as long as the session lasts. */
  private readonly viewed = new Set<string>();
  private readonly shown: ShownInstruments;
  /** Symbols whose candles are whole since the session began. */
  private readonly prepared = new Set<string>();
  private readonly past: BrokerCandles;
  private open: OpenBroker | null = null;
  private stopListening: (() => void)[] = [];
  private skew = 0;
  private starting: Promise<void> = Promise.resolve();
  /** The contracts of a new day that are being read; null while none are. */
  private readingDay: Promise<void> | null = null;
  private work: Promise<void> = Promise.resolve();

  constructor(deps: LiveRunDeps) {
    const { database, clock, sinks, logger, userId, runId, history } = deps;
    this.deps = deps;
    this.contracts = new DayContracts({
      ...{ link: deps.link, clock },
      onTraded: (symbol, instrument) => this.execution.prices.trade(symbol, instrument),
    });
    this.indices = new IndexQuotes({ broker: () => this.broker, clock, logger });
    this.identity = { source: 'broker', runId, mode: 'live', brokerId: BROKER_ID.angelOne };
    this.execution = new LiveExecution({
      database,
      clock,
      sinks,
      logger,
      userId,
      ownership: deps.ownership,
      onAnswer: deps.onAnswer,
      denial: deps.denial,
      moneyOf: deps.moneyOf,
      knownMoneyOf: deps.knownMoneyOf,
      releaseMoney: deps.releaseMoney,
      ...(deps.changeGuard && { changeGuard: deps.changeGuard }),
      ...(deps.writeForSure && { writeForSure: deps.writeForSure }),
      contractToday: (instrument) => this.contractToday(instrument),
      run: this.identity,
      broker: () => this.open?.broker ?? null,
      instrumentOf: (symbol) => this.instrumentOf(symbol),
      termsOf: async (strategyId) => this.runner.termsOf(strategyId) ?? loadTerms(database, strategyId),
      onTrade: (trade) => {
        this.runner.onTrade(trade);
        if (this.runner.isReversing) void this.after(() => this.reverse());
      },
    });
    this.session = this.execution.prices;
    this.shown = new ShownInstruments({
      ...{ clock, logger, prices: this.execution.prices },
      broker: () => this.broker,
      instrumentOf: (symbol) => this.contracts.shown(symbol),
      watch: () => this.watch(),
    });
    this.past = new BrokerCandles({
      database,
      clock,
      userId,
      broker: () => this.open?.broker ?? null,
      instrumentOf: (symbol) => this.instrumentOf(symbol),
      listed: (symbol) => this.contracts.listed(symbol),
    });
    this.candles = new LiveCandles({
      clock,
      logger,
      past: this.past,
      traded: () => [
        ...new Set([...this.runner.candleSymbols(), ...(deps.news?.listener.candleSymbols(this) ?? [])]),
      ],
    });
    this.legs = new LiveLegs({
      ...{ database, sinks, clock, logger, run: this.identity },
      execution: this.execution.legOrders,
      prices: this.execution.prices,
      contractsOn: (underlying) => deps.link.contractsOn(underlying, clock.now()),
      spotOf: (underlying) => this.contracts.spotOf(underlying),
      broker: () => this.broker,
      blockReason: () => this.blockReason(false),
      moneyOf: deps.moneyTogether,
      watch: () => this.watch(),
      lastPrice: (symbol) => this.session.lastPrice(symbol),
      previousClose: (symbol) => this.session.previousClose(symbol),
      onFault: (strategyId, error, at) => reportFault(deps, strategyId, error, at),
    });
    this.runner = new Runner({
      legs: this.legs.runner,
      database,
      sinks,
      execution: this.execution.unawaited,
      history,
      candles: this.candles.session,
      run: this.identity,
      historyOwnerId: userId,
      lastPrice: (symbol) => this.session.lastPrice(symbol),
      previousClose: (symbol) => this.session.previousClose(symbol),
      lockOf: (symbol) => this.execution.prices.lockOf(symbol),
      staleAfterMs: STALE_AFTER_MS,
      blockReason: (isForNextOpen) => this.blockReason(isForNextOpen),
      onFault: (strategyId, error, at) => reportFault(deps, strategyId, error, at),
    });
  }

  get dayCandles(): SessionCandles {
    return this.candles.session;
  }

  get historyOwnerId(): number {
    return this.deps.userId;
  }

  get isConnected(): boolean {
    return this.open !== null;
  }

  /** Whether real money is at work: a strategy runs, or a position is open; also while there is no session. */
  get isTrading(): boolean {
    return this.runner.symbols().length > 0 || this.execution.openPositions().length > 0;
  }

  today(symbol: string, timeframe: Timeframe): Bar[] {
    return this.candles.today(symbol, timeframe);
  }

  /** Restore what was written, before there is a session. */
  restore(): Promise<void> {
    return this.execution.restore();
  }

  /** The broker with its session; null while there is none. */
  get broker(): OpenBroker['broker'] | null {
    return this.open?.broker ?? null;
  }

  /** @throws Refusal `refused` while there is no session */
  requireBroker(): OpenBroker['broker'] {
    if (!this.open) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
    return this.open.broker;
  }

  /** Age of the last packet of the broker's feed, ms; null before the first. */
  get lastTickAgeMs(): number | null {
    const at = this.open?.feed.lastPacketAt ?? null;
    return at === null ? null : Math.max(0, this.deps.clock.now() - at);
  }

  /** Start on a session: what is open is compared with the broker before anything is evaluated. */
  async connect(open: OpenBroker, strategies: readonly StrategyRow[]): Promise<void> {
    this.disconnect();
    this.open = open;
    this.execution.orders.holdReports();
    const { logger } = this.deps;
    this.stopListening = [
      open.broker.onReport((report) => {
        this.execution.orders
          .onReport(report)
          .catch((error: unknown) => logger.error({ err: error }, 'a report could not be written'));
      }),
      open.feed.onTicks((ticks) => this.onTicks(ticks)),
    ];
    const depth = open.feed.onDepth?.((one) => this.execution.prices.onDepth(one));
    const lost = open.feed.onLost?.(() => this.execution.prices.forgetDepth());
    for (const stop of [depth, lost]) if (stop) this.stopListening.push(stop);
    // What is held goes first: a strategy that there is no room for must not cost a position its prices.
    await this.execution.restore();
    await this.watch();
    await this.bringCloses();
    const known = this.execution.openPositions().length;
    await this.execution.load();
    // What rests by hand, and what it has opened meanwhile, nobody else here has a price of.
    if (this.execution.restingByHand() > 0 || this.execution.openPositions().length !== known)
      await this.watch();
    await this.legs.runner.watchHeld();
    // Positions are looked after from here on, however long the candles of strategies take.
    this.starting = this.startAll(open, strategies);
  }

  /**
   * Bring the previous day's closes. The result of a day is counted from them. What is missing now is asked again
   * tomorrow.
   */
  private async bringCloses(): Promise<void> {
    if (!this.open) return;
    const instruments = this.contracts.all();
    try {
      const quotes = instruments.length > 0 ? await this.open.broker.quotes(instruments) : [];
      for (const { symbol, exchange, token } of instruments) {
        const quote = quotes.find((one) => one.exchange === exchange && one.token === token);
        if (quote) this.execution.prices.close({ symbol, exchange, token }, quote.close);
      }
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      this.deps.logger.warn({ kind: error.kind }, 'the closes of yesterday could not be read');
    }
  }

  private async startAll(open: OpenBroker, strategies: readonly StrategyRow[]): Promise<void> {
    // Side by side: what one waits for, another need not.
    await Promise.all(strategies.map((row) => this.startAgain(open, row, 'after the login')));
  }

  /** Without holding up the others. Resolves to its owner's notice when it was given up, else to null. */
  private startAgain(open: OpenBroker, row: StrategyRow, when: string): Promise<string | null> {
    return startAgain(this.deps, row, when, {
      start: () => this.start(row),
      isWanted: () => this.open === open,
    });
  }

  /** Ends the connection; positions and orders stay as they were written. */
  disconnect(): void {
    for (const stop of this.stopListening.splice(0)) stop();
    this.open?.close();
    this.open = null;
    this.execution.orders.releaseReports();
    this.execution.prices.forgetDepth();
    this.viewed.clear();
    this.shown.forget();
    this.prepared.clear();
  }

  /**
   * Ask for present prices, and watch the instruments from now on. So nothing waits for their next trade. What the
   * broker does not trade stays without a price.
   * @throws Refusal `refused` without a session; BrokerTrouble
   */
  async bringPrices(symbols: readonly string[]): Promise<void> {
    const broker = this.requireBroker();
    const bySymbol = new Map<string, BrokerInstrument>();
    for (const symbol of symbols) {
      const instrument = await this.contracts.listed(symbol);
      if (instrument) bySymbol.set(symbol, instrument);
    }
    await this.refreshSymbols([...bySymbol.keys()]);
    const quotes = await broker.quotes([...bySymbol.values()]);
    for (const [symbol, { exchange, token }] of bySymbol) {
      const quote = quotes.find((one) => one.exchange === exchange && one.token === token);
      if (!quote) continue;
      const { price, upperCircuit, lowerCircuit } = quote;
      const at = quote.at ?? this.deps.clock.now();
      const tick = { symbol, exchange, token, price, volume: 0, upperCircuit, lowerCircuit, at };
      this.execution.prices.know(tick, quote.close);
    }
  }

  /** Bring the price of one symbol if it is old. Of one that is not watched in this session as well. @throws BrokerTrouble */
  async bringPriceOf(symbol: string): Promise<void> {
    const at = this.execution.prices.tick(symbol)?.at ?? Number.NEGATIVE_INFINITY;
    const isFresh = this.viewed.has(symbol) && Math.abs(this.deps.clock.now() - at) <= FRESH_MS;
    if (!isFresh) await this.bringPrices([symbol]);
  }

  /** Watch more instruments; if there is no room for them, they are not watched. @throws BrokerTrouble */
  private async refreshSymbols(symbols: readonly string[]): Promise<void> {
    const unseen = symbols.filter((symbol) => !this.viewed.has(symbol));
    if (unseen.length === 0) return;
    for (const symbol of unseen) this.viewed.add(symbol);
    for (const oldest of this.viewed) {
      if (this.viewed.size <= MOST_VIEWED) break;
      this.viewed.delete(oldest);
    }
    try {
      await this.watch();
    } catch (error) {
      for (const symbol of unseen) this.viewed.delete(symbol);
      throw error;
    }
  }

  shownPrice(symbol: string): ShownPrice | null {
    return this.execution.prices.shownPrice(symbol);
  }

  show(symbols: ReadonlySet<string>): void {
    this.shown.show(symbols);
  }

  /** Bring the broker's daily candles up to yesterday. Once a day for each instrument. @throws BrokerTrouble */
  bringDays(symbols: readonly string[]): Promise<void> {
    return this.past.bringDays(symbols);
  }

  /**
   * Evaluates a strategy from now on; its indicators are warm from the broker's own candles. False when it was stopped,
   * or started anew, before it had started.
   */
  async start(row: StrategyRow): Promise<boolean> {
    const traded = new Set(this.runner.candleSymbols());
    const legs = legDocumentOf(row);
    if (legs) await this.legs.prepare(legs);
    return this.runner.add(row, false, this.deps.clock.now(), async (stored) => {
      // Watched before candles are asked for, so that no minute lies between the two.
      await this.watch();
      await this.candles.bring(effectiveRules(stored), (symbol) => !traded.has(symbol));
      return this.deps.clock.now();
    });
  }

  /**
   * Evaluate a running strategy anew, with changed settings. It continues as it was while the broker does not bring its
   * candles.
   * @throws Refusal `conflict` when it cannot be restarted; its owner was notified
   */
  async restart(row: StrategyRow): Promise<void> {
    const { open } = this;
    if (!open) {
      await this.start(row);
      return;
    }
    const problem = await this.startAgain(open, row, 'with its changes');
    if (problem !== null) throw new Refusal('conflict', problem);
  }

  /** Once a second: candles that have closed, orders and positions that have their time. */
  async everySecond(): Promise<void> {
    // Without a session orders end with their day as well, and what protects a position is shown as it is.
    if (!this.open) return this.execution.everySecond();
    this.openDay();
    // Candles may wait for the broker; nothing that protects waits for candles.
    void this.after(() => this.closeMinutes());
    if (this.runner.isReversing) void this.after(() => this.reverse());
    this.legs.everySecond();
    await this.execution.writeMoved();
    await this.execution.everySecond();
  }

  /** Resolves when what was begun is done. */
  async settled(): Promise<void> {
    await this.starting;
    await this.readingDay;
    await this.work;
    await this.past.settled();
    await this.legs.settled();
    await this.execution.settled();
  }

  /** Candles and what strategies decide on them come one after the other; ticks are taken in at once. */
  private after(work: () => Promise<void>): Promise<void> {
    this.work = this.work
      .then(work)
      .catch((error: unknown) => this.deps.logger.error({ err: error }, 'a step of live trading failed'));
    return this.work;
  }

  /** Every tick goes into candles, prices and protections at once: none waits for an order that is under way. */
  private onTicks(ticks: readonly BrokerTick[]): void {
    const now = this.deps.clock.now();
    for (const { at } of ticks) this.skew = now - at;
    const today = this.contracts.traded();
    // A contract of before, that is still held, makes no candle of what is traded now.
    const current = ticks.filter((tick) => {
      const traded = today.get(tick.symbol);
      return !traded || contractKey(traded) === contractKey(tick);
    });
    this.candles.add(current);
    this.execution.onTicks(ticks);
    if (this.execution.hasReached) this.execution.leaveSoon();
    this.deps.news?.listener.onTicks(this, current, now);
  }

  private async closeMinutes(): Promise<void> {
    // Nothing is decided on a contract of yesterday.
    await this.readingDay;
    const now = this.deps.clock.now();
    const until = minuteStart(now - GRACE_MS);
    if (until < this.candles.until - MOST_SKEW_MS) this.beginAnew(until);
    if (until <= this.candles.until) return;
    const closed = await this.candles.close(until);
    this.deps.news?.listener.onCandles(this, closed, until);
    await this.runner.onCandles(closed, until);
  }

  private async reverse(): Promise<void> {
    await this.runner.reverse(this.deps.clock.now());
  }

  /**
   * The clock was put back: candles of a time that is still to come would keep strategies from deciding until then. They
   * begin anew with what the broker has of the day.
   */
  private beginAnew(until: number): void {
    this.candles.beginAnew(until);
    const { open } = this;
    if (open) this.starting = Promise.all([this.starting, this.startAll(open, this.runner.rows())]).then();
  }

  /** Start to read a new day's contracts, once at a time. What is held keeps its own, and waits for no list. */
  private openDay(): void {
    this.readingDay ??= this.startDay()
      .catch((error: unknown) => {
        // Tried again in a second.
        this.listedOn = '';
        this.deps.logger.error({ err: error }, 'the contracts of the day could not be taken up');
      })
      .finally(() => (this.readingDay = null));
  }

  /** On a new day contracts, ticks and lots are read anew; what trades as another contract from today on is told. */
  private async startDay(): Promise<void> {
    const day = istDate(this.deps.clock.now());
    if (this.listedOn === day) return;
    this.tradedBefore ??= new Map(this.contracts.traded());
    this.listedOn = day;
    this.contracts.clear();
    try {
      const unlisted = await this.watch();
      await this.bringCloses();
      for (const [symbol, instrument] of this.contracts.traded())
        await notifyRoll(this.deps, this.tradedBefore.get(symbol), instrument);
      for (const symbol of unlisted) await notifyUnlisted(this.deps, symbol);
      this.tradedBefore = null;
      this.shown.forget();
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      // Asked again in a second; what is held keeps the contract it was bought as.
      this.listedOn = '';
      this.deps.logger.warn({ kind: error.kind }, 'the contracts of the day could not be read');
    }
  }

  /** Why nothing can be opened at this moment, as a sentence; null if it can. */
  whyNotNow(): string | null {
    return this.blockReason(false);
  }

  private blockReason(isForNextOpen: boolean): string | null {
    if (!this.open) return 'There is no session with the broker.';
    // What is sent at the next open is priced then.
    if (isForNextOpen) return this.deps.blockReason();
    // The guards look from the close of the candle; after a sleep of the computer that is a while ago.
    const age = this.lastTickAgeMs ?? Number.POSITIVE_INFINITY;
    if (age > STALE_AFTER_MS) return 'There is no fresh price from the broker.';
    if (Math.abs(this.skew) > MOST_SKEW_MS)
      return `This computer's clock is off by ${Math.round(Math.abs(this.skew) / MINUTE_MS)} minutes. Set it right first.`;
    return this.deps.blockReason();
  }

  /**
   * Today's instrument at the broker for a symbol of ours: decided once a day. @throws BrokerTrouble when it cannot be
   * traded there
   */
  instrumentOf(symbol: string): Promise<BrokerInstrument> {
    return this.contracts.of(symbol);
  }

  /** Watch all that is followed by now, and bring present prices. @throws Refusal, BrokerTrouble */
  async follow(symbols: readonly string[]): Promise<void> {
    await this.watch();
    await this.bringPrices(symbols.filter((symbol) => findInstrument(symbol)?.kind !== 'index-proxy'));
    await this.indices.bring(symbols.filter((symbol) => findInstrument(symbol)?.kind === 'index-proxy'));
  }

  /** Bring the candles that rules look back on. @throws BrokerTrouble */
  async prepareRules(document: RuleDocument): Promise<void> {
    const followed = this.deps.news?.listener.candleSymbols(this) ?? [];
    const traded = new Set([...this.runner.candleSymbols(), ...this.prepared]);
    for (const symbol of followed) this.viewed.add(symbol);
    await this.watch();
    await this.candles.bring(document, (symbol) => !traded.has(symbol));
    for (const symbol of instrumentsNeeded(document)) this.prepared.add(symbol);
  }

  /**
   * Subscribe what positions, strategies and users need. That is what open positions and running strategies trade, and
   * what users look at. Returns what strategies trade and the broker does not list. @throws BrokerTrouble
   */
  private async watch(): Promise<string[]> {
    const { open } = this;
    if (!open) return [];
    this.listedOn ||= istDate(this.deps.clock.now());
    const instruments = new Map<string, BrokerInstrument>();
    for (const row of this.execution.openPositions()) {
      const held = await this.contracts.heldIn(row);
      if (held) instruments.set(contractKey(held), held);
    }
    // They may open a position at any moment, which is watched from its first price on.
    for (const { instrument_json: json } of this.execution.entriesByHand()) {
      const instrument = readInstrument(json);
      if (instrument) instruments.set(contractKey(instrument), instrument);
    }
    const traded = this.runner.candleSymbols();
    const unlisted: string[] = [];
    for (const symbol of new Set([...traded, ...this.viewed])) {
      const instrument = await this.contracts.listed(symbol);
      if (instrument) instruments.set(contractKey(instrument), instrument);
      // A share that was delisted or renamed costs nobody else their prices, and the account no session.
      else if (traded.includes(symbol)) unlisted.push(symbol);
    }
    for (const instrument of this.legs.instruments()) instruments.set(contractKey(instrument), instrument);
    // A session that has ended meanwhile watches nothing; the next has begun with what it needs.
    if (this.open === open) this.watchWith(open, instruments, await this.followedInstruments());
    return unlisted;
  }

  /** Instruments that are followed beside trading. One that the broker does not name now is left out. */
  private async followedInstruments(): Promise<BrokerInstrument[]> {
    const found: BrokerInstrument[] = [];
    for (const symbol of this.deps.news?.listener.symbols(this) ?? [])
      try {
        const instrument = await this.contracts.followed(symbol);
        if (instrument) found.push(instrument);
      } catch (error) {
        if (!(error instanceof BrokerTrouble)) throw error;
        this.deps.logger.warn({ kind: error.kind, symbol }, 'a followed price is not watched');
      }
    return found;
  }

  /**
   * Watch what is traded, what alerts follow, what is looked at. The latter have the room that is left: what is
   * held never waits for them.
   */
  private watchWith(
    open: OpenBroker,
    traded: ReadonlyMap<string, BrokerInstrument>,
    followed: readonly BrokerInstrument[],
  ): void {
    // A session that has ended meanwhile watches nothing.
    if (this.open !== open) return;
    const others = new Map<string, BrokerInstrument>();
    for (const instrument of [...followed, ...this.shown.instruments()])
      if (!traded.has(contractKey(instrument))) others.set(contractKey(instrument), instrument);
    const room = Math.max(0, open.feed.mostWatched - traded.size);
    if (followed.length > room) this.deps.logger.warn({ room }, 'there is no room for followed prices');
    open.feed.watch([...traded.values(), ...[...others.values()].slice(0, room)]);
    open.feed.watchDepth?.(this.shown.withDepth());
  }

  /** A contract as today's list has it. As it was given before that was read. */
  contractToday(instrument: BrokerInstrument): BrokerInstrument {
    return this.contracts.today(instrument);
  }
}
