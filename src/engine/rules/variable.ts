import type { Timeframe, Variable } from '../../shared/rule-document.ts';
import { newColumn } from '../columns.ts';
import { barAt, type Bar, type Bars } from '../bars.ts';
import type { Traded } from '../instrument.ts';
import { barsPerSession } from './bar-close.ts';
import { PLAIN, type OperandFacts } from './compiled-operand.ts';
import { TRUE, type CompiledCondition } from './condition.ts';
import { SessionLevels } from './session-levels.ts';

/** A variable in both forms. What it reads has smaller numbers than its own. */
export interface CompiledVariable extends OperandFacts {
  /** By bar; NaN where its value is not known. */
  columnOver(operands: readonly Float64Array[], bars: Bars, traded: Traded): Float64Array;
  /** A fresh reader, fed the operand values of one bar after another. */
  streamOver(traded: Traded): (values: Float64Array, bar: Bar) => number;
}

/** A variable's conditions and the operand that it keeps, compiled. */
interface VariableParts {
  readonly when: CompiledCondition;
  readonly reset: CompiledCondition | null;
  /** Number of the operand that is kept; null for a counter. */
  readonly kept: number | null;
  /** Of everything that it reads. */
  readonly operands: readonly OperandFacts[];
}

/** Candles on which a condition held: since the reset, and in the session or among the last so many. */
class Occurrences {
  private readonly variable: Variable;
  /** Levels of the session, which know where it begins; null where candles are counted. */
  private readonly session: SessionLevels | null;
  /** Bars at which the condition held, oldest first. Beside them what was kept. */
  private at: number[] = [];
  private values: number[] = [];
  /** Those that have dropped out at the front. */
  private passed = 0;
  private seen = 0;

  constructor(variable: Variable, timeframe: Timeframe, traded: Traded) {
    this.variable = variable;
    this.session = variable.candles === null ? new SessionLevels(timeframe, traded) : null;
  }

  /** Add a bar; its value of the variable. */
  next(bar: Bar, isReset: boolean, holds: boolean, value: number): number {
    if (this.session?.next(bar) || isReset) this.forget();
    const now = this.seen++;
    if (holds) {
      this.at.push(now);
      this.values.push(value);
    }
    const { candles } = this.variable;
    if (candles !== null) this.dropUntil(now - candles);
    // What was before the first bar of a day that was not seen from its beginning is not known.
    return this.session && !this.session.day ? Number.NaN : this.value();
  }

  private value(): number {
    const { variable, values, passed } = this;
    if (variable.kind === 'counter') return values.length - passed;
    const value = variable.keep === 'last' ? values.at(-1) : values[passed];
    return values.length === passed ? Number.NaN : (value as number);
  }

  private dropUntil(last: number): void {
    while (this.passed < this.at.length && (this.at[this.passed] as number) <= last) this.passed++;
    if (this.passed < MOST_PASSED) return;
    this.at = this.at.slice(this.passed);
    this.values = this.values.slice(this.passed);
    this.passed = 0;
  }

  private forget(): void {
    this.at = [];
    this.values = [];
    this.passed = 0;
  }
}

/** Occurrences that are kept after they have dropped out. */
const MOST_PASSED = 1_000;

/** Compile a variable to be read by series or by bar: its series is the reading of every bar. */
export const compileVariable = (
  variable: Variable,
  timeframe: Timeframe,
  { when, reset, kept, operands: read }: VariableParts,
): CompiledVariable => {
  const span = variable.candles ?? barsPerSession(timeframe);
  const extra = Math.max(when.extraWarmUp, reset?.extraWarmUp ?? 0);
  // The candles of a session are always there.
  const remembered = (variable.candles ?? 1) - 1;
  // A count is too small until so many candles were seen; what is kept is known as soon as it is.
  const isCountOfCandles = variable.kind === 'counter' && variable.candles !== null;
  return {
    ...PLAIN,
    warmUp: Math.max(...read.map(({ warmUp }) => warmUp)) + extra + (isCountOfCandles ? span - 1 : 0),
    lookBack: Math.max(...read.map(({ lookBack }) => lookBack)) + extra + span,
    history: Math.max(...read.map(({ history }) => history)) + extra + remembered,
    longerHistory: Math.max(...read.map(({ longerHistory }) => longerHistory)),
    reach: Math.max(...read.map(({ reach }) => reach)) + extra + remembered,
    columnOver: (operands, bars, traded) => {
      const holds = when.column(operands, bars.length);
      const resets = reset?.column(operands, bars.length);
      const values = kept === null ? null : (operands[kept] as Float64Array);
      const occurrences = new Occurrences(variable, timeframe, traded);
      const out = newColumn(bars.length);
      for (let index = 0; index < bars.length; index++) {
        const isReset = resets?.[index] === TRUE;
        const value = values?.[index] ?? Number.NaN;
        out[index] = occurrences.next(barAt(bars, index), isReset, holds[index] === TRUE, value);
      }
      return out;
    },
    streamOver: (traded) => {
      const whenStream = when.stream();
      const resetStream = reset?.stream();
      const occurrences = new Occurrences(variable, timeframe, traded);
      return (values, bar) => {
        const isReset = resetStream?.(values) === TRUE;
        const value = kept === null ? Number.NaN : (values[kept] as number);
        return occurrences.next(bar, isReset, whenStream(values) === TRUE, value);
      };
    },
  };
};
