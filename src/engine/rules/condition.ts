import type { Comparison, Condition, Operand } from '../../shared/rule-document.ts';

/**
 * The truth values of conditions: three, since an operand may be unknown. An indicator may be warming up, or the profit
 * may be that of a position that is not there. What is not known is never acted upon: `not` of it is not known either.
 * Ordered like this, `all` is the minimum, `any` the maximum and `not` the mirror image (Kleene's strong logic).
 */
export const FALSE = 0;
const UNKNOWN = 1;
export const TRUE = 2;
export type Truth = typeof FALSE | typeof UNKNOWN | typeof TRUE;

/** Columns of operand values by operand number. */
type OperandColumns = readonly Float64Array[];

/** A condition in both forms over numbered operands. */
export interface CompiledCondition {
  /** Bars beyond the warm-up of its operands before it has an answer. */
  readonly extraWarmUp: number;
  /**
   * A `Truth` for every bar. Into `seen` it writes what each part of the condition is at the last one, a group before what
   * it is made of.
   */
  column(operands: OperandColumns, length: number, seen?: Truth[]): Uint8Array;
  /**
   * A fresh reader, fed the operand values of one bar after another. Into `seen` it writes what each part of the
   * condition was at the latest bar, a group before what it is made of.
   */
  stream(seen?: Truth[]): (values: Float64Array) => Truth;
}

const truthOf = (holds: boolean): Truth => (holds ? TRUE : FALSE);

type PlainComparison = Exclude<Comparison, `crosses-${string}`>;

const compareNow = (operator: PlainComparison, left: number, right: number): Truth => {
  if (Number.isNaN(left) || Number.isNaN(right)) return UNKNOWN;
  switch (operator) {
    case '>':
      return truthOf(left > right);
    case '<':
      return truthOf(left < right);
    case '>=':
      return truthOf(left >= right);
    case '<=':
      return truthOf(left <= right);
  }
};

/** `a > b` or, without `isStrict`, `a >= b` at every bar; where neither it nor its opposite holds, one is not known. */
const greaterColumn = (a: Float64Array, b: Float64Array, isStrict: boolean, length: number): Uint8Array => {
  const out = new Uint8Array(length);
  if (isStrict)
    for (let index = 0; index < length; index++) {
      const x = a[index] as number;
      const y = b[index] as number;
      out[index] = x > y ? TRUE : x <= y ? FALSE : UNKNOWN;
    }
  else
    for (let index = 0; index < length; index++) {
      const x = a[index] as number;
      const y = b[index] as number;
      out[index] = x >= y ? TRUE : x < y ? FALSE : UNKNOWN;
    }
  return out;
};

/** `sign` 1: from at or below to above; −1: from at or above to below. */
const crossNow = (sign: 1 | -1, before: number, now: number): Truth => {
  if (Number.isNaN(before) || Number.isNaN(now)) return UNKNOWN;
  return truthOf(sign * before <= 0 && sign * now > 0);
};

const comparison = (operator: Comparison, left: number, right: number): CompiledCondition => {
  if (operator === 'crosses-above' || operator === 'crosses-below')
    return crossing(operator === 'crosses-above' ? 1 : -1, left, right);
  return {
    extraWarmUp: 0,
    column: (operands, length) => {
      const a = operands[left] as Float64Array;
      const b = operands[right] as Float64Array;
      const isStrict = operator === '>' || operator === '<';
      const isTurned = operator === '<' || operator === '<=';
      return isTurned ? greaterColumn(b, a, isStrict, length) : greaterColumn(a, b, isStrict, length);
    },
    stream: () => (values) => compareNow(operator, values[left] as number, values[right] as number),
  };
};

const crossing = (sign: 1 | -1, left: number, right: number): CompiledCondition => ({
  extraWarmUp: 1,
  column: (operands, length) => {
    const a = operands[left] as Float64Array;
    const b = operands[right] as Float64Array;
    const out = new Uint8Array(length);
    let before = Number.NaN;
    for (let index = 0; index < length; index++) {
      const now = (a[index] as number) - (b[index] as number);
      out[index] = crossNow(sign, before, now);
      before = now;
    }
    return out;
  },
  stream: () => {
    let before = Number.NaN;
    return (values) => {
      const now = (values[left] as number) - (values[right] as number);
      const truth = crossNow(sign, before, now);
      before = now;
      return truth;
    };
  },
});

