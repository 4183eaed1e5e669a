import type { HeldLeg, LegMarket } from '../../../engine/legs/contract-choice.ts';
import { isAtRisk } from '../../../engine/legs/leg-machine.ts';
import type { LegExit, StructureProgress } from '../../../engine/legs/structure-progress.ts';
import type { LegWish } from '../../../engine/legs/structure-runtime.ts';
import { lossBlockReason } from '../../../engine/trading/strategy-runtime.ts';
import type { LegDocument } from '../../../shared/leg-document.ts';
import { formatPrice } from '../../../shared/money.ts';
import { istDate } from '../../../shared/time.ts';
import { BrokerTrouble } from '../../brokers/broker.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { PositionRow, StrategyRow, TradeRow } from '../../db/schema.ts';
import { storageTrouble } from '../../db/storage-trouble.ts';
import type { LastPrice } from '../../market/last-price.ts';
import { Refusal } from '../../refusal.ts';
import { announceSignal, type EventSinks, logTrading } from '../announce.ts';
import { loadDayResult } from '../day-result.ts';
import type { Execution } from '../execution.ts';
import type { Intent } from '../order-book.ts';
import type { EntryMoney, RunIdentity, TradingTerms } from '../order-path.ts';
import { openLotOf } from '../position-charges.ts';
import { legDocumentOf, protectionOfLegs } from './leg-document-of.ts';
import { ENTRY_PATIENCE_MS, type LegAccount } from './leg-account.ts';
import { LEG_EXIT_LABELS } from './leg-exit-text.ts';
import { entryOutcome, exitKey, legClose, sliceKeys } from './leg-outcomes.ts';
import { type EntryWish, RunningLegs } from './running-legs.ts';

/** Path of the orders of legs. On paper it is the run's execution. */
export type LegOrders = Pick<
  Execution,
  'place' | 'exit' | 'openPositions' | 'positionsOf' | 'isBeingLeft' | 'endEntries' | 'stopToEntry'
>;

export interface LegRunnerDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly execution: LegOrders;
  readonly run: RunIdentity;
  /** Contracts of an underlying at a close; null where there are no prices of any. */
  readonly marketOf: (underlying: string) => LegMarket | null;
  /** Premium paid and margin of legs on an underlying together, paise. */
  readonly fundsOfLegs: (underlying: string, legs: readonly HeldLeg[]) => number;
  readonly lastPrice: (symbol: string) => LastPrice | null;
  readonly previousClose: (symbol: string) => number | null;
  /** Called for a strategy that cannot be evaluated or place its order. */
  readonly onFault: (strategyId: number, error: unknown, at: number) => Promise<void>;
  /** Account at a broker that the orders go to; none on paper. */
  readonly account?: LegAccount;
}

const heldLegOf = ({
  symbol,
  side,
  quantity,
  entry_value: value,
  entry_quantity: all,
}: PositionRow): HeldLeg => ({
  symbol,
  quantity: side === 'long' ? quantity : -quantity,
  price: value / all,
});

/** Evaluates strategies with legs at the close of each minute: progress → wishes → orders. */
export class LegRunner {
  private readonly deps: LegRunnerDeps;
  private readonly running = new Map<number, RunningLegs>();
  /** Markets of the minute at hand, by underlying: all strategies look at the same. */
  private markets = { minute: Number.NaN, of: new Map<string, LegMarket | null>() };
  /** Stopped, and still holding legs: they are watched until they are closed. */
  private readonly stopped = new Map<number, RunningLegs>();

  constructor(deps: LegRunnerDeps) {
    this.deps = deps;
  }

  get runningCount(): number {
    return this.running.size;
  }

  isRunning(strategyId: number): boolean {
    return this.running.has(strategyId);
  }

  rows(): StrategyRow[] {
    return [...this.running.values()].map(({ row }) => row);
  }

  /** Underlyings of what runs. */
  symbols(): string[] {
    return [...this.running.values()].map(({ runtime }) => runtime.document.underlying);
  }

  /** Progress of all that runs, or is watched until it is closed. */
  states(): { document: LegDocument; phase: StructureProgress['phase']; symbols: string[] }[] {
    return this.inOrder().map(({ runtime }) => ({
      document: runtime.document,
      phase: runtime.phase,
      symbols: runtime.symbols(),
    }));
  }

