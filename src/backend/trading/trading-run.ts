import type { Logger } from 'pino';
import { contractOf } from '../../engine/contracts/contract.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { symbolOfDepth } from '../../shared/quotes.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database } from '../db/database.ts';
import type { FeedRow } from '../db/schema.ts';
import { FeedSession, type SessionState } from '../market/feed-session.ts';
import type { History } from '../market/history.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { ContractPrices } from '../market/simulated/contract-prices.ts';
import { ContractTape } from '../market/simulated/contract-tape.ts';
import { SimulatedDepths } from '../market/simulated/simulated-depth.ts';
import { SimulatedLegFunds } from '../market/simulated/leg-funds.ts';
import { simulatedLegMarket } from '../market/simulated/leg-market.ts';
import type { IndexNow } from '../market/simulated/option-quotes.ts';
import type { ShownPrice } from '../market/shown-price.ts';
import type { SessionCandles } from '../market/session-candles.ts';
import type { Tape } from '../market/tape.ts';
import type { EventSinks } from './announce.ts';
import { Execution, type ExecutionDeps } from './execution.ts';
import { DueActions } from './due-actions.ts';
import { settleExpired } from './expiry-settlement.ts';
import { fillBlock, lockOn } from './fill-block.ts';
import type { RunIdentity } from './order-path.ts';
import type { MarketRun } from './market-run.ts';
import type { MarketRunsDeps } from './market-runs-deps.ts';
import { manualLossOn } from './manual-loss.ts';
import { LegRunner } from './legs/leg-runner.ts';
import { Runner } from './runner.ts';
import { reportFault } from './strategy-fault.ts';
import { loadTerms } from './trading-terms.ts';

/** The age at which a price is too old to enter on. In market time. */
export const STALE_AFTER_MS = 5 * MINUTE_MS;

export interface TradingRunDeps extends Pick<MarketRunsDeps, 'users' | 'times' | 'news'> {
  readonly database: Database;
  readonly history: History;
  readonly sinks: EventSinks;
  readonly logger: Logger;
  readonly tape: Tape;
  readonly feed: FeedRow;
  readonly onState: (state: SessionState) => void;
}

/** One feed with everything that trades on it: its session, the runner, orders and positions. */
export class TradingRun implements MarketRun {
  readonly identity: RunIdentity;
  readonly isConnected = true;
  readonly session: FeedSession;
  readonly execution: Execution;
  readonly runner: Runner;
  /** Strategies with legs; null where contracts have no prices. */
  private readonly legs: LegRunner | null;
  /** Prices of contracts that are looked at; null where contracts have none. */
  private readonly contractPrices: ContractPrices | null;
  private readonly depths = new SimulatedDepths();
  /** Corporate actions of imported prices; null where prices are made up. */
  private readonly actions: DueActions | null;
  readonly feed: FeedRow;
  private readonly deps: Pick<TradingRunDeps, 'users' | 'times' | 'history' | 'news'>;

  constructor(deps: TradingRunDeps) {
    this.deps = deps;
    const { feed, database, sinks } = deps;
    this.feed = feed;
    this.identity = { source: feed.source, runId: feed.id, mode: 'test', brokerId: BROKER_ID.paper };
    this.session = new FeedSession({
      tape: this.withContracts(deps.tape),
      source: feed.source,
      marketTime: feed.market_time,
      speed: feed.speed,
      isPaused: feed.state === 'paused',
      logger: deps.logger,
      listener: {
        onTicks: async (batch) => {
          await this.actions?.onTicks(batch);
          await this.execution.onTicks(batch);
          if (this.runner.isReversing && (await this.runner.reverse(batch.time)))
            await this.execution.fillPlaced(batch);
          deps.news?.listener.onTicks(this, batch.ticks, batch.time);
        },
        onMinute: async (closed, now) => {
          const closeOf = (underlying: string, day: string) => this.closeOf(underlying, day);
          await settleExpired({ execution: this.execution, closeOf, onFault }, now);
          await this.execution.squareOff(now);
          await this.runner.onCandles(closed, now);
          await this.legs?.onMinute(now);
          deps.news?.listener.onCandles(this, closed, now);
        },
        onMinuteDone: async (now) => {
          // What was told of a minute is written before it is over: after a kill it is not played again.
          await deps.news?.listener.settled(this);
          await this.writeMarketTime(now);
        },
        onState: deps.onState,
      },
    });
    const lastPrice = (symbol: string) => this.session.lastPrice(symbol);
    const onFault: ExecutionDeps['onFault'] = (strategyId, error, at) =>
      reportFault(deps, strategyId, error, at);
    const block: ExecutionDeps['block'] = (order, price, at) =>
      fillBlock(order, price, at, this.session.previousClose(order.symbol));
    this.execution = new Execution({
      database,
      sinks,
      // The index series report no volume at all; everything else does.
      broker: new PaperBroker(
        (symbol) => tradedAs(symbol).kind === 'equity',
        (order, price, at) => block(order, price, at) !== null,
      ),
      block,
      fundsOf: (strategyId) => this.runner.fundsOf(strategyId),
      run: this.identity,
      lastPrice,
      termsOf: async (strategyId) => this.runner.termsOf(strategyId) ?? loadTerms(database, strategyId),
      onTrade: (trade) => this.runner.onTrade(trade),
      onFault,
      lossByHand: manualLossOn(database, this.identity, {
        lastPrice,
        previousClose: (symbol) => this.session.previousClose(symbol),
      }),
    });
    this.actions = feed.user_id === null ? null : this.actionsOf(feed.user_id, deps);
    this.contractPrices =
      feed.source === 'simulated' ? new ContractPrices((underlying) => this.indexAtTick(underlying)) : null;
    const funds = new SimulatedLegFunds((underlying) => this.indexNow(underlying));
    this.legs =
      feed.source === 'simulated'
        ? new LegRunner({
            database,
            sinks,
            execution: this.execution,
            run: this.identity,
            marketOf: (underlying) => {
              const index = this.indexNow(underlying);
              return index && simulatedLegMarket(index);
            },
            fundsOfLegs: (underlying, legs) => funds.of(underlying, legs),
            lastPrice,
            previousClose: (symbol) => this.session.previousClose(symbol),
            onFault,
          })
        : null;
    this.runner = new Runner({
      legs: this.legs,
      database,
      sinks,
      execution: this.execution,
      history: deps.history,
      candles: this.session.candles,
      run: this.identity,
      historyOwnerId: this.historyOwnerId,
      ...(this.actions && { adjusted: this.actions.adjusted.bind(this.actions) }),
      lastPrice,
      previousClose: (symbol) => this.session.previousClose(symbol),
      lockOf: (symbol) => lockOn(symbol, lastPrice(symbol), this.session.previousClose(symbol)),
      staleAfterMs: STALE_AFTER_MS,
      blockReason: () => null,
      onFault,
    });
  }

