import type { Operand, RuleDocument, Variable } from '../../shared/rule-document.ts';

/** Rules whose operands are totals. */
type Totalled = Pick<RuleDocument, 'variables' | 'instruments' | 'universe'>;

/** An operand as it is read: a variable that keeps a value stands for that value, also of another variable. */
const readOf = (operand: Operand, variables: readonly Variable[]): Operand => {
  if (operand.kind !== 'variable') return operand;
  const at = variables.findIndex(({ name }) => name === operand.name);
  const variable = variables[at];
  // A variable reads only those above it.
  return variable?.kind === 'kept' ? readOf(variable.value, variables.slice(0, at)) : operand;
};

/**
 * Name of the running total that an operand reads; null of any other. Such a total counts from the first candle and has
 * no level of its own: a live start and a backtest begin elsewhere. Some candles back it is still the same total.
 */
export const runningTotalOf = (
  operand: Operand,
  { variables = [], instruments, universe }: Totalled,
): string | null => {
  const read = readOf(operand, variables);
  if (read.kind !== 'indicator') return null;
  const { indicator, instrument = '', timeframe = '' } = read;
  if (indicator.name !== 'obv' && indicator.name !== 'ad') return null;
  // The only share of the rules may be named, or not.
  const isOwn = !universe && instruments.length === 1 && instruments[0] === instrument;
  return `${indicator.name} ${isOwn ? '' : instrument} ${timeframe}`;
};

/** Whether two operands differ by where the candles begin: a total and anything but the same total. */
export const isLevelOfTotal = (a: Operand, b: Operand, document: Totalled): boolean =>
  runningTotalOf(a, document) !== runningTotalOf(b, document);
