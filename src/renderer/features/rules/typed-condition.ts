import { factsOf, type Indicator, IndicatorSchema, startOf } from '../../../shared/indicators/indicators.ts';
import type { Condition, Operand } from '../../../shared/rule-document.ts';
import type { ConditionCommand, TypedSide } from '../../state/command.ts';
import { PRICE_LABELS } from '../indicators/catalogue.ts';
import { STARTING_OPERANDS } from './starters.ts';
import { inUnitOf } from './watched-rules.ts';

/** Names of an indicator's numbers, in the order of their typing. */
const numberNames = (start: object): string[] =>
  Object.entries(start).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'number' ? [name] : [],
  );

/** An indicator with the typed numbers; null where it does not take them. */
const indicatorOf = ({ name, numbers }: Extract<TypedSide, { kind: 'indicator' }>): Indicator | null => {
  const start = startOf(name);
  const names = numberNames(start);
  if (numbers.length > names.length) return null;
  const given = Object.fromEntries(numbers.map((number, at) => [names[at] ?? '', number] as const));
  return IndicatorSchema.safeParse({ ...start, ...given }).data ?? null;
};

const operandOf = (side: TypedSide): Operand | null => {
  if (side.kind === 'close') return STARTING_OPERANDS.price;
  if (side.kind === 'number') return { kind: 'constant', value: side.value, unit: 'number' };
  const indicator = indicatorOf(side);
  return indicator && { kind: 'indicator', indicator, offset: 0 };
};

/** An operand whose direction is meant as its line: what is compared with a price is one. */
const asLine = (operand: Operand, other: Operand): Operand =>
  operand.kind === 'indicator' &&
  'output' in operand.indicator &&
  operand.indicator.output === 'direction' &&
  other.kind !== 'constant'
    ? { ...operand, indicator: { ...operand.indicator, output: 'line' } }
    : operand;

/** The condition of a typed command; null where an indicator does not take its numbers. */
export const typedCondition = ({ left, operator, right }: ConditionCommand): Condition | null => {
  const [first, second] = [operandOf(left), operandOf(right)];
  if (!first || !second) return null;
  const own = asLine(first, second);
  return { kind: 'compare', left: own, operator, right: inUnitOf(own, asLine(second, first)), forBars: 1 };
};

/** A side as it is read back: `RSI(14)`. */
export const typedSideText = (side: TypedSide): string => {
  if (side.kind === 'close') return PRICE_LABELS.close;
  if (side.kind === 'number') return String(side.value);
  const { short, start } = factsOf(side.name);
  const numbers = numberNames(start).map((name, at) => side.numbers[at] ?? start[name]);
  return numbers.length === 0 ? short : `${short}(${numbers.join(', ')})`;
};
