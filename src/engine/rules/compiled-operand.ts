import { newColumn } from '../columns.ts';
import { barAt, type Bar, type Bars } from '../bars.ts';
import type { Traded } from '../instrument.ts';
import type { SharedSeries } from '../indicators/shared-series.ts';
import type { PositionState, TodayState } from './compiled-rules.ts';

/** Reads one operand bar by bar. */
export type OperandStream = (bar: Bar, position: PositionState | null, today?: TodayState) => number;

/** Needs of an operand. */
export interface OperandFacts {
  readonly warmUp: number;
  readonly lookBack: number;
  /** Candles of history that it needs. They are those of its warm-up, and those that variables remember. */
  readonly history: number;
  /** The same of longer candles, counted in these. */
  readonly longerHistory: number;
  /** Both in the rules' own candles. Longer ones are made of these. */
  readonly reach: number;
  readonly needsVolume: boolean;
  readonly usesPosition: boolean;
}

/** One operand in both forms; NaN where its value is not known. */
export interface CompiledOperand extends OperandFacts {
  column(bars: Bars, shared: SharedSeries, traded: Traded): Float64Array;
  stream(traded: Traded): OperandStream;
}

/** An operand that needs nothing but the bar itself. */
export const PLAIN = {
  ...{ warmUp: 0, lookBack: 0, history: 0, longerHistory: 0, reach: 0 },
  ...{ needsVolume: false, usesPosition: false },
} as const;

/** An operand that has one form, read bar by bar: its series is that, asked of every bar. Known by `key` where shared. */
export const byBar = (
  key: string,
  lookBack: number,
  stream: (traded: Traded) => (bar: Bar) => number,
): CompiledOperand => ({
  ...PLAIN,
  lookBack,
  column: (bars, shared, traded) =>
    shared.once(key, () => {
      const read = stream(traded);
      const out = newColumn(bars.length);
      for (let index = 0; index < bars.length; index++) out[index] = read(barAt(bars, index));
      return out;
    }),
  stream,
});
