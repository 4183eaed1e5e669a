import { type DistanceAtr, NO_ATR, openingSide, otherSide, type Side } from '../../engine/protection.ts';
import type { Lock } from '../../engine/circuits.ts';
import { type Bar, dayNumber } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type { EntryReading } from '../../engine/rules/compiled-rules.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import { cashAfter, openProfit, profitPercent } from '../../engine/trading/account.ts';
import { intentAt, sizeEntry } from '../../engine/trading/strategy-runtime.ts';
import { formatPrice } from '../../shared/money.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istMinute } from '../../shared/time.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import { type Database } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { OrderRow, PositionRow, TradeRow, StrategyRow } from '../db/schema.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { instrumentNamed, type NamedInstrument } from '../market/instrument-master.ts';
import type { ClosedCandle } from '../market/session-candles.ts';
import { Refusal } from '../refusal.ts';
import { announceSignal, type EventSinks, logTrading } from './announce.ts';
import { type CandleTurn, candleTurns, type TimedCandle } from './candle-turns.ts';
import { effectiveRules } from './effective-rules.ts';
import { requireNamedShares } from './require-named-shares.ts';
import type { EntryMoney, OrderPath, TradingTerms } from './order-path.ts';
import { refuseEntry } from './guards.ts';
import { type Entry, Rebalancing, type BarSignal } from './rebalancing.ts';
import { exitDoubt, NOT_LEFT, PART_EXIT, Reversals } from './reversals.ts';
import { RunningStrategy } from './running-strategy.ts';
import { loadDayResult } from './day-result.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';
import type { LegRunner } from './legs/leg-runner.ts';
import { entryFunds } from './entry-funds.ts';
import { openLotOf } from './position-charges.ts';
import { whyEntersNothing } from './evaluated-strategies.ts';
import { type Evaluation, evaluationOf, SharedEvaluations } from './shared-evaluations.ts';
import { StrategyWarmUp, type WarmUpDeps } from './strategy-warm-up.ts';
import type { LastPrice } from '../market/last-price.ts';

export interface RunnerDeps extends WarmUpDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly execution: OrderPath;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  /** Close of the day before, paise; null where it is not known. */
  readonly previousClose: (symbol: string) => number | null;
  /** The circuit that an instrument stands at; null when it does not. */
  readonly lockOf: (symbol: string) => Lock | null;
  /** The age at which a price is too old to enter on. In market time, ms. */
  readonly staleAfterMs: number;
  /** Why no strategy of the run may enter. Asked before a strategy's own guards; null when nothing blocks. */
  readonly blockReason: (isForNextOpen: boolean) => string | null;
  /** Called for a strategy that cannot be evaluated or place its order. */
  readonly onFault: (strategyId: number, error: unknown, at: number) => Promise<void>;
  /** Evaluates strategies with legs; not there where contracts have no prices. */
  readonly legs?: LegRunner | null;
}

/** Work that the rules have asked for: done for one strategy without the others, and kept until it is done. */
interface Step {
  readonly strategyId: number;
  readonly isExit: boolean;
  /** Market time of the close that asked for it, ms. */
  readonly decidedAt: number;
  readonly act: (strategy: RunningStrategy) => Promise<void>;
  /** The instrument of the refusal when the step comes too late. Null for what is never too late. */
  readonly symbol: string | null;
}

/** An entry that the rules ask for. */
interface WantedEntry {
  readonly symbol: string;
  readonly side: Side;
  readonly bar: Bar;
  readonly atr: DistanceAtr;
  /** The price that its size is taken of, paise; the last one where it is not given. */
  readonly price?: number;
}

/** A strategy on its way to being evaluated. */
interface Start {
  /** Candles that have closed since it began. */
  readonly closed: ClosedCandle[];
  symbols: readonly string[];
}

