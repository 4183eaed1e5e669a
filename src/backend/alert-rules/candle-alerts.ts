import type { Logger } from 'pino';
import type { Bar } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type { CompiledRules, EntryReading, RuleStream } from '../../engine/rules/compiled-rules.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { istMidnight } from '../../shared/time.ts';
import type { AlertRuleRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { tradedAs } from '../market/instrument-master.ts';
import type { ClosedCandle } from '../market/session-candles.ts';
import { pauses } from '../pauses.ts';
import { Rotation } from '../rotation.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { symbolOfDocument } from './rule-rows.ts';

/** Candles fed beyond the rules' look-back. */
const MARGIN = 5;
/** Candles that wait while rules are being made warm. */
const MOST_WAITING = 2_000;

interface CandleAlertsDeps {
  readonly history: Pick<History, 'candlesBefore'>;
  readonly logger: Logger;
  /** Brings candles of the past that are not there by themselves. */
  readonly prepare: (run: MarketRun, document: RuleDocument) => Promise<void>;
  /** Called at the close of a candle, for each alert on it. */
  readonly onSignal: (ruleId: number, isTrue: boolean, at: number, candle: number) => void;
}

/** Rules that some alerts share, on one market. */
interface Shared {
  readonly key: string;
  /** Whose alert was the first on it. */
  readonly userId: number;
  readonly document: RuleDocument;
  readonly symbol: string;
  readonly rules: CompiledRules;
  readonly ids: Set<number>;
  /** Null while it is not warm. */
  stream: RuleStream | null;
  /** Start of the latest candle that it was fed. */
  fedTo: number;
  /** Candles that closed while it was being made warm. */
  waiting: ClosedCandle[];
  /** Session that it is warm on; a broker's ends, and another begins. */
  warmFor: unknown;
}

/**
 * Alerts on rules, at the close of candles: by the engine's own streams, warm from history, so that they say what a
 * backtest says.
 */
export class CandleAlerts {
  private readonly deps: CandleAlertsDeps;
  private readonly shared = new Map<string, Shared>();
  private readonly byId = new Map<number, Shared>();
  /** By user: what is to be made warm. Reading far back takes a while, and each has a turn. */
  private readonly cold = new Rotation<number, Shared>();
  private warming: Promise<void> | null = null;

  constructor(deps: CandleAlertsDeps) {
    this.deps = deps;
  }

  add({ id: ruleId, user_id: userId }: Pick<AlertRuleRow, 'id' | 'user_id'>, document: RuleDocument): void {
    this.remove(ruleId);
    const key = JSON.stringify(document);
    const shared = this.shared.get(key) ?? newShared(key, userId, document);
    if (!shared.stream) this.cold.add(userId, shared);
    this.shared.set(key, shared);
    shared.ids.add(ruleId);
    this.byId.set(ruleId, shared);
  }

  remove(ruleId: number): void {
    const shared = this.byId.get(ruleId);
    if (!shared) return;
    this.byId.delete(ruleId);
    shared.ids.delete(ruleId);
    if (shared.ids.size === 0) this.shared.delete(shared.key);
  }

  /** Condition of a rule at the latest candle. Null while it is not warm, and of one that is not watched. */
  readingOf(ruleId: number): EntryReading | null {
    return this.byId.get(ruleId)?.stream?.latest() ?? null;
  }

  /** Instruments whose candles are needed. */
  symbols(): string[] {
    return [...new Set([...this.shared.values()].flatMap(({ symbol, rules }) => [symbol, ...rules.reads]))];
  }

  /** Make warm what is not warm for a session. Failures are logged; it is tried with the next call. */
  async warm(run: MarketRun, session: unknown): Promise<void> {
    for (const shared of this.shared.values())
      if (!isWarm(shared, session)) this.cold.add(shared.userId, shared);
    this.warming ??= this.warmCold(run, session).finally(() => (this.warming = null));
    await this.warming;
  }

  private async warmCold(run: MarketRun, session: unknown): Promise<void> {
    for (let shared = this.cold.next(); shared; shared = this.cold.next()) {
      if (shared.ids.size === 0 || isWarm(shared, session)) continue;
      try {
        await this.warmUp(run, shared);
        shared.warmFor = session;
      } catch (error) {
        this.deps.logger.error({ err: error, symbol: shared.symbol }, 'rules of an alert are not warm yet');
      }
    }
  }

  private async warmUp(run: MarketRun, shared: Shared): Promise<void> {
    const { document, symbol, rules } = shared;
    // From here on what closes waits, so that nothing is missed.
    shared.stream = null;
    shared.waiting = [];
    for (const each of [symbol, ...rules.reads]) run.dayCandles.watch(each, document.timeframe);
    await this.deps.prepare(run, document);
    const stream = rules.stream(tradedAs(symbol), tradedAs);
    const pause = pauses();
    for (const other of rules.reads)
      for (const bar of await this.pastOf(run, other, shared)) {
        stream.feed(other, bar);
        await pause();
      }
    let fedTo = Number.NEGATIVE_INFINITY;
    for (const bar of await this.pastOf(run, symbol, shared)) {
      stream.next(bar, null);
      fedTo = bar.time;
      await pause();
    }
    shared.stream = stream;
    shared.fedTo = fedTo;
    const { waiting } = shared;
    shared.waiting = [];
    this.feed(shared, waiting);
  }

  /** The candles that the rules look back on, up to now. */
  private async pastOf(run: MarketRun, symbol: string, { document, rules }: Shared): Promise<Bar[]> {
    const { now } = run.session;
    const { timeframe } = document;
    const key = { ownerId: run.historyOwnerId, source: run.identity.source, symbol };
    const past = await this.deps.history.candlesBefore(
      key,
      timeframe,
      istMidnight(now),
      rules.lookBack + MARGIN,
    );
    return [...past, ...run.dayCandles.today(symbol, timeframe, now)];
  }

  /** Apply candles that have closed together. */
  onCandles(closed: readonly ClosedCandle[]): void {
    for (const shared of this.shared.values()) {
      if (shared.stream) this.feed(shared, closed);
      else if (shared.waiting.length < MOST_WAITING) shared.waiting.push(...closed);
    }
  }

  private feed(shared: Shared, closed: readonly ClosedCandle[]): void {
    const { stream, rules, symbol, document } = shared;
    if (!stream) return;
    const own = closed.filter(({ timeframe }) => timeframe === document.timeframe);
    for (const candle of own) if (rules.reads.includes(candle.symbol)) stream.feed(candle.symbol, candle.bar);
    for (const candle of own) {
      if (candle.symbol !== symbol || candle.bar.time <= shared.fedTo) continue;
      shared.fedTo = candle.bar.time;
      const { entry } = stream.next(candle.bar, null);
      for (const ruleId of [...shared.ids])
        this.deps.onSignal(ruleId, entry, candle.endedAt, candle.bar.time);
    }
  }
}

const isWarm = ({ stream, warmFor }: Shared, session: unknown): boolean =>
  stream !== null && warmFor === session;

const newShared = (key: string, userId: number, document: RuleDocument): Shared => ({
  ...{ key, userId, document, symbol: symbolOfDocument(document), rules: compileRules(document) },
  ...{ ids: new Set<number>(), stream: null, fedTo: Number.NEGATIVE_INFINITY, waiting: [], warmFor: null },
});