  /** Contracts that a structure holds, waits for or may return to. */
  *contracts(): Iterable<string> {
    for (const { runtime } of this.running.values()) yield* runtime.symbols();
  }

  /** Begin to evaluate a strategy where its progress on this run stood. */
  async add(row: StrategyRow, isHouse: boolean): Promise<boolean> {
    const known = this.running.get(row.id) ?? this.stopped.get(row.id);
    // Its minute may be under way: what it has wished for is not to be wished again.
    const strategy = known?.row.document_json === row.document_json ? known : await this.read(row, isHouse);
    if (!strategy) return false;
    strategy.change(row, isHouse);
    this.stopped.delete(row.id);
    this.running.set(row.id, strategy);
    return true;
  }

  /** Watch what stopped strategies hold, as it was before a restart. */
  async watchHeld(): Promise<void> {
    const held = this.deps.execution.openPositions().filter(({ leg }) => leg !== null);
    for (const id of new Set(held.map(({ strategy_id: strategyId }) => strategyId))) {
      if (this.running.has(id) || this.stopped.has(id)) continue;
      const { isHouse, ...row } = await this.deps.database.read
        .selectFrom('strategies')
        .innerJoin('users', 'users.id', 'strategies.owner_id')
        .selectAll('strategies')
        .select('users.is_house as isHouse')
        .where('strategies.id', '=', id)
        .executeTakeFirstOrThrow();
      const strategy = await this.read(row, isHouse === 1);
      if (strategy) this.stopped.set(id, strategy);
    }
  }

