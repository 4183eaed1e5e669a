import type { Logger } from 'pino';
import type { Bar } from '../../engine/bars.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { BROKER_ID } from '../../shared/trick-status.ts';
import { istDate, MINUTE_MS } from '../../shared/time.ts';
import { type BrokerInstrument, type BrokerTick, BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerLink, OpenBroker } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow, TrickRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { SessionCandles } from '../market/session-candles.ts';
import type { Announcer } from '../trading/announce.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import type { MarketRun, PriceSource } from '../trading/market-run.ts';
import { Refusal } from '../refusal.ts';
import type { RunIdentity } from '../trading/order-path.ts';
import { Runner } from '../trading/runner.ts';
import { loadTerms } from '../trading/trading-terms.ts';
import { raiseAttention } from './attention.ts';
import { BrokerCandles } from './broker-candles.ts';
import { LiveExecution } from './live-execution.ts';

export interface LiveRunNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly history: History;
  readonly announcer: Announcer;
  readonly logger: Logger;
  readonly userId: number;
  /** Row of `feeds` that this user's live orders belong to. */
  readonly runId: number;
  readonly link: BrokerLink;
  /** Why no strategy of the user may enter now; null when they may. */
  readonly objection: () => string | null;
  /** Hears why the broker refused an order, or null when it took one. */
  readonly onAnswer: (refusal: BrokerTrouble | null) => void;
}

/** Ticks of a minute may be this late; then its candles close. */
const GRACE_MS = 2_000;
/** A price older than this is no price to enter on. */
const STALE_AFTER_MS = 30_000;
/** A clock that is off by more would trade on the wrong candles and hours. */
const MOST_SKEW_MS = 60_000;
/** What trades on one user's broker account: its prices and candles, the runner and the live order path. */
export class LiveRun implements MarketRun {
  readonly identity: RunIdentity;
  readonly execution: LiveExecution;
  readonly runner: Runner;
  readonly session: PriceSource;
  private readonly needs: LiveRunNeeds;
  private readonly candles = new SessionCandles();
  private readonly instruments = new Map<string, BrokerInstrument>();
  /** What somebody has asked the price of; watched as long as the session lasts. */
  private readonly looked = new Set<string>();
  private readonly past: BrokerCandles;
  private open: OpenBroker | null = null;
  private stopListening: (() => void)[] = [];
  private closedUntil: number;
  private skew = 0;
  /** Levels that were reached wait for their turn. */
  private isLeaving = false;
  private work: Promise<void> = Promise.resolve();

  constructor(needs: LiveRunNeeds) {
    const { database, clock, announcer, logger, userId, runId, history } = needs;
    this.needs = needs;
    this.identity = { source: 'broker', runId, mode: 'live', brokerId: BROKER_ID.angelOne };
    this.closedUntil = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
    this.execution = new LiveExecution({
      database,
      clock,
      announcer,
      logger,
      userId,
      onAnswer: needs.onAnswer,
      run: this.identity,
      broker: () => this.open?.broker ?? null,
      instrumentOf: (symbol) => this.instrumentOf(symbol),
      termsOf: async (trickId) => this.runner.termsOf(trickId) ?? loadTerms(database, trickId),
      onTrade: (trade) => this.runner.onTrade(trade),
    });
    this.session = this.execution.prices;
    this.past = new BrokerCandles({
      database,
      clock,
      userId,
      broker: () => this.open?.broker ?? null,
      instrumentOf: (symbol) => this.instrumentOf(symbol),
      listed: (symbol) => this.listed(symbol),
    });
    this.runner = new Runner({
      database,
      announcer,
      execution: this.execution,
      history,
      candles: this.candles,
      run: this.identity,
      historyOwnerId: userId,
      lastPrice: (symbol) => this.session.lastPrice(symbol),
      previousClose: (symbol) => this.session.previousClose(symbol),
      lockOf: (symbol) => this.execution.lockOf(symbol),
      staleAfterMs: STALE_AFTER_MS,
      objection: () => this.objection(),
    });
  }

  get historyOwnerId(): number {
    return this.needs.userId;
  }

  get isConnected(): boolean {
    return this.open !== null;
  }

  /** Whether real orders can come of it now: a strategy runs, or a position is open. */
  get isTrading(): boolean {
    return (
      this.isConnected && (this.runner.symbols().length > 0 || this.execution.openPositions().length > 0)
    );
  }

