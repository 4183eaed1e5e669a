import { type Condition, conditionsOf, type Operand, type RuleDocument } from '../../shared/rule-document.ts';

export type PathPart = string | number;

/** `entry`, `conditions`, `0` → `entry.conditions[0]`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );

/** An operand, and where in its document it stands. */
export type OperandPlace = readonly [path: readonly PathPart[], operand: Operand];

/** Operands of a condition with their paths, in reading order. */
const placesOf = (condition: Condition, path: readonly PathPart[]): OperandPlace[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap((part, index) => placesOf(part, [...path, 'conditions', index]));
    case 'not':
      return placesOf(condition.condition, [...path, 'condition']);
    case 'compare':
      return [
        [[...path, 'left'], condition.left],
        [[...path, 'right'], condition.right],
      ];
    case 'between':
      return [
        [[...path, 'value'], condition.value],
        [[...path, 'low'], condition.low],
        [[...path, 'high'], condition.high],
      ];
  }
};

/** Operands of a document with their paths: those of its conditions, and what a rotation ranks by. */
export const operandPlaces = (document: RuleDocument): OperandPlace[] => [
  ...conditionsOf(document).flatMap(([path, condition]) => placesOf(condition, path)),
  ...(document.rotation ? [[['rotation', 'rankBy'], document.rotation.rankBy] as const] : []),
];

/** Other instruments that the rules of a document read, each once; traded ones may be among them. */
export const instrumentsRead = (document: RuleDocument): string[] => [
  ...new Set(
    operandPlaces(document).flatMap(([, operand]) => ('instrument' in operand && operand.instrument) || []),
  ),
];

/** Instruments whose candles a document needs: those it trades, then those it reads besides. */
export const instrumentsNeeded = (document: RuleDocument): string[] => [
  ...new Set([...document.instruments, ...instrumentsRead(document)]),
];
