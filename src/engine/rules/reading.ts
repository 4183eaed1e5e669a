import type { Condition, Operand } from '../../shared/rule-document.ts';
import { FALSE, TRUE, type Truth } from './condition.ts';

/** An operand with its value; null while it is not known. */
export interface OperandReading {
  readonly operand: Operand;
  /** In paise where it is a price or money. */
  readonly value: number | null;
}

/** A condition or a group of them at a bar. */
export interface ConditionReading {
  readonly condition: Condition;
  /** Groups that it stands in. */
  readonly depth: number;
  /** Null while that is not known. */
  readonly holds: boolean | null;
  /** Of a comparison, in reading order; none of a group. */
  readonly operands: readonly OperandReading[];
}

const operandsOf = (condition: Condition): readonly Operand[] => {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right];
    case 'between':
      return [condition.value, condition.low, condition.high];
    default:
      return [];
  }
};

const partsOf = (condition: Condition): readonly Condition[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions;
    case 'not':
      return [condition.condition];
    default:
      return [];
  }
};

const holdsAs = (truth: Truth | undefined): boolean | null =>
  truth === TRUE ? true : truth === FALSE ? false : null;

/**
 * Every part of a condition with its values. A group stands before what it is made of. `seen` is what a stream or a column
 * of the condition wrote down; before its first bar nothing is known.
 */
export const readCondition = (
  condition: Condition,
  seen: readonly Truth[],
  valueOf: (operand: Operand) => number,
): ConditionReading[] => {
  const readings: ConditionReading[] = [];
  const read = (part: Condition, depth: number): void => {
    readings.push({
      condition: part,
      depth,
      holds: holdsAs(seen[readings.length]),
      operands: operandsOf(part).map((operand) => {
        const value = valueOf(operand);
        return { operand, value: Number.isFinite(value) ? value : null };
      }),
    });
    for (const inner of partsOf(part)) read(inner, depth + 1);
  };
  read(condition, 0);
  return readings;
};

/**
 * Parts of a condition that hold or do not, in reading order. Groups are taken apart; what is negated is one part, with
 * all its operands.
 */
export const entryParts = (readings: readonly ConditionReading[]): ConditionReading[] => {
  const parts: ConditionReading[] = [];
  for (let at = 0; at < readings.length;) {
    const part = readings[at++] as ConditionReading;
    if (part.condition.kind === 'all' || part.condition.kind === 'any') continue;
    const operands = [...part.operands];
    for (let inner = readings[at]; inner && inner.depth > part.depth; inner = readings[++at])
      operands.push(...inner.operands);
    parts.push({ ...part, operands });
  }
  return parts;
};

/** The parts of a condition without values, as `entryParts` has them. */
export const unreadParts = (condition: Condition): ConditionReading[] =>
  entryParts(readCondition(condition, [], () => Number.NaN));
