import { factsOf, type IndicatorName } from '../../shared/indicators/indicators.ts';
import { nodesAlong, pathParts } from './document-path.ts';

const FIELD_LABELS: Readonly<Record<string, string>> = {
  period: 'length',
  fast: 'fast length',
  slow: 'slow length',
  signal: 'signal length',
  kPeriod: '%K length',
  kSmoothing: '%K smoothing',
  dPeriod: '%D length',
  atrPeriod: 'ATR length',
  deviations: 'deviations',
  multiplier: 'multiplier',
  multiple: 'ATR multiple',
  step: 'step',
  maximum: 'maximum',
  value: 'level',
  rupees: 'rupees',
  percent: 'percent',
  quantity: 'quantity',
  offset: 'offset',
  forBars: 'candles in a row',
  hold: 'holdings',
  maxEntries: 'entries at once',
  maxTradesPerDay: 'trades a day',
  minutes: 'minutes',
  candles: 'candles',
};

const PART_LABELS: Readonly<Record<string, string>> = {
  stopLoss: 'stop-loss',
  target: 'target',
  trailing: 'trailing stop',
  partialExits: 'partial exit',
  size: 'position size',
};

/** Parts with conditions or a ranking in them: named behind what they hold. */
const PLACE_LABELS: Readonly<Record<string, string>> = { entry: 'entry', exit: 'exit', rotation: 'ranking' };

const fieldOf = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[name] : undefined;

/** Kinds of operands that are their own name. */
const NAMED: ReadonlySet<unknown> = new Set(['opening-range', 'minutes-since-open', 'days-to-expiry']);

/** The name of an operand: its indicator, or what kind of thing it is. */
const nameOf = (operand: unknown): string | null => {
  const name = fieldOf(fieldOf(operand, 'indicator'), 'name');
  if (typeof name === 'string') return factsOf(name as IndicatorName).short;
  const kind = fieldOf(operand, 'kind');
  if (kind === 'variable') return String(fieldOf(operand, 'name'));
  const said = fieldOf(operand, 'field') ?? fieldOf(operand, 'level') ?? (NAMED.has(kind) ? kind : null);
  return typeof said === 'string' ? said.replaceAll('-', ' ') : null;
};

/** By side of a comparison: its other side, and its name. The name tells the two apart. */
const SIDES: Readonly<Record<string, readonly [other: string, text: string]>> = {
  left: ['right', 'left'],
  right: ['left', 'right'],
  low: ['value', 'lower'],
  high: ['value', 'upper'],
};

/** Owner of a number: an indicator, or for a level what is compared with it; and which side it is on. */
const ownerOf = (
  parts: readonly string[],
  nodes: readonly unknown[],
): { readonly name: string | null; readonly side: string | null } => {
  const at = parts.findLastIndex((part) => part in SIDES);
  const operandAt = at < 0 ? parts.indexOf('rankBy') : at;
  if (operandAt < 0) return { name: null, side: null };
  const name = nameOf(nodes[operandAt + 1]);
  const [other = '', text = null] = SIDES[parts[operandAt] as string] ?? [];
  const otherName = nameOf(fieldOf(nodes[operandAt], other));
  // The two ends of a range are always told apart, two sides only where they bear the same name.
  const isAmbiguous = name === otherName || other === 'value';
  return { name: name ?? otherName, side: isAmbiguous ? text : null };
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const fieldText = (last: string, owner: unknown): string => {
  const isPercent = last === 'value' && fieldOf(owner, 'kind') === 'percent';
  return isPercent ? 'percent' : (FIELD_LABELS[last] ?? last);
};

/** Conditions, a ranking or a variable that a number stands in. */
const placeOf = (nodes: readonly unknown[], isReverse: boolean, first: string): string | undefined => {
  if (isReverse) return `other side's ${first}`;
  return first === 'variables' ? `variable ${String(fieldOf(nodes[2], 'name'))}` : PLACE_LABELS[first];
};

/**
 * A trader's name for a document's number, such as "EMA length (entry)". Two of the same indicator that are compared
 * with each other are told apart as left and right.
 */
export const parameterLabel = (document: unknown, path: string): string => {
  const parts = pathParts(path);
  const nodes = nodesAlong(document, parts);
  // A condition of the other side is named as such: `reverse.entry.…`.
  const isReverse = parts[0] === 'reverse';
  const first = (isReverse ? parts[1] : parts[0]) ?? '';
  const { name, side } = ownerOf(parts, nodes);
  const field = fieldText(parts.at(-1) as string, nodes.at(-2));
  const listAt = parts.findLastIndex((part) => part === 'conditions' || part === 'partialExits');
  const number = listAt < 0 ? null : Number(parts[listAt + 1]) + 1;
  const part = PART_LABELS[first];
  if (part) return capital([part, number, field].filter((text) => text !== null).join(' '));
  const place = placeOf(nodes, isReverse, first);
  const where = [place, number === null ? null : `condition ${number}`, side].filter(
    (text) => text !== null && text !== undefined,
  );
  const what = capital(name === null ? field : `${name} ${field}`);
  return where.length === 0 ? what : `${what} (${where.join(', ')})`;
};