  today(symbol: string, timeframe: Timeframe): Bar[] {
    return this.candles.today(symbol, timeframe, this.needs.clock.now());
  }

  /** Takes up what was written, before there is a session. */
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
    return at === null ? null : Math.max(0, this.needs.clock.now() - at);
  }

  positionsOf(trickId: number): PositionRow[] {
    return this.execution.openPositions().filter((position) => position.trick_id === trickId);
  }

  /** Takes up a session: what is open is compared with the broker before anything is evaluated. */
  async connect(open: OpenBroker, tricks: readonly TrickRow[]): Promise<void> {
    this.disconnect();
    this.open = open;
    const { logger } = this.needs;
    this.stopListening = [
      open.broker.onReport((report) => {
        this.execution.orders
          .take(report)
          .catch((error: unknown) => logger.error({ err: error }, 'a report could not be written'));
      }),
      open.feed.onTicks((ticks) => this.take(ticks)),
    ];
    await this.execution.load();
    // What is held goes first: a strategy that there is no room for must not cost a position its prices.
    await this.watch();
    for (const row of tricks) await this.startAgain(row);
  }

  /** Ends the connection; positions and orders stay as they were written. */
  disconnect(): void {
    for (const stop of this.stopListening.splice(0)) stop();
    this.open?.close();
    this.open = null;
    this.looked.clear();
  }

  /**
   * Asks what instruments cost now, and watches them from here on, so that nobody waits for their next trade. What the
   * broker does not trade stays without a price.
   * @throws Refusal `refused` without a session; BrokerTrouble
   */
  async bringPrices(symbols: readonly string[]): Promise<void> {
    const broker = this.requireBroker();
    const bySymbol = new Map<string, BrokerInstrument>();
    for (const symbol of symbols) {
      const instrument = await this.listed(symbol);
      if (instrument) bySymbol.set(symbol, instrument);
    }
    await this.lookAt([...bySymbol.keys()]);
    const quotes = await broker.quotes([...bySymbol.values()]);
    for (const [symbol, { exchange, token }] of bySymbol) {
      const quote = quotes.find((one) => one.exchange === exchange && one.token === token);
      if (!quote) continue;
      const { price, upperCircuit, lowerCircuit } = quote;
      const at = quote.at ?? this.needs.clock.now();
      this.execution.prices.know({ symbol, price, volume: 0, upperCircuit, lowerCircuit, at }, quote.close);
    }
  }

  /** Watches more instruments; what there is no room for is not watched. @throws BrokerTrouble */
  private async lookAt(symbols: readonly string[]): Promise<void> {
    const unseen = symbols.filter((symbol) => !this.looked.has(symbol));
    if (unseen.length === 0) return;
    for (const symbol of unseen) this.looked.add(symbol);
    try {
      await this.watch();
    } catch (error) {
      for (const symbol of unseen) this.looked.delete(symbol);
      throw error;
    }
  }

  /** Brings the broker's daily candles of instruments up to yesterday, once a day each. @throws BrokerTrouble */
  bringDays(symbols: readonly string[]): Promise<void> {
    return this.past.bringDays(symbols);
  }

  /** Null for what the broker does not trade. @throws BrokerTrouble when it does not say */
  private async listed(symbol: string): Promise<BrokerInstrument | null> {
    try {
      return await this.instrumentOf(symbol);
    } catch (error) {
      if (error instanceof BrokerTrouble && error.kind === 'order') return null;
      throw error;
    }
  }

  /** Evaluates a trick from now on; its indicators are warm from the broker's own candles. */
  async start(row: TrickRow): Promise<void> {
    const document = effectiveRules(row);
    for (const symbol of document.instruments) await this.warmUp(symbol, document.timeframe === '1d');
    await this.runner.add(row, false, this.needs.clock.now());
    try {
      await this.watch();
    } catch (error) {
      // Without prices it would decide on nothing.
      this.runner.remove(row.id);
      throw error;
    }
  }

  /** One strategy that cannot be started again must not keep the others, and its owner hears of it. */
  private async startAgain(row: TrickRow): Promise<void> {
    const { announcer, clock, database } = this.needs;
    try {
      await this.start(row);
    } catch (error) {
      if (!(error instanceof BrokerTrouble)) throw error;
      const trick = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: false };
      const text = `${row.name} could not be taken up after the login, so it enters nothing. ${error.message}`;
      await database.write((tx) => raiseAttention(tx, announcer, trick, text, clock.now()));
    }
  }

  /** Once a second: candles that have closed, orders and positions that have their time. */
  everySecond(): Promise<void> {
    return this.after(async () => {
      if (!this.open) return;
      await this.closeMinutes();
      await this.execution.writeMoved();
      await this.execution.everySecond();
    });
  }

  /** Resolves when what was begun is done. */
  async settled(): Promise<void> {
    await this.work;
    await this.past.settled();
    await this.execution.settled();
  }

  /** Orders and clockwork come one after the other, as on any other feed; ticks are taken in at once. */
  private after(work: () => Promise<void>): Promise<void> {
    this.work = this.work
      .then(work)
      .catch((error: unknown) => this.needs.logger.error({ err: error }, 'a step of live trading failed'));
    return this.work;
  }

  /** Every tick goes into candles, prices and protections at once: none waits for an order that is under way. */
  private take(ticks: readonly BrokerTick[]): void {
    const now = this.needs.clock.now();
    for (const { symbol, price, volume, at } of ticks) {
      this.skew = now - at;
      // What comes after its minute was closed counts for the one that runs.
      const time = Math.min(Math.max(at, this.closedUntil), now);
      this.candles.add({ time, ticks: [{ symbol, price, volume, isGap: false }] });
    }
    this.execution.see(ticks);
    if (!this.execution.hasReached || this.isLeaving) return;
    this.isLeaving = true;
    void this.after(() => {
      this.isLeaving = false;
      return this.execution.leaveReached();
    });
  }

  private async closeMinutes(): Promise<void> {
    const now = this.needs.clock.now();
    const until = Math.floor((now - GRACE_MS) / MINUTE_MS) * MINUTE_MS;
    if (until <= this.closedUntil) return;
    this.closedUntil = until;
    const closed = this.candles.closeUntil(until, false);
    await this.runner.onCandles(closed, until);
  }

  private objection(): string | null {
    if (!this.open) return 'There is no session with the broker.';
    // The guards look from the close of the candle; after a sleep of the computer that is a while ago.
    const age = this.lastTickAgeMs ?? Number.POSITIVE_INFINITY;
    if (age > STALE_AFTER_MS) return 'There is no fresh price from the broker.';
    if (Math.abs(this.skew) > MOST_SKEW_MS)
      return `This computer's clock is off by ${Math.round(Math.abs(this.skew) / MINUTE_MS)} minutes. Set it right first.`;
    return this.needs.objection();
  }

  /** What a symbol of ours is at the broker today. @throws BrokerTrouble when it cannot be traded there */
  async instrumentOf(symbol: string): Promise<BrokerInstrument> {
    const known = this.instruments.get(symbol);
    if (known && (known.expiry === null || known.expiry > istDate(this.needs.clock.now()))) return known;
    const instrument = await this.needs.link.instrumentFor(symbol, this.needs.clock.now());
    this.instruments.set(symbol, instrument);
    return instrument;
  }

  /** Subscribes what open positions and running tricks need, and what somebody looks at. @throws BrokerTrouble */
  private async watch(): Promise<void> {
    if (!this.open) return;
    const instruments = new Map<string, BrokerInstrument>();
    for (const row of this.execution.openPositions()) instruments.set(row.symbol, await this.heldIn(row));
    for (const symbol of [...this.runner.symbols(), ...this.looked])
      instruments.set(symbol, await this.instrumentOf(symbol));
    this.open.feed.watch([...instruments.values()]);
  }

  /** What the broker no longer lists is watched as what it was bought as: it may still be traded elsewhere, or again. */
  private async heldIn({ symbol, instrument_json }: PositionRow): Promise<BrokerInstrument> {
    try {
      return await this.instrumentOf(symbol);
    } catch (error) {
      if (!(error instanceof BrokerTrouble) || instrument_json === null) throw error;
      return JSON.parse(instrument_json) as BrokerInstrument;
    }
  }

  /** Brings the broker's candles of an instrument up to now, and today's minutes into the session's candles. */
  private async warmUp(symbol: string, isDaily: boolean): Promise<void> {
    const minutes = await this.past.warmUp(symbol, isDaily);
    this.candles.restore(
      symbol,
      minutes.filter(({ time }) => time + MINUTE_MS <= this.closedUntil),
    );
  }
}