/** Both ends included. */
const between = (value: number, low: number, high: number): CompiledCondition =>
  merged([comparison('>=', value, low), comparison('<=', value, high)], Math.min);

const merged = (
  parts: readonly CompiledCondition[],
  merge: typeof Math.min | typeof Math.max,
): CompiledCondition => ({
  extraWarmUp: Math.max(...parts.map((part) => part.extraWarmUp)),
  column: (operands, length, seen) =>
    parts
      .map((part) => part.column(operands, length, seen))
      .reduce((all, column) => {
        const isLowest = merge === Math.min;
        for (let index = 0; index < length; index++) {
          const a = all[index] as number;
          const b = column[index] as number;
          all[index] = isLowest === a < b ? a : b;
        }
        return all;
      }),
  stream: (seen) => {
    const streams = parts.map((part) => part.stream(seen));
    // Every part must see every bar, so nothing is cut short.
    return (values) => streams.map((stream) => stream(values)).reduce((a, b) => merge(a, b) as Truth);
  },
});

const negated = (part: CompiledCondition): CompiledCondition => ({
  ...part,
  column: (operands, length, seen) => {
    const out = part.column(operands, length, seen);
    for (let index = 0; index < length; index++) out[index] = TRUE - (out[index] as number);
    return out;
  },
  stream: (seen) => {
    const stream = part.stream(seen);
    return (values) => (TRUE - stream(values)) as Truth;
  },
});

/** Must have held on `bars` bars in a row; bars before the first are not known. */
const held = (part: CompiledCondition, bars: number): CompiledCondition => {
  if (bars === 1) return part;
  return {
    extraWarmUp: part.extraWarmUp + bars - 1,
    column: (operands, length) => {
      // The least truth of a window of bars, from windows that double until they are as long as wanted.
      const out = part.column(operands, length);
      for (let window = 1; window < bars;) {
        const step = Math.min(window, bars - window);
        for (let index = length - 1; index >= step; index--) {
          const earlier = out[index - step] as number;
          if (earlier < (out[index] as number)) out[index] = earlier;
        }
        for (let index = Math.min(step, length) - 1; index >= 0; index--)
          if (out[index] === TRUE) out[index] = UNKNOWN;
        window += step;
      }
      return out;
    },
    stream: () => {
      const stream = part.stream();
      let sinceFalse = Infinity;
      let sinceUnknown = 0;
      return (values) => {
        const truth = stream(values);
        sinceFalse = truth === FALSE ? 0 : sinceFalse + 1;
        sinceUnknown = truth === UNKNOWN ? 0 : sinceUnknown + 1;
        if (sinceFalse < bars) return FALSE;
        return sinceUnknown < bars ? UNKNOWN : TRUE;
      };
    },
  };
};

/** The same condition, which notes its truth where asked. */
const noted = (part: CompiledCondition): CompiledCondition => ({
  ...part,
  column: (operands, length, seen) => {
    const place = seen ? seen.push(UNKNOWN) - 1 : 0;
    const out = part.column(operands, length, seen);
    if (seen) seen[place] = (out[length - 1] ?? UNKNOWN) as Truth;
    return out;
  },
  stream: (seen) => {
    if (!seen) return part.stream();
    const place = seen.push(UNKNOWN) - 1;
    const stream = part.stream(seen);
    return (values) => (seen[place] = stream(values));
  },
});

/** A condition over operands that `numberOf` gives numbers to. */
export const compileCondition = (
  condition: Condition,
  numberOf: (operand: Operand) => number,
): CompiledCondition => noted(compilePart(condition, numberOf));

const compilePart = (condition: Condition, numberOf: (operand: Operand) => number): CompiledCondition => {
  switch (condition.kind) {
    case 'compare':
      return held(
        comparison(condition.operator, numberOf(condition.left), numberOf(condition.right)),
        condition.forBars,
      );
    case 'between':
      return held(
        between(numberOf(condition.value), numberOf(condition.low), numberOf(condition.high)),
        condition.forBars,
      );
    case 'all':
    case 'any':
      return merged(
        condition.conditions.map((part) => compileCondition(part, numberOf)),
        condition.kind === 'all' ? Math.min : Math.max,
      );
    case 'not':
      return negated(compileCondition(condition.condition, numberOf));
  }
};