/** Evaluates running strategies on closed candles: signal → guards → size → order. */
export class Runner {
  private readonly deps: RunnerDeps;
  private readonly strategies = new Map<number, RunningStrategy>();
  /** Starts under way by strategy. A stop withdraws the start of its strategy, and a later start replaces it. */
  private readonly starts = new Map<number, Start>();
  private readonly warmUp: StrategyWarmUp;
  private readonly evaluations = new SharedEvaluations();
  /** Steps of the current candle that are still to be done; a full disk may have kept it from being done. */
  private steps: Step[] = [];
  private readonly rebalancing: Rebalancing;
  private readonly reversals: Reversals;
  /** Strategies that are being warmed up anew. */
  private readonly cold = new Map<number, { readonly row: StrategyRow; readonly isHouse: boolean }>();
  private isClosed = false;

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.warmUp = new StrategyWarmUp(deps);
    this.rebalancing = new Rebalancing({
      ...deps,
      buy: (strategy, entry) => this.buy(strategy, entry),
      guard: (strategy, row, side, now) => this.guard(strategy, row, side, now),
      refuse: (strategy, symbol, reason, now) => this.refuse(strategy, symbol, reason, now),
    });
    this.reversals = new Reversals(deps.execution);
  }

  get runningCount(): number {
    return this.strategies.size + (this.deps.legs?.runningCount ?? 0);
  }

  isRunning(strategyId: number): boolean {
    return this.strategies.has(strategyId) || (this.deps.legs?.isRunning(strategyId) ?? false);
  }

  /** Whether it is evaluated, or is being started. */
  isRunningOrStarting(strategyId: number): boolean {
    return this.isRunning(strategyId) || this.starts.has(strategyId);
  }

  /**
   * Begins (or begins anew, with changed settings) to evaluate a strategy; its indicators are warm from history, once
   * `bring` has completed that; it resolves to the market time then. What was stopped, removed or started anew meanwhile
   * is not taken up, and its failures are nobody's. Answers whether it was. What closes while it warms up is one more
   * candle of the past.
   */
  async add(
    { id }: Pick<StrategyRow, 'id'>,
    isHouse: boolean,
    now: number,
    bring: (row: StrategyRow) => Promise<number> = () => Promise.resolve(now),
  ): Promise<boolean> {
    if (this.isClosed) return false;
    const start: Start = { closed: [], symbols: [] };
    this.starts.set(id, start);
    const isWanted = (): boolean => this.starts.get(id) === start;
    let strategy: RunningStrategy | null = null;
    try {
      const row = await this.warmUp.row(id);
      if (!row) return false;
      if (legDocumentOf(row)) return await this.addLegs(row, isHouse, isWanted);
      requireNamedShares(row);
      start.symbols = instrumentsNeeded(effectiveRules(row));
      const broughtAt = await bring(row);
      if (!isWanted()) return false;
      strategy = new RunningStrategy(row, isHouse, this.evaluationOf(effectiveRules(row)));
      const isWarm = await this.warmUp.prepare(strategy, broughtAt, isWanted);
      const isStillWanted = (await this.warmUp.row(id)) !== null;
      // Nothing is awaited from here on: who stops it writes first and withdraws the start, or removes it, right after.
      if (!isWarm || !isStillWanted || !isWanted()) return false;
      this.warmUp.catchUp(strategy, start.closed);
      this.leave(this.strategies.get(id));
      this.strategies.set(id, strategy);
      return true;
    } catch (error) {
      if (!isWanted()) return false;
      throw error;
    } finally {
      if (strategy && this.strategies.get(id) !== strategy) this.leave(strategy);
      if (isWanted()) this.starts.delete(id);
      if (this.starts.size === 0) this.warmUp.forget();
    }
  }

  /** Begin to evaluate a strategy with legs. It looks at no candles of the past. */
  private async addLegs(row: StrategyRow, isHouse: boolean, isWanted: () => boolean): Promise<boolean> {
    const { legs } = this.deps;
    if (!legs)
      throw new Refusal('refused', 'Strategies with legs trade on the simulated market alone, for now.');
    await legs.add(row, isHouse);
    const isStillWanted = (await this.warmUp.row(row.id)) !== null && isWanted();
    if (!isStillWanted) legs.remove(row.id);
    return isStillWanted;
  }

  /** Of its own for real orders: a broker's candles may have gaps, which each start fills from history. */
  private evaluationOf(document: RuleDocument): Evaluation {
    return this.deps.run.mode === 'test'
      ? this.evaluations.join(document)
      : evaluationOf(compileRules(document));
  }

  private leave(strategy: RunningStrategy | undefined): void {
    if (strategy) this.evaluations.leave(strategy.evaluation);
  }

  /** Strategies that are evaluated, as they were when that began. */
  rows(): StrategyRow[] {
    return [...[...this.strategies.values()].map(({ row }) => row), ...(this.deps.legs?.rows() ?? [])];
  }

  /** Every instrument of the strategies that run or are being started. */
  symbols(): string[] {
    return [...new Set([...this.candleSymbols(), ...(this.deps.legs?.symbols() ?? [])])];
  }

  /**
   * Warm strategies up anew that watch one of some instruments: their candles are of other shares now. One that fails
   * waits for its owner; when nothing can be read it throws, and the next call goes on.
   */
  async warmAnew(symbols: readonly string[], now: number): Promise<void> {
    const affected = [...this.strategies.values()].filter(({ watched }) =>
      watched.some((symbol) => symbols.includes(symbol)),
    );
    // All leave before one joins: an evaluation that is shared has the candles of before.
    for (const { row, identity } of affected) {
      this.remove(row.id);
      this.cold.set(row.id, { row, isHouse: identity.isHouse });
    }
    for (const [id, { row, isHouse }] of this.cold) {
      try {
        await this.add(row, isHouse, now);
      } catch (error) {
        if (storageTrouble(error) !== null) throw error;
        await this.deps.onFault(id, error, now);
      }
      this.cold.delete(id);
    }
  }

  /** Instruments whose candles are decided on: those of rules, not of legs. */
  candleSymbols(): string[] {
    const running = [...this.strategies.values()].flatMap(({ watched }) => watched);
    const starting = [...this.starts.values()].flatMap(({ symbols }) => symbols);
    return [...new Set([...running, ...starting])];
  }

  /** End the evaluation of a strategy. A start of it that is under way is withdrawn. */
  remove(strategyId: number): void {
    this.cold.delete(strategyId);
    this.starts.delete(strategyId);
    this.leave(this.strategies.get(strategyId));
    this.strategies.delete(strategyId);
    this.deps.legs?.remove(strategyId);
  }

  /** End the evaluation of every strategy. Starts that are under way are withdrawn. */
  clear(): void {
    this.cold.clear();
    this.starts.clear();
    for (const strategy of this.strategies.values()) this.leave(strategy);
    this.strategies.clear();
    this.deps.legs?.clear();
  }

  /** Clear for good: what is started later is not evaluated. */
  close(): void {
    this.isClosed = true;
    this.clear();
  }

  /** Count a closed trade in the day's tally. */
  onTrade(trade: TradeRow): void {
    this.deps.legs?.onTrade(trade);
    const strategy = this.strategies.get(trade.strategy_id);
    if (!strategy) return;
    strategy.today(trade.exit_at).leave(trade.symbol, trade.gross);
    strategy.realised += trade.net;
  }

  /** Terms of a running strategy; null when it does not run here. */
  termsOf(strategyId: number): TradingTerms | null {
    const strategy = this.strategies.get(strategyId);
    return strategy ? termsOfStrategy(strategy) : (this.deps.legs?.termsOf(strategyId) ?? null);
  }

  /** A strategy's latest ATR in each of its instruments. As its distances ask for it. */
  atrOf(strategyId: number): (symbol: string) => DistanceAtr {
    return (symbol) => this.strategies.get(strategyId)?.atrOf(symbol) ?? NO_ATR;
  }

  /**
   * Entry conditions of a strategy in one of its instruments. They are those of its last evaluation where it runs, else
   * those that a start at `now` would find.
   */
  async readingOf(row: StrategyRow, symbol: string, now: number): Promise<EntryReading> {
    const running = this.strategies.get(row.id)?.readingOf(symbol);
    if (running) return running;
    try {
      return await this.warmUp.readingOf(row.owner_id, effectiveRules(row), symbol, now);
    } finally {
      if (this.starts.size === 0) this.warmUp.forget();
    }
  }

  /**
   * Evaluates what has closed, in the order in which it ended: after a sleep of the computer that is several candles.
   * Those that ended together are evaluated strategy by strategy in a fixed order, instruments in the order of the rules;
   * then all exits are placed, and after them the entries. Exits are taken from all of them, entries only from those that
   * ended just now: a stale signal is never an order. One strategy that cannot be evaluated, or whose order cannot be
   * placed, does not hold up the others. When nothing can be written at all it throws; the same candles, given again,
   * continue where it stopped.
   */
  async onCandles(closed: readonly ClosedCandle[], now: number): Promise<void> {
    for (const start of this.starts.values()) start.closed.push(...closed);
    await this.runSteps(now);
    for (const turn of candleTurns(closed, now, this.deps.staleAfterMs)) {
      for (const strategy of this.inOrder()) this.steps.push(...this.decide(strategy, turn, now));
      this.steps = [
        ...this.steps.filter(({ isExit }) => isExit),
        ...this.steps.filter(({ isExit }) => !isExit),
      ];
      await this.runSteps(now);
    }
  }

  /** Whether something is being left to be turned to the other side. */
  get isReversing(): boolean {
    return !this.reversals.isIdle;
  }

  /**
   * Enter the other side of what has been left to be turned; whether anything was done. Not to be called beside
   * `onCandles`. When nothing can be written it throws, and continues where it stopped when called again.
   */
  async reverse(now: number): Promise<boolean> {
    const ended = this.reversals.ended((strategy) => this.strategies.get(strategy.row.id) === strategy);
    for (const { reversal, problem } of ended) {
      const { strategy, symbol, side, bar, atr, decidedAt } = reversal;
      const act = async (current: RunningStrategy): Promise<void> => {
        const refusal = problem ?? (await exitDoubt(this.deps.database.read, reversal));
        if (refusal !== null) return this.refuse(current, symbol, refusal, now);
        // The size is that of the close which decided, as for every entry.
        await this.enter(current, { symbol, side, bar, atr, price: bar.close }, now);
      };
      await this.runStep({ strategyId: strategy.row.id, isExit: false, decidedAt, symbol, act }, now);
      this.reversals.end(strategy, symbol);
    }
    return ended.length > 0;
  }

  /** Running strategies in a fixed order, whenever each of them was warm. */
  private inOrder(): RunningStrategy[] {
    return [...this.strategies.values()].sort((a, b) => a.row.id - b.row.id);
  }

  private async runSteps(now: number): Promise<void> {
    for (let step = this.steps[0]; step; step = this.steps[0]) {
      await this.runStep(step, now);
      this.steps.shift();
    }
  }

  private async runStep({ strategyId, symbol, decidedAt, act }: Step, now: number): Promise<void> {
    const strategy = this.strategies.get(strategyId);
    if (!strategy) return;
    try {
      if (symbol !== null && Math.abs(now - decidedAt) > this.deps.staleAfterMs)
        await this.refuse(strategy, symbol, tooLate(decidedAt), now);
      else await act(strategy);
    } catch (error) {
      // A disk that cannot be written to is no fault of the strategy.
      if (storageTrouble(error) !== null) throw error;
      if (symbol !== null && (error instanceof Refusal || error instanceof BrokerTrouble))
        return this.refuse(strategy, symbol, error.message, now);
      // It was left meanwhile.
      if (error instanceof Refusal && error.code === 'not-found') return;
      await this.deps.onFault(strategyId, error, now);
    }
  }

  /** Asks the rules of a strategy at a close: what they want done. Nothing is written here. */
  private decide(strategy: RunningStrategy, turn: CandleTurn, now: number): Step[] {
    const of = { strategyId: strategy.row.id, decidedAt: now };
    const steps: Step[] = [];
    try {
      const { timeframe, rotation } = strategy.document;
      const signals: BarSignal[] = [];
      let isFresh = true;
      const today = strategy.today(now);
      for (const other of strategy.rules.reads) {
        const candle = turn.candle(other, timeframe);
        if (candle) strategy.feed(other, [candle.bar]);
      }
      for (const symbol of strategy.symbols) {
        const candle = turn.candle(symbol, timeframe);
        if (!candle) continue;
        const { bar } = candle;
        const positions = this.deps.execution.positionsOf(strategy.row.id, symbol);
        // Null when it was asked before.
        const signal = strategy.next(
          symbol,
          bar,
          heldState(strategy, positions, bar.close),
          today.of(symbol),
        );
        if (!signal) continue;
        signals.push({ symbol, bar, signal });
        const missing = strategy.rules.reads.find(
          (other) => turn.candle(other, timeframe)?.bar.time !== bar.time,
        );
        if (missing !== undefined && !signal.entry) {
          const reason = `${missing} has no candle at this close, so what the rules read of it is not known.`;
          const act = (current: RunningStrategy) => this.refuse(current, symbol, reason, now);
          steps.push({ ...of, isExit: false, symbol: null, act });
        }
        isFresh &&= candle.isFresh;
        if (this.reversals.end(strategy, symbol))
          steps.push({
            ...of,
            isExit: false,
            symbol: null,
            act: (current) => this.refuse(current, symbol, NOT_LEFT, now),
          });
        const decisions = {
          entryFires: signal.entry,
          exitFires: signal.exit,
          reverseEntryFires: signal.reverseEntry,
          reverseExitFires: signal.reverseExit,
        };
        const [oldest] = positions;
        const held = oldest?.side ?? strategy.document.side;
        const intent = intentAt(strategy.document, decisions, { entries: positions.length, side: held });
        const rule = `Exit rule at ${istMinute(now)}`;
        if (intent === 'exit')
          for (const position of positions)
            steps.push({
              ...of,
              isExit: true,
              symbol: null,
              act: async () => void (await this.exit(position, bar, now, rule)),
            });
        else if (intent === 'reverse' && oldest)
          steps.push({
            ...of,
            isExit: true,
            symbol: null,
            act: (current) => this.beginReversal(current, oldest, candle, signal.atr, now),
          });
        else if (intent === 'long' || intent === 'short') {
          const wanted = { symbol, side: intent, bar, atr: signal.atr };
          steps.push({
            ...of,
            isExit: false,
            symbol,
            act: (current) => this.enterFresh(current, wanted, candle, now),
          });
        }
      }
      const [first] = signals;
      if (first && rotation)
        steps.push({
          ...of,
          isExit: false,
          symbol: null,
          act: (current) => this.rebalance(current, signals, first, isFresh, now),
        });
    } catch (error) {
      const fault = new Error('The rules could not be evaluated.', { cause: error });
      steps.push({ ...of, isExit: true, symbol: null, act: () => Promise.reject(fault) });
    }
    return steps;
  }

  private async rebalance(
    strategy: RunningStrategy,
    signals: readonly BarSignal[],
    first: BarSignal,
    isFresh: boolean,
    now: number,
  ): Promise<void> {
    const { rotation } = strategy.document;
    if (!rotation) return;
    if (isFresh) await this.rebalancing.onClose(strategy, rotation, signals, now);
    else if (strategy.isRebalanceDue(dayNumber(first.bar.time), rotation.every))
      await this.refuse(
        strategy,
        first.symbol,
        'Its rebalance was missed: the day it was due was over too long ago.',
        now,
      );
  }

  private async enterFresh(
    strategy: RunningStrategy,
    wanted: WantedEntry,
    { endedAt, isFresh }: TimedCandle,
    now: number,
  ): Promise<void> {
    if (isFresh) await this.enter(strategy, wanted, now);
    else await this.refuse(strategy, wanted.symbol, tooLate(endedAt), now);
  }

  /** Leave a position, and remember what is entered once it is left. A stale signal leaves, and enters nothing. */
  private async beginReversal(
    strategy: RunningStrategy,
    position: PositionRow,
    { bar, endedAt, isFresh }: TimedCandle,
    atr: DistanceAtr,
    now: number,
  ): Promise<void> {
    const { id: positionId, symbol } = position;
    const exit = await this.exit(position, bar, now, `Reversal at ${istMinute(now)}`);
    // The exit that was on its way is another's, and of a part.
    if (exit && exit.quantity < position.quantity) return this.refuse(strategy, symbol, PART_EXIT, now);
    if (!isFresh) return this.refuse(strategy, symbol, tooLate(endedAt), now);
    const side = otherSide(position.side);
    this.reversals.begin({ strategy, positionId, symbol, side, bar, atr, decidedAt: now });
  }

  /** Leave a position; null when it was left meanwhile. */
  private async exit(position: PositionRow, bar: Bar, now: number, reason: string): Promise<OrderRow | null> {
    // A stop-loss may have left it meanwhile.
    const isOpen = this.deps.execution
      .positionsOf(position.strategy_id, position.symbol)
      .some(({ id }) => id === position.id);
    if (!isOpen) return null;
    return this.deps.execution.exit(
      position.id,
      'exit',
      reason,
      now,
      `${this.deps.run.runId}:${position.id}:exit:${bar.time}`,
    );
  }

  private async enter(strategy: RunningStrategy, wanted: WantedEntry, now: number): Promise<void> {
    const { symbol, side, bar, atr } = wanted;
    const row = instrumentNamed(symbol);
    if (!row) return;
    const refusal = await this.guard(strategy, row, side, now);
    if (refusal) return this.refuse(strategy, symbol, refusal, now);
    const price = wanted.price ?? this.deps.lastPrice(symbol)?.price ?? bar.close;
    const order = { symbol, side: openingSide(side) };
    const funds = entryFunds(order, strategy.document.product, this.cashOf(strategy), price, now);
    const sized = sizeEntry(strategy.document, strategy.row.capital, funds, atr);
    if (!sized.ok) return this.refuse(strategy, symbol, sized.failure.message, now);
    await this.buy(strategy, {
      symbol,
      side,
      quantity: sized.value,
      price,
      atr,
      reason: `Entry rule at ${istMinute(now)}`,
      key: `entry:${bar.time}`,
      now,
    });
  }

  /** Places an entry order and tells of its signal. */
  private async buy(strategy: RunningStrategy, entry: Entry): Promise<void> {
    const { run, sinks, database } = this.deps;
    const { symbol, quantity, price, reason, now } = entry;
    const side = openingSide(entry.side);
    const blockReason = await whyEntersNothing(database.read, strategy.row.id, run.mode);
    if (blockReason !== null) return this.refuse(strategy, symbol, blockReason, now);
    const text = `${side === 'buy' ? 'Buy' : 'Sell'} ${quantity} ${symbol} at about ₹${formatPrice(price)}.`;
    await this.deps.execution.place(
      {
        userId: strategy.row.owner_id,
        strategyId: strategy.row.id,
        positionId: null,
        symbol,
        ...run,
        side,
        slot: 'entry',
        purpose: 'entry',
        quantity,
        decisionPrice: price,
        reason,
        key: `${run.runId}:${strategy.row.id}:${symbol}:${entry.key}`,
        at: now,
        atr: entry.atr,
      },
      async (tx) => {
        await logTrading(sinks, tx, strategy.identity, {
          topic: 'signal',
          text: `${reason}. ${text}`,
          at: now,
        });
        announceSignal(sinks, tx, strategy.identity, text, { source: run.source, at: now });
      },
    );
    strategy.today(now).enter(symbol);
  }

  /** Why an entry may not be made now, or null. */
  private async guard(
    strategy: RunningStrategy,
    row: NamedInstrument,
    side: Side,
    now: number,
  ): Promise<string | null> {
    // A daily candle closes when nobody trades any more; its order waits for the next open.
    const isDaily = strategy.document.timeframe === '1d';
    const blockReason = this.deps.blockReason(isDaily);
    if (blockReason !== null) return blockReason;
    const tally = strategy.today(now);
    const { execution } = this.deps;
    const staleAfterMs = isDaily ? DAY_MS : this.deps.staleAfterMs;
    const { rotation, maxEntries } = strategy.document;
    return refuseEntry({
      staleAfterMs,
      now,
      instrument: row,
      side: openingSide(side),
      // What a rotation has decided waits for the first open away from a circuit.
      lock: rotation ? null : this.deps.lockOf(row.symbol),
      today: await this.dayResult(strategy, now),
      maxLossPerDay: strategy.row.max_loss_per_day,
      entriesToday: tally.entries,
      hasExitedToday: tally.hasExited(row.symbol),
      session: this.entrySession(strategy, row, now),
      rules: strategy.guard,
      lastTickAt: this.deps.lastPrice(row.symbol)?.at ?? null,
      hasRoom: rotation !== null || execution.positionsOf(strategy.row.id, row.symbol).length < maxEntries,
      hasWorkingEntry: execution.hasWorkingEntry(strategy.row.id, row.symbol),
    });
  }

  private async dayResult(strategy: RunningStrategy, now: number): Promise<number> {
    if (strategy.row.max_loss_per_day === null) return 0;
    const { database, run } = this.deps;
    const open = this.openPositionsOf(strategy);
    const scope = { open, strategyId: strategy.row.id, source: run.source, runId: run.runId, now };
    return loadDayResult(database.read, scope, this.deps);
  }

  /** A daily candle closes with the session; its order goes in then and fills at the next open. */
  private entrySession(strategy: RunningStrategy, row: NamedInstrument, now: number) {
    const session = sessionOn(istDate(now), row);
    if (!session || strategy.document.timeframe !== '1d') return session;
    return { ...session, close: Infinity, auctionEnd: Infinity };
  }

  /** Money for an entry of a running strategy; null when it does not run here. */
  fundsOf(strategyId: number): EntryMoney | null {
    const strategy = this.strategies.get(strategyId);
    if (!strategy) return this.deps.legs?.fundsOf(strategyId) ?? null;
    return { cash: this.cashOf(strategy), least: strategy.document.rotation ? strategy.leastPurchase : null };
  }

  private cashOf(strategy: RunningStrategy): number {
    return cashAfter(strategy.row.capital, strategy.realised, this.openPositionsOf(strategy).map(openLotOf));
  }

  private openPositionsOf(strategy: RunningStrategy): PositionRow[] {
    return this.deps.execution.positionsOf(strategy.row.id);
  }

  private async refuse(
    strategy: RunningStrategy,
    symbol: string,
    reason: string,
    now: number,
  ): Promise<void> {
    if (strategy.identity.isHouse || !strategy.isNewRefusal(symbol, reason)) return;
    await this.deps.database.write(strategy.row.owner_id, (tx) =>
      logTrading(this.deps.sinks, tx, strategy.identity, {
        topic: 'guard',
        level: 'warning',
        text: `No entry in ${symbol}. ${reason}`,
        at: now,
      }),
    );
  }
}

const tooLate = (endedAt: number): string =>
  `Its signal of ${istMinute(endedAt)} came too late to be acted on.`;

/** State of a position that rules may ask about: only those that ask are given its profit. */
const heldState = (
  { rules }: RunningStrategy,
  positions: readonly PositionRow[],
  price: number,
): { profitPercent: number; profit: number; openedAt: number; side: Side } | null => {
  const [oldest] = positions;
  if (!oldest) return null;
  const lots = rules.usesPosition ? positions.map(openLotOf) : null;
  return {
    profitPercent: lots ? profitPercent(lots, price) : 0,
    profit: lots ? openProfit(lots, price) : 0,
    openedAt: oldest.opened_at,
    side: oldest.side,
  };
};

/** Terms of a strategy that its orders and positions need. */
export const termsOfStrategy = (strategy: RunningStrategy): TradingTerms => {
  const { document } = strategy;
  return {
    strategy: strategy.identity,
    opening: {
      side: document.side,
      product: document.product,
      protection: document,
    },
    slippageBp: strategy.row.slippage_bp,
    squareOffTime: document.squareOffTime,
  };
};
