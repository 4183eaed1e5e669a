import { type Bar, dayNumber } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type {
  CompiledRules,
  EntryReading,
  PositionState,
  RuleSignal,
  RuleStream,
} from '../../engine/rules/compiled-rules.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** Signals that are kept at least; more while a copy is still to come to them. */
const REMEMBERED = 8;

/** Of a signal that nothing is decided on. */
const NO_DECISION = { entry: false, exit: false, reverseEntry: false, reverseExit: false } as const;

/** One stream for all copies of the same rules. It serves rules alone that do not ask about a position. */
class SharedStream {
  private readonly fresh: () => RuleStream;
  private readonly stream: RuleStream;
  private readonly copies = new Set<StreamOfCopy>();
  private readonly recent: { readonly time: number; readonly signal: RuleSignal }[] = [];
  /** Signals at which the slowest copy is looked for. */
  private full = 2 * REMEMBERED;

  constructor(fresh: () => RuleStream) {
    this.fresh = fresh;
    this.stream = fresh();
  }

  join(): StreamOfCopy {
    const copy = new StreamOfCopy(this);
    this.copies.add(copy);
    return copy;
  }

  leave(copy: StreamOfCopy): void {
    this.copies.delete(copy);
  }

  /** Every copy feeds what the rules read of others; the stream itself passes over what it has had. */
  feed(symbol: string, bar: Bar): void {
    this.stream.feed(symbol, bar);
  }

  /** The part of the past to feed a copy. */
  unfed(past: readonly Bar[], copy: StreamOfCopy): readonly Bar[] {
    const [first, last, known] = [past[0], past.at(-1), this.recent.at(-1)];
    if (!first || !last || !known) return past;
    // Between lie bars that no copy has come to, and some may yet.
    if (first.time > known.time) {
      copy.own = this.fresh();
      this.leave(copy);
      return past;
    }
    return last.time > known.time ? past : lastOfTwoDays(past, last);
  }

  latest(): EntryReading {
    return this.stream.latest();
  }

  next(bar: Bar): RuleSignal {
    const last = this.recent.at(-1);
    if (!last || bar.time > last.time) {
      const signal = this.stream.next(bar, null);
      this.recent.push({ time: bar.time, signal });
      if (this.recent.length > this.full) this.forget();
      return signal;
    }
    const known = this.recent.findLast(({ time }) => time === bar.time);
    // Of the further past, which a copy that starts later is fed, nothing is acted on.
    return known?.signal ?? { ...last.signal, ...NO_DECISION };
  }

  /** Forget what every copy has come to. */
  private forget(): void {
    let slowest = Infinity;
    for (const { cameTo } of this.copies) slowest = Math.min(slowest, cameTo);
    const wanted = this.recent.findIndex(({ time }) => time > slowest);
    const most = this.recent.length - REMEMBERED;
    this.recent.splice(0, wanted === -1 ? most : Math.min(wanted, most));
    this.full = 2 * Math.max(this.recent.length, REMEMBERED);
  }
}

/**
 * The shared stream as one copy comes to its bars. The first copy at a bar has it evaluated; the others get the same
 * signal, however much later they come.
 */
class StreamOfCopy implements RuleStream {
  /** Stream that this copy shares with none. */
  own: RuleStream | null = null;
  /** Time of its latest bar, ms. */
  cameTo = -Infinity;
  private readonly shared: SharedStream;

  constructor(shared: SharedStream) {
    this.shared = shared;
  }

  unfed(past: readonly Bar[]): readonly Bar[] {
    return this.shared.unfed(past, this);
  }

  feed(symbol: string, bar: Bar): void {
    (this.own ?? this.shared).feed(symbol, bar);
  }

  next(bar: Bar, position: PositionState | null): RuleSignal {
    if (this.own) return this.own.next(bar, position);
    const signal = this.shared.next(bar);
    this.cameTo = bar.time;
    return signal;
  }

  latest(): EntryReading {
    return (this.own ?? this.shared).latest();
  }

  leave(): void {
    this.shared.leave(this);
  }
}

/** The last bar, after the last of an earlier day. A strategy itself remembers no more of the past. */
const lastOfTwoDays = (past: readonly Bar[], last: Bar): Bar[] => {
  const before = past.findLast(({ time }) => dayNumber(time) !== dayNumber(last.time));
  return before ? [before, last] : [last];
};

/** Rules made ready, with a stream for each of their instruments. */
export interface Evaluation {
  readonly rules: CompiledRules;
  readonly streamOf: (symbol: string) => RuleStream;
  /** The part of the past to feed a strategy, oldest first. To be asked before it is fed any. */
  readonly unfed: (symbol: string, past: readonly Bar[]) => readonly Bar[];
}

/** Evaluation of one of the copies that share one. */
class CopyEvaluation implements Evaluation {
  readonly rules: CompiledRules;
  readonly shared: Shared;
  private readonly streams: ReadonlyMap<string, StreamOfCopy>;

  constructor(shared: Shared) {
    this.rules = shared.rules;
    this.shared = shared;
    this.streams = new Map([...shared.streams].map(([symbol, stream]) => [symbol, stream.join()]));
  }

  readonly streamOf = (symbol: string): RuleStream =>
    this.streams.get(symbol) ?? this.rules.stream(tradedAs(symbol), tradedAs);

  readonly unfed = (symbol: string, past: readonly Bar[]): readonly Bar[] =>
    this.streams.get(symbol)?.unfed(past) ?? past;

  leave(): void {
    for (const stream of this.streams.values()) stream.leave();
  }
}

interface Shared {
  readonly key: string;
  readonly rules: CompiledRules;
  readonly streams: ReadonlyMap<string, SharedStream>;
  /** Copies that are fed every candle of it; without one its streams would fall behind. */
  copies: number;
}

/**
 * Evaluations that copies of one document share on one feed. Positions, tallies and refusals stay with each strategy.
 */
export class SharedEvaluations {
  private readonly shared = new Map<string, Shared>();

  /** Evaluations that are shared now. */
  get size(): number {
    return this.shared.size;
  }

  /** The evaluation of rules, for one strategy more. Every `join` is followed by one `leave`. */
  join(document: RuleDocument): Evaluation {
    const key = JSON.stringify(document);
    let shared = this.shared.get(key);
    if (!shared) {
      const rules = compileRules(document);
      if (rules.usesPosition) return evaluationOf(rules);
      const streams = new Map(
        document.instruments.map((symbol) => [
          symbol,
          new SharedStream(() => rules.stream(tradedAs(symbol), tradedAs)),
        ]),
      );
      shared = { key, rules, streams, copies: 0 };
      this.shared.set(key, shared);
    }
    shared.copies++;
    return new CopyEvaluation(shared);
  }

  /** A strategy is fed no more. What nobody is fed is forgotten, since it would miss the candles until the next. */
  leave(evaluation: Evaluation): void {
    if (!(evaluation instanceof CopyEvaluation)) return;
    evaluation.leave();
    const { shared } = evaluation;
    if (--shared.copies === 0) this.shared.delete(shared.key);
  }
}

/** An evaluation of its own. */
export const evaluationOf = (rules: CompiledRules): Evaluation => ({
  rules,
  streamOf: (symbol) => rules.stream(tradedAs(symbol), tradedAs),
  unfed: (_symbol, past) => past,
});
