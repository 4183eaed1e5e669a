import { type Bar, dayNumber } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type {
  CompiledRules,
  PositionState,
  RuleSignal,
  RuleStream,
} from '../../engine/rules/compiled-rules.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { tradedAs } from '../market/instrument-master.ts';

/** Signals that are kept for copies that come a little later. */
const REMEMBERED = 8;

/**
 * One stream for all copies of the same rules. The first that comes to a bar has it evaluated, the others are handed the
 * same signal. So it serves rules alone that do not ask about a position.
 */
class SharedStream implements RuleStream {
  private readonly fresh: () => RuleStream;
  private stream: RuleStream;
  private readonly recent: { readonly time: number; readonly signal: RuleSignal }[] = [];

  constructor(fresh: () => RuleStream) {
    this.fresh = fresh;
    this.stream = fresh();
  }

  /** The part of the past to feed a copy. */
  unfed(past: readonly Bar[]): readonly Bar[] {
    const [first, last, known] = [past[0], past.at(-1), this.recent.at(-1)];
    if (!first || !last || !known) return past;
    // Between lie bars that no copy has come to.
    if (first.time > known.time) this.stream = this.fresh();
    return last.time > known.time ? past : lastOfTwoDays(past, last);
  }

  next(bar: Bar, position: PositionState | null): RuleSignal {
    const last = this.recent.at(-1);
    if (!last || bar.time > last.time) {
      const signal = this.stream.next(bar, position);
      this.recent.push({ time: bar.time, signal });
      if (this.recent.length > REMEMBERED) this.recent.shift();
      return signal;
    }
    const known = this.recent.find(({ time }) => time === bar.time);
    // Of the further past, which a copy that starts later is fed, nothing is acted on.
    return known?.signal ?? { ...last.signal, entry: false, exit: false };
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

interface Shared extends Evaluation {
  readonly key: string;
  /** Strategies that are fed every candle of it; without one its streams would fall behind. */
  users: number;
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
    let evaluation = this.shared.get(key);
    if (!evaluation) {
      const rules = compileRules(document);
      if (rules.usesPosition) return evaluationOf(rules);
      const streams = new Map(
        document.instruments.map((symbol) => [
          symbol,
          new SharedStream(() => rules.stream(tradedAs(symbol))),
        ]),
      );
      const streamOf = (symbol: string) => streams.get(symbol) ?? rules.stream(tradedAs(symbol));
      const unfed: Evaluation['unfed'] = (symbol, past) => streams.get(symbol)?.unfed(past) ?? past;
      evaluation = { key, rules, streamOf, unfed, users: 0 };
      this.shared.set(key, evaluation);
    }
    evaluation.users++;
    return evaluation;
  }

  /** A strategy is fed no more. What nobody is fed is forgotten, since it would miss the candles until the next. */
  leave(evaluation: Evaluation): void {
    if ('key' in evaluation && --(evaluation as Shared).users === 0)
      this.shared.delete((evaluation as Shared).key);
  }
}

/** An evaluation of its own. */
export const evaluationOf = (rules: CompiledRules): Evaluation => ({
  rules,
  streamOf: (symbol) => rules.stream(tradedAs(symbol)),
  unfed: (_symbol, past) => past,
});