  private async read(row: StrategyRow, isHouse: boolean): Promise<RunningLegs | null> {
    const document = legDocumentOf(row);
    if (!document) return null;
    const { database, run } = this.deps;
    const kept = await database.read
      .selectFrom('structures')
      .select('progress_json')
      .where('strategy_id', '=', row.id)
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .executeTakeFirst();
    const running = new RunningLegs(row, isHouse, document, kept?.progress_json ?? null);
    const { net } = await database.read
      .selectFrom('trades')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('net'))
      .where('strategy_id', '=', row.id)
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .executeTakeFirstOrThrow();
    running.realised = net;
    return running;
  }

  /** End its entries; what it holds is watched until it is closed. */
  remove(strategyId: number): void {
    const strategy = this.running.get(strategyId);
    this.running.delete(strategyId);
    if (strategy?.runtime.isAtRisk) this.stopped.set(strategyId, strategy);
  }

  /** End all entries; what is held is watched until it is closed. */
  clear(): void {
    for (const id of [...this.running.keys()]) this.remove(id);
  }

  onTrade({ strategy_id: id, net }: TradeRow): void {
    const strategy = this.running.get(id) ?? this.stopped.get(id);
    if (strategy) strategy.realised += net;
  }

  termsOf(strategyId: number): TradingTerms | null {
    const strategy = this.running.get(strategyId);
    return strategy ? termsOfLegs(strategy.row, strategy.identity) : null;
  }

  /** Money for an entry of a running strategy; null when it does not run here. Its legs need margin together. */
  fundsOf(strategyId: number): EntryMoney | null {
    const strategy = this.running.get(strategyId);
    if (!strategy) return null;
    const { underlying } = strategy.runtime.document;
    const open = this.deps.execution.positionsOf(strategyId);
    const held = open.map(heldLegOf);
    const blocked = this.deps.fundsOfLegs(underlying, held);
    const charges = open.reduce((sum, position) => sum + openLotOf(position).chargesPaid, 0);
    return {
      cash: strategy.row.capital + strategy.realised - charges - blocked,
      least: null,
      neededFor: ({ symbol, side, quantity }, price) => {
        const entry = { symbol, price, quantity: side === 'buy' ? quantity : -quantity };
        return this.deps.fundsOfLegs(underlying, [...held, entry]) - blocked;
      },
    };
  }

  /**
   * Evaluate a minute that has closed. A fault stays with its strategy. When nothing can be written it throws; the same
   * minute, given again, goes on where it stopped.
   */
  async onMinute(now: number): Promise<void> {
    for (const strategy of this.inOrder())
      await this.isolated(strategy, now, () => this.evaluate(strategy, now));
  }

  /**
   * Go on between two closes. Only where orders go to a broker: what is sold waits for what is bought, and a structure
   * that cannot be completed is closed at once. No strategy waits for another's.
   */
  async onSecond(now: number): Promise<void> {
    const done = this.inOrder().map((strategy) =>
      this.isolated(strategy, now, async () => {
        const market = this.deps.marketOf(strategy.runtime.document.underlying);
        await this.sync(strategy, market?.spot ?? null);
        this.noteOverdue(strategy, now);
        if (strategy.wishes.length === 0) strategy.wishes = strategy.runtime.onClosing();
        await this.proceed(strategy, now);
      }),
    );
    await Promise.all(done);
  }

  private inOrder(): RunningLegs[] {
    return [...this.running.values(), ...this.stopped.values()].sort((a, b) => a.row.id - b.row.id);
  }

  private async isolated(strategy: RunningLegs, now: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      strategy.wishes = [];
      await this.deps.onFault(strategy.row.id, error, now);
    }
  }

  private async evaluate(strategy: RunningLegs, now: number): Promise<void> {
    const { account } = this.deps;
    if (strategy.minute !== now) {
      const market = this.marketOf(strategy.runtime.document.underlying, now);
      if (!market) return;
      await this.sync(strategy, market.spot);
      const isStopped = !this.running.has(strategy.row.id);
      strategy.wish(now, strategy.runtime.onMinute(now, market, isStopped));
      if (account) await this.notifyUnpriced(strategy, market, now);
    }
    await this.proceed(strategy, now);
  }

  /** Carry out what may be done now, and write how it stands. */
  private async proceed(strategy: RunningLegs, now: number): Promise<void> {
    const { database, run, account } = this.deps;
    if (account) {
      // No minute is played again at a broker: after a restart, an entry that was not written has failed.
      await strategy.save(database, run, now);
      await this.cover(strategy, account, now);
    }
    for (const wish of [...strategy.wishes]) {
      if (account && !(await this.isTimeFor(strategy, wish, now))) continue;
      if (strategy.wishes.includes(wish)) await this.carryOut(strategy, wish, now);
      strategy.wishes = strategy.wishes.filter((one) => one !== wish);
    }
    await this.leaveStrays(strategy, now);
    await strategy.save(database, run, now);
    const { id } = strategy.row;
    if (!strategy.runtime.isAtRisk && this.stopped.get(id) === strategy) this.stopped.delete(id);
  }

  /** Ask the account once for all entries of a minute. None of them is made where it cannot carry them. */
  private async cover(strategy: RunningLegs, account: LegAccount, now: number): Promise<void> {
    const { row } = strategy;
    const entries = strategy.wishes.filter((wish) => wish.do === 'enter');
    if (entries.length === 0) return;
    const isWanted = this.running.has(row.id) && strategy.runtime.phase === 'on';
    if (isWanted && strategy.isCovered) return;
    const why = isWanted
      ? ((await this.lossReason(strategy, now)) ??
        (await account.refusalOf(row, this.deps.execution.positionsOf(row.id), entries)))
      : null;
    if (isWanted && why === null) {
      strategy.isCovered = true;
      return;
    }
    if (why !== null) await this.log(strategy, `No entry. ${why}`, now);
    for (const { leg } of entries) this.drop(strategy, leg);
  }

  /** End an entry of which no order is written. */
  private drop(strategy: RunningLegs, leg: number): void {
    strategy.wishes = strategy.wishes.filter((wish) => !(wish.do === 'enter' && wish.leg === leg));
    strategy.runtime.refused(leg);
  }

  /** Whether it is time for a wish at a broker. What is sold is entered last. */
  private async isTimeFor(strategy: RunningLegs, wish: LegWish, now: number): Promise<boolean> {
    if (wish.do !== 'enter') return true;
    // An entry before it in this minute has failed.
    if (strategy.runtime.phase !== 'on') {
      this.drop(strategy, wish.leg);
      return false;
    }
    if (!(Math.abs(now - strategy.enteringAt) < ENTRY_PATIENCE_MS)) return this.giveUp(strategy, wish, now);
    if (wish.side === 'buy') return true;
    const bought = strategy.entering.filter(({ side }) => side === 'buy');
    const stateOf = (leg: number) => strategy.runtime.leg(leg).state;
    if (bought.some(({ leg }) => stateOf(leg) === 'entering' || stateOf(leg) === 'withdrawing')) return false;
    const isHedged = bought.every(
      ({ leg, quantity }) => stateOf(leg) === 'open' && strategy.runtime.leg(leg).quantity >= quantity,
    );
    return isHedged || this.giveUp(strategy, wish, now);
  }

  /** End an entry that is late, or would lack its hedge. */
  private async giveUp(strategy: RunningLegs, { leg, symbol }: EntryWish, now: number): Promise<false> {
    const why = 'What was to be bought before it was not bought in full and in time.';
    await this.log(strategy, `No entry in ${symbol}. ${why}`, now);
    this.drop(strategy, leg);
    return false;
  }

  /** Note entries that have been unknown for too long. For the other legs they have failed. */
  private noteOverdue(strategy: RunningLegs, now: number): void {
    const { runtime } = strategy;
    if (runtime.phase !== 'on') return;
    for (const [leg, since] of strategy.workingSince)
      if (runtime.leg(leg).state === 'entering' && Math.abs(now - since) >= ENTRY_PATIENCE_MS)
        runtime.overdue(leg);
  }

  /** Notify the owner once that the result cannot be judged. */
  private async notifyUnpriced(strategy: RunningLegs, market: LegMarket, now: number): Promise<void> {
    const symbols = strategy.runtime.unpriced(market).join(', ');
    if (symbols === strategy.unpriced) return;
    strategy.unpriced = symbols;
    if (symbols === '') return;
    const text = `The result of all legs cannot be judged now: ${symbols} has no fresh price. What protects each leg stays.`;
    await this.log(strategy, text, now);
  }

  private marketOf(underlying: string, now: number): LegMarket | null {
    if (this.markets.minute !== now) this.markets = { minute: now, of: new Map() };
    const known = this.markets.of.get(underlying);
    if (known !== undefined) return known;
    const market = this.deps.marketOf(underlying);
    this.markets.of.set(underlying, market);
    return market;
  }

  /** Book the outcomes of its orders and positions since the last close. */
  private async sync(strategy: RunningLegs, spot: number | null): Promise<void> {
    const { runtime, row } = strategy;
    const { database, run, execution } = this.deps;
    for (const leg of runtime.document.legs.keys()) {
      // Not written yet: nothing is known of it.
      if (strategy.isWished(leg)) continue;
      const { state } = runtime.leg(leg);
      if (state === 'entering' || state === 'withdrawing') {
        const outcome = await entryOutcome(database.read, strategy.entryKey(run, leg));
        if (outcome.is === 'working') {
          strategy.workingSince.set(leg, outcome.since);
          continue;
        }
        strategy.workingSince.delete(leg);
        if (outcome.is === 'refused') runtime.refused(leg);
        else runtime.filled(leg, { ...outcome, spot });
      }
      const { state: current } = runtime.leg(leg);
      if (current !== 'open' && current !== 'leaving') continue;
      const held = execution.positionsOf(row.id).filter((position) => position.leg === leg);
      if (held.length > 0) {
        // The program may have ended before a stop that was moved was written.
        if (runtime.leg(leg).isAtCost) for (const { id } of held) execution.stopToEntry(id);
        if (current === 'leaving' && held.some(({ id }) => !execution.isBeingLeft(id)))
          runtime.exitRefused(leg);
        continue;
      }
      const close = await legClose(database.read, strategy.entryKey(run, leg));
      if (close) runtime.left(leg, close.price, close.why);
    }
  }

  /**
   * Leave what no leg waits for any more. An entry of a changed document may have filled, or one of the slices of a leg
   * that is withdrawn.
   */
  private async leaveStrays({ row, runtime }: RunningLegs, now: number): Promise<void> {
    for (const { id, leg } of this.deps.execution.positionsOf(row.id)) {
      const state = leg !== null && leg in runtime.document.legs ? runtime.leg(leg).state : 'over';
      if (!isAtRisk(state) || state === 'withdrawing') await this.leave(id, 'with-the-others', now);
    }
  }

  private async carryOut(strategy: RunningLegs, wish: LegWish, now: number): Promise<void> {
    const { execution } = this.deps;
    const { row } = strategy;
    switch (wish.do) {
      case 'say':
        return this.log(strategy, `No entry. ${wish.sentence}`, now);
      case 'withdraw':
        return execution.endEntries(row.id, 'Another leg was not entered, or the structure is closed');
      case 'enter':
        return this.enter(strategy, wish, now);
      case 'leave':
      case 'stop-to-cost': {
        const held = execution.positionsOf(row.id).filter((position) => position.leg === wish.leg);
        for (const { id } of held)
          if (wish.do === 'stop-to-cost') execution.stopToEntry(id);
          else await this.leave(id, wish.why, now);
      }
    }
  }

  private async leave(positionId: number, why: LegExit, now: number): Promise<void> {
    const { execution, run } = this.deps;
    if (execution.isBeingLeft(positionId)) return;
    try {
      await execution.exit(positionId, 'exit', LEG_EXIT_LABELS[why], now, exitKey(run, positionId, why, now));
    } catch (error) {
      // It was left meanwhile.
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  }

  private async enter(
    strategy: RunningLegs,
    { leg, symbol, side, quantity, entry }: Extract<LegWish, { do: 'enter' }>,
    now: number,
  ): Promise<void> {
    const { row, identity, runtime } = strategy;
    const { run, sinks, execution, account } = this.deps;
    const blockReason = account ? null : await this.lossReason(strategy, now);
    if (blockReason !== null) {
      // Said first: where that cannot be written, the same wish comes again.
      await this.log(strategy, `No entry in ${symbol}. ${blockReason}`, now);
      return void runtime.refused(leg);
    }
    const price = this.marketOf(runtime.document.underlying, now)?.priceOf(symbol) ?? null;
    const reason = entry === 1 ? `Leg ${leg + 1}` : `Leg ${leg + 1}, entry ${entry}`;
    const about = price === null ? '' : ` at about ₹${formatPrice(price)}`;
    const text = `${side === 'buy' ? 'Buy' : 'Sell'} ${quantity} ${symbol}${about}.`;
    const intent: Omit<Intent, 'key' | 'quantity'> = {
      userId: row.owner_id,
      strategyId: row.id,
      positionId: null,
      symbol,
      ...run,
      side,
      slot: 'entry',
      purpose: 'entry',
      decisionPrice: price,
      reason,
      at: now,
      leg,
      structureDay: runtime.day ?? istDate(now),
    };
    const announce = async (tx: Transaction): Promise<void> => {
      await logTrading(sinks, tx, identity, { topic: 'signal', text: `${reason}. ${text}`, at: now });
      announceSignal(sinks, tx, identity, text, { source: run.source, at: now });
    };
    const keys = sliceKeys(strategy.entryKey(run, leg));
    for (const [index, part] of (account?.slicesOf(symbol, quantity) ?? [quantity]).entries()) {
      const slice = { ...intent, quantity: part, key: keys[index] ?? '' };
      try {
        await execution.place(slice, index === 0 ? announce : undefined);
      } catch (error) {
        if (!account || !(error instanceof Refusal || error instanceof BrokerTrouble)) throw error;
        // What was written of it before goes its way, and counts.
        return this.log(strategy, `No entry in ${symbol}. ${error.message}`, now);
      }
    }
  }

  /** Why the loss of the day forbids an entry, or null. */
  private async lossReason({ row }: RunningLegs, now: number): Promise<string | null> {
    if (row.max_loss_per_day === null) return null;
    const { database, run, execution } = this.deps;
    const scope = {
      open: execution.positionsOf(row.id),
      strategyId: row.id,
      source: run.source,
      runId: run.runId,
      now,
    };
    return lossBlockReason(await loadDayResult(database.read, scope, this.deps), row.max_loss_per_day);
  }

  private async log(strategy: RunningLegs, text: string, at: number): Promise<void> {
    if (strategy.identity.isHouse) return;
    await this.deps.database.write(strategy.row.owner_id, (tx) =>
      logTrading(this.deps.sinks, tx, strategy.identity, { topic: 'guard', level: 'warning', text, at }),
    );
  }
}

/** Terms of a strategy with legs. Each leg has a protection of its own. */
export const termsOfLegs = (row: StrategyRow, strategy: TradingTerms['strategy']): TradingTerms => {
  const document = legDocumentOf(row);
  return {
    strategy,
    opening: {
      side: 'long',
      product: row.product,
      protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
    },
    ...(document && { legs: protectionOfLegs(document) }),
    slippageBp: row.slippage_bp,
    squareOffTime: row.square_off_time,
  };
};
