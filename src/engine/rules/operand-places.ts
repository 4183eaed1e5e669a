import { operandPlaces, type RuleDocument } from '../../shared/rule-document.ts';

export type PathPart = string | number;

/** `entry`, `conditions`, `0` → `entry.conditions[0]`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );

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
