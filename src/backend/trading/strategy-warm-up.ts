import type { Bar } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type { CompiledRules, EntryReading } from '../../engine/rules/compiled-rules.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Database } from '../db/database.ts';
import type { StrategyRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import type { History } from '../market/history.ts';
import type { ClosedCandle, SessionCandles } from '../market/session-candles.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { pauses } from '../pauses.ts';
import { Refusal } from '../refusal.ts';
import { SharedTurns } from '../shared-turns.ts';
import type { OrderPath, RunIdentity } from './order-path.ts';
import type { RunningStrategy } from './running-strategy.ts';
import { StartReads } from './start-reads.ts';

/** Candles fed beyond the rules' look-back. They come before the first streamed candle. */
const WARM_UP_MARGIN = 5;

/** Candles fed between two looks at the clock: the most costly rules take a millisecond for each. */
const WARM_UP_BARS = 8;

/** Readings of conditions under way and waiting: of one person, and of all. A window asks for one at a time. */
const MOST_ASKED = { byOne: 16, byAll: 500 };

export interface WarmUpDeps {
  readonly database: Pick<Database, 'read'>;
  readonly execution: Pick<OrderPath, 'positionsOf'>;
  readonly history: History;
  readonly candles: SessionCandles;
  readonly run: RunIdentity;
  /** Owner of the history that this run plays; 0 for the simulated market. */
  readonly historyOwnerId: number;
  /** Candles of the past, adjusted by corporate actions. Not there where there are none. */
  readonly adjusted?: (symbol: string, bars: readonly Bar[], now: number) => Promise<readonly Bar[]>;
}

/** Makes strategies ready to decide: their indicators from past candles, and what they did today. */
export class StrategyWarmUp {
  private readonly deps: WarmUpDeps;
  private readonly reads: StartReads;
  /** Strategies of one user are warmed up one after the other. */
  private readonly lanes = new KeyedLanes<number>();
  /** Readings of conditions: each person has one under way, and so the share of one of the turns. */
  private readonly readings = new KeyedLanes<number>();
  private readonly turns = new SharedTurns();
  /** By user: readings under way and waiting. */
  private readonly asked = new Map<number, number>();

  constructor(deps: WarmUpDeps) {
    this.deps = deps;
    this.reads = new StartReads(deps);
  }

  /** A strategy as it is stored now; null when it is not to be evaluated (any more). */
  row(strategyId: number): Promise<StrategyRow | null> {
    return this.reads.row(strategyId);
  }

  /** Forget what starts under way have shared. */
  forget(): void {
    this.reads.forget();
  }

  /** Warm a strategy up; false where its start was withdrawn meanwhile. */
  async prepare(strategy: RunningStrategy, now: number, isWanted: () => boolean): Promise<boolean> {
    const { candles } = this.deps;
    const { row, evaluation, document } = strategy;
    // From here on what closes is told, so that nothing is missed while it warms up.
    for (const symbol of strategy.watched) candles.watch(symbol, document.timeframe);
    const pause = pauses();
    const read = new Map<string, readonly Bar[]>();
    for (const other of strategy.rules.reads) read.set(other, await this.pastOf(strategy.rules, other, now));
    for (const symbol of strategy.symbols) {
      const past = await this.pastOf(strategy.rules, symbol, now);
      await this.lanes.run(row.owner_id, async () => {
        const unfed = evaluation.unfed(symbol, past);
        for (const [other, bars] of read) strategy.feedOne(symbol, other, bars);
        for (let from = 0; from < unfed.length; from += WARM_UP_BARS) {
          if (!isWanted()) return;
          const some = unfed.slice(from, from + WARM_UP_BARS);
          strategy.warmUp(symbol, some, this.heldSince(strategy, symbol));
          await pause();
        }
      });
      if (!isWanted()) return false;
    }
    // Read at the end: one that is started anew goes on trading while it warms up.
    await this.readTally(strategy, now);
    return true;
  }

  /** Read a strategy's activity on this run so far, and today. */
  private async readTally(strategy: RunningStrategy, now: number): Promise<void> {
    const { realised, entriesToday, tradesToday } = await this.reads.activity(strategy.row.id, now);
    strategy.realised = realised;
    const tally = strategy.today(now);
    for (const { symbol, count } of entriesToday) tally.enter(symbol, count);
    for (const { symbol, gross } of tradesToday) tally.leave(symbol, gross);
  }

  /** Feed what has closed since a start began. Candles that an instrument already has are skipped. */
  catchUp(strategy: RunningStrategy, closed: readonly ClosedCandle[]): void {
    const own = closed.filter(({ timeframe }) => timeframe === strategy.document.timeframe);
    for (const { symbol, bar } of own)
      if (strategy.rules.reads.includes(symbol)) strategy.feed(symbol, [bar]);
    for (const { symbol, bar } of own) strategy.warmUp(symbol, [bar], this.heldSince(strategy, symbol));
  }

  /**
   * Entry conditions of rules in an instrument now. They are read as a start reads them; nothing is begun. Those of one
   * person are read one after the other, those of different people in turns: many of one person delay no other's.
   * @throws Refusal `rate` while too many of this person wait, `unavailable` while too many of all do
   */
  async readingOf(
    userId: number,
    document: RuleDocument,
    symbol: string,
    now: number,
  ): Promise<EntryReading> {
    const own = this.asked.get(userId) ?? 0;
    if (own >= MOST_ASKED.byOne)
      throw new Refusal(
        'rate',
        'Many of your conditions are being read already. Wait a moment, and ask again.',
      );
    if (this.askedByAll() >= MOST_ASKED.byAll)
      throw new Refusal('unavailable', 'Many people ask for conditions now. Ask again in a moment.');
    this.asked.set(userId, own + 1);
    try {
      return await this.readings.run(userId, () => this.read(document, symbol, now));
    } finally {
      const left = (this.asked.get(userId) ?? 1) - 1;
      if (left === 0) this.asked.delete(userId);
      else this.asked.set(userId, left);
    }
  }

  private askedByAll(): number {
    return [...this.asked.values()].reduce((sum, asked) => sum + asked, 0);
  }

  private async read(document: RuleDocument, symbol: string, now: number): Promise<EntryReading> {
    const rules = compileRules(document);
    const stream = rules.stream(tradedAs(symbol), tradedAs);
    for (const other of rules.reads)
      await this.inTurns(await this.pastOf(rules, other, now), (bar) => stream.feed(other, bar));
    await this.inTurns(await this.pastOf(rules, symbol, now), (bar) => void stream.next(bar, null));
    return stream.latest();
  }

  private async inTurns(bars: readonly Bar[], apply: (bar: Bar) => void): Promise<void> {
    let from = 0;
    await this.turns.work(() => {
      for (const bar of bars.slice(from, from + WARM_UP_BARS)) apply(bar);
      from += WARM_UP_BARS;
      return from < bars.length;
    });
  }

  private heldSince(strategy: RunningStrategy, symbol: string): number | null {
    return this.deps.execution.positionsOf(strategy.row.id, symbol)[0]?.opened_at ?? null;
  }

  /** The candles that the rules look back on, up to now. */
  private async pastOf(rules: CompiledRules, symbol: string, now: number): Promise<Bar[]> {
    const { candles, run, historyOwnerId } = this.deps;
    const { timeframe } = rules.document;
    const key = { ownerId: historyOwnerId, source: run.source, symbol };
    const count = rules.lookBack + WARM_UP_MARGIN;
    const past = await this.reads.candles(key, timeframe, now, count);
    const adjusted = (await this.deps.adjusted?.(symbol, past, now)) ?? past;
    return [...adjusted, ...candles.today(symbol, timeframe, now)];
  }
}
