import {
  factsOf,
  type Indicator,
  scaleOf,
  startOf,
  unitOfIndicator,
} from '../../../shared/indicators/indicators.ts';
import type { Comparison, Condition, Operand, RuleDocument } from '../../../shared/rule-document.ts';
import { STARTING_DISTANCES, STARTING_OPERANDS } from './starters.ts';

/** A comparison, such as the short form of an alert edits. */
export type SimpleComparison = Extract<Condition, { kind: 'compare' }>;

/** Comparisons that a simple alert offers. */
export const SIMPLE_COMPARISONS = [
  '<',
  '>',
  'crosses-above',
  'crosses-below',
] as const satisfies Comparison[];

/** A side of a comparison; a number is in the unit of the other side. */
export const inUnitOf = (other: Operand, side: Operand): Operand => {
  if (side.kind !== 'constant') return side;
  const isOfPrice =
    other.kind === 'price' || (other.kind === 'indicator' && unitOfIndicator(other.indicator) === 'price');
  return { ...side, unit: isOfPrice ? 'rupees' : 'number' };
};

/** Share of its bounds at which an indicator is low. */
const LOW = 0.3;

/**
 * First comparison of an alert on an indicator. One that moves with the price is crossed by the close, one with
 * bounds falls low, another goes below zero.
 */
export const comparisonOf = (indicator: Indicator): Condition => {
  const operand: Operand = { kind: 'indicator', indicator, offset: 0 };
  if (unitOfIndicator(indicator) === 'price' && scaleOf(indicator) === 'level')
    return {
      ...{ kind: 'compare', left: STARTING_OPERANDS.price, operator: 'crosses-above', forBars: 1 },
      right: operand,
    };
  const [low, high] = factsOf(indicator.name).bounds ?? [0, 0];
  return {
    ...{ kind: 'compare', left: operand, operator: '<', forBars: 1 },
    right: { kind: 'constant', value: Math.round(low + (high - low) * LOW), unit: 'number' },
  };
};

/** A condition, its candles and its variables. */
export type WatchedRules = Pick<RuleDocument, 'timeframe' | 'entry' | 'variables'>;

/** A condition as rows that can be added to. */
const grouped = (entry: Condition): Condition =>
  entry.kind === 'all' || entry.kind === 'any' ? entry : { kind: 'all', conditions: [entry] };

/** Rules that only tell, from a condition; of none, those of an RSI. They trade nothing. */
export const watchedRules = (asked: WatchedRules | null): RuleDocument => ({
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: asked?.timeframe ?? '15m',
  side: 'long',
  product: 'intraday',
  ...(asked?.variables && { variables: asked.variables }),
  entry: grouped(asked?.entry ?? comparisonOf(startOf('rsi'))),
  exit: null,
  stopLoss: STARTING_DISTANCES.percent,
  target: null,
  trailing: null,
  partialExits: [],
  size: { kind: 'fixed', quantity: 1 },
  rotation: null,
  maxEntries: 1,
  reentry: true,
  maxTradesPerDay: 1,
  window: { from: '09:15', to: '15:30' },
  squareOffTime: '15:10',
});

/** Whether an operand is of the latest candle of the rules themselves. */
const isPlain = (operand: Operand): boolean => {
  if (operand.kind === 'constant') return true;
  if (operand.kind !== 'price' && operand.kind !== 'indicator') return false;
  const { offset, instrument, timeframe } = operand;
  return offset === 0 && instrument === undefined && timeframe === undefined;
};

/** Whether a condition is one comparison that the short form has. */
export const isSimple = (entry: Condition): boolean => {
  const [only, ...others] = entry.kind === 'all' ? entry.conditions : [entry];
  if (only?.kind !== 'compare' || others.length > 0 || only.forBars !== 1) return false;
  const { left, operator, right } = only;
  const isOffered = (SIMPLE_COMPARISONS as readonly Comparison[]).includes(operator);
  const hasClose = [left, right].every((operand) => operand.kind !== 'price' || operand.field === 'close');
  return isOffered && left.kind !== 'constant' && isPlain(left) && isPlain(right) && hasClose;
};
