import { type LegDocument, LegDocumentSchema } from '../../shared/leg-document.ts';
import {
  RULE_LIMITS,
  RuleDocumentSchema,
  TIMEFRAME_MINUTES,
  conditionsOf,
  isMadeOf,
  operandPlaces,
  type Condition,
  type Operand,
  type RuleDocument,
} from '../../shared/rule-document.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { problemOf } from '../../shared/field-problems.ts';
import { compileRules } from './compile.ts';
import { pathText, type PathPart } from './operand-places.ts';
import { isLevelOfTotal, runningTotalOf } from './running-total.ts';
import { UNIT_LABELS, areComparable, unitOf } from './unit.ts';

type Fault = readonly [path: readonly PathPart[], reason: string];

const LEVEL_OF_TOTAL =
  'is a total that depends on where the candles begin; compare it with itself some candles back instead';
const RANK_OF_TOTAL = 'is a total that depends on where the candles begin; rank by something else';

/** Faults of comparisons between different units: a price with a plain number, for one. */
const unitFaults = (condition: Condition, path: readonly PathPart[], document: RuleDocument): Fault[] => {
  const { variables } = document;
  const mismatch = (name: string, first: Operand, second: Operand): Fault[] => {
    if (isLevelOfTotal(first, second, document)) return [[[...path, name], LEVEL_OF_TOTAL]];
    if (areComparable(first, second, variables)) return [];
    const [a, b] = [unitOf(first, variables), unitOf(second, variables)];
    const isPlainPrice = (a === 'price' && b === 'number') || (a === 'number' && b === 'price');
    const reason = isPlainPrice
      ? `compares ${UNIT_LABELS[a]} with ${UNIT_LABELS[b]}; give the number in rupees`
      : `compares ${UNIT_LABELS[a]} with ${UNIT_LABELS[b]}`;
    return [[[...path, name], reason]];
  };
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.flatMap((part, index) =>
        unitFaults(part, [...path, 'conditions', index], document),
      );
    case 'not':
      return unitFaults(condition.condition, [...path, 'condition'], document);
    case 'compare':
      return mismatch('right', condition.left, condition.right);
    case 'between':
      return [
        ...mismatch('low', condition.value, condition.low),
        ...mismatch('high', condition.value, condition.high),
      ];
  }
};

/** Faults of an operand by itself, on the candles of its document. */
const operandFaults = (operand: Operand, path: readonly PathPart[], document: RuleDocument): Fault[] => {
  const { timeframe } = document;
  if ('timeframe' in operand && operand.timeframe && !isMadeOf(operand.timeframe, timeframe))
    return [
      [
        [...path, 'timeframe'],
        `must be longer than ${timeframe}, the timeframe of the rules, and a multiple of it`,
      ],
    ];
  if ('instrument' in operand && operand.instrument && path[0] === 'rotation')
    return [[[...path, 'instrument'], 'must be left out: each instrument is ranked by its own candles']];
  if (operand.kind !== 'opening-range') return [];
  if (timeframe === '1d') return [[path, 'needs candles shorter than a day']];
  const length = TIMEFRAME_MINUTES[timeframe];
  return operand.minutes % length === 0
    ? []
    : [[[...path, 'minutes'], `must be whole candles: a multiple of ${length} minutes`]];
};

/** Faults of variables by themselves, on the candles of their document. */
const variableFaults = ({ timeframe, variables = [] }: RuleDocument): Fault[] =>
  variables.flatMap(({ candles }, at): Fault[] =>
    timeframe === '1d' && candles === null
      ? [[['variables', at, 'candles'], 'is missing: a day is one candle, so say how many count']]
      : [],
  );

/** Faults of what a rotation ranks by. */
const rankFaults = (document: RuleDocument): Fault[] =>
  document.rotation && runningTotalOf(document.rotation.rankBy, document) !== null
    ? [[['rotation', 'rankBy'], RANK_OF_TOTAL]]
    : [];

const meaningFaults = (document: RuleDocument): Fault[] => {
  const units = conditionsOf(document).flatMap(([path, condition]) => unitFaults(condition, path, document));
  const operands = operandPlaces(document);
  const faults = [
    ...units,
    ...operands.flatMap(([path, operand]) => operandFaults(operand, path, document)),
    ...variableFaults(document),
    ...rankFaults(document),
  ];
  const { history } = compileRules(document);
  if (history <= RULE_LIMITS.lookBack) return faults;
  const reason = `needs ${history} candles of history; at most ${RULE_LIMITS.lookBack} can be asked for`;
  return [...faults, [['entry'], reason]];
};

const faultOf = (issue: Parameters<typeof problemOf>[0]): Fault => [
  issue.path.map((part) => (typeof part === 'symbol' ? '' : part)),
  problemOf(issue),
];

const refuse = (faults: readonly Fault[]): Result<never> => {
  const fields: Record<string, string> = {};
  for (const [path, reason] of faults) fields[pathText(path) || 'rules'] ??= reason;
  const [[path, reason] = ['', '']] = Object.entries(fields);
  const sentence =
    faults.length > 1
      ? `The rules cannot be used: ${path}: ${reason} (and ${faults.length - 1} more).`
      : `The rules cannot be used: ${path}: ${reason}.`;
  return fail('invalid', sentence, { fields });
};

/**
 * A rule document out of anything, with every default filled in. Refused (`invalid`) with the reason in words under
 * the path of each fault in `fields`, such as `entry.conditions[1].left.indicator.period: must be at least 1`. Beyond
 * the schema it refuses comparisons of unlike things and rules that look back further than the limit.
 */
export const parseRuleDocument = (input: unknown): Result<RuleDocument> => {
  const parsed = RuleDocumentSchema.safeParse(input, { reportInput: true });
  if (!parsed.success) return refuse(parsed.error.issues.map(faultOf));
  const faults = meaningFaults(parsed.data);
  return faults.length > 0 ? refuse(faults) : succeed(parsed.data);
};

/** A document with legs out of anything, with every default filled in. Refused as a rule document is. */
export const parseLegDocument = (input: unknown): Result<LegDocument> => {
  const parsed = LegDocumentSchema.safeParse(input, { reportInput: true });
  return parsed.success ? succeed(parsed.data) : refuse(parsed.error.issues.map(faultOf));
};