  private actionsOf(ownerId: number, { database, history }: TradingRunDeps): DueActions {
    return new DueActions({
      ...{ database, history, ownerId, source: this.identity.source, session: this.session },
      heldSince: (symbol) => this.execution.heldSince(symbol),
      carryOver: (symbol, due, at) => this.execution.carryOver(ownerId, symbol, due, at),
      askAboutJump: (symbol, percent, at) => this.execution.askAboutJump(ownerId, symbol, percent, at),
      warmAnew: (symbols, at) => this.runner.warmAnew(symbols, at),
    });
  }

  /** Apply corporate actions that are due by the last prices: once loaded, and after a list was imported. */
  async applyActions(): Promise<void> {
    await this.actions?.applyKnown();
  }

  /** The simulated market has prices of contracts too; what was imported has those of indices and shares. */
  private withContracts(tape: Tape): Tape {
    if (this.identity.source !== 'simulated') return tape;
    return new ContractTape(tape, {
      wanted: () => this.contractsInUse(),
      previousClose: (symbol) => this.session.previousClose(symbol),
    });
  }

  private *contractsInUse(): Iterable<string> {
    for (const symbol of new Set(this.execution.symbolsInUse())) if (contractOf(symbol)) yield symbol;
    for (const symbol of this.deps.news?.listener.symbols(this) ?? []) if (contractOf(symbol)) yield symbol;
    yield* this.legs?.contracts() ?? [];
  }

  private indexNow(underlying: string): IndexNow | null {
    const spot = this.session.lastPrice(underlying)?.price;
    if (spot === undefined) return null;
    const previousClose = this.session.previousClose(underlying) ?? spot;
    return { underlying, spot, previousClose, now: this.session.now };
  }

  /** An index at its last price. Contracts are priced by it as their own ticks are. */
  private indexAtTick(underlying: string): IndexNow | null {
    const index = this.indexNow(underlying);
    const last = this.session.lastPrice(underlying);
    return index && last && { ...index, now: last.at };
  }

  shownPrice(symbol: string): ShownPrice | null {
    const ofDepth = symbolOfDepth(symbol);
    if (ofDepth !== null) {
      const price = this.shownPrice(ofDepth);
      // Of what is replayed nobody knows who waited.
      return this.identity.source === 'simulated' ? this.depths.of(ofDepth, price) : price;
    }
    return this.contractPrices?.of(symbol) ?? this.session.shownPrice(symbol);
  }

  /** Close of an instrument on a day. Of today its last price. */
  private async closeOf(underlying: string, day: string): Promise<number | null> {
    const { now } = this.session;
    if (istDate(now) === day) return this.session.lastPrice(underlying)?.price ?? null;
    const key = { ownerId: this.historyOwnerId, source: this.identity.source, symbol: underlying };
    const [candle] = await this.deps.history.candlesBefore(key, '1d', istDayStart(day) + DAY_MS, 1);
    return candle && istDate(candle.time) === day ? candle.close : null;
  }

  get dayCandles(): SessionCandles {
    return this.session.candles;
  }

  get historyOwnerId(): number {
    return this.feed.user_id ?? 0;
  }

  /** Restore where the run stood: prices and candles of the day, and what some users have open. */
  async load(users: OwnUsers): Promise<void> {
    await this.session.rebuildToday();
    await this.join(users);
  }

  /** Restore what some users have open. */
  async join(users: OwnUsers): Promise<void> {
    await this.execution.load(users);
    await this.legs?.watchHeld();
  }

  /** None: what is played is history already. */
  today(): [] {
    return [];
  }

  private async writeMarketTime(now: number): Promise<void> {
    const { id, user_id: userId } = this.feed;
    const { users, times } = this.deps;
    await this.execution.writeMoved({
      userId,
      write: async (tx) => {
        const isShared = userId === null;
        if (isShared) await times?.write(tx, now);
        // Of the places of a house one keeps the feed's own time too, by which data is moved to a desktop.
        if (!isShared || (times?.isOfFeed ?? users.hasHouse))
          await tx.query.updateTable('feeds').set({ market_time: now }).where('id', '=', id).execute();
      },
    });
  }
}
