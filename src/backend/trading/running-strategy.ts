import { dayNumber } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import { DayTally, StrategyRuntime } from '../../engine/trading/strategy-runtime.ts';
import type { StrategyRow } from '../db/schema.ts';
import { candleStart } from '../market/candle-aggregate.ts';
import { tradedAs } from '../market/instrument-master.ts';
import type { StrategyIdentity } from './announce.ts';
import { effectiveRules } from './effective-rules.ts';
import { type Evaluation, evaluationOf } from './shared-evaluations.ts';

/** A strategy under evaluation, with its history on the run and today. */
export class RunningStrategy extends StrategyRuntime {
  readonly row: StrategyRow;
  readonly identity: StrategyIdentity;
  /** Realised net result on this run so far, paise. */
  realised = 0;
  /** The least amount that a rotation buys for, paise. A purchase that the cash cuts down further is not made. */
  leastPurchase = 0;
  private readonly tally = new DayTally();
  private readonly reportedRefusals = new Set<string>();

  readonly evaluation: Evaluation;
  /** Instruments whose candles it needs: those it trades, and those that its rules read. */
  readonly watched: readonly string[];

  constructor(
    row: StrategyRow,
    isHouse: boolean,
    evaluation: Evaluation = evaluationOf(compileRules(effectiveRules(row))),
  ) {
    const { rules, streamOf } = evaluation;
    super(rules, streamOf, (symbol, time) =>
      candleStart(time, rules.document.timeframe, tradedAs(symbol).kind),
    );
    this.evaluation = evaluation;
    this.watched = instrumentsNeeded(rules.document);
    this.row = row;
    this.identity = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse };
  }

  /** The current day's tally; a new day begins with an empty one. */
  today(now: number): DayTally {
    if (this.tally.turnTo(dayNumber(now))) this.reportedRefusals.clear();
    return this.tally;
  }

  /** Whether this refusal is news: the same one is told once a day, not at every bar. */
  isNewRefusal(symbol: string, reason: string): boolean {
    const key = `${symbol}: ${reason}`;
    if (this.reportedRefusals.has(key)) return false;
    this.reportedRefusals.add(key);
    return true;
  }
}
