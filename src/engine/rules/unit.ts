import { unitOfIndicator } from '../../shared/indicators/indicators.ts';
import { unitOfField } from '../../shared/price-fields.ts';
import type { Operand, Variable } from '../../shared/rule-document.ts';

/** Unit of an operand; only like can be compared with like. `any` is a bare zero, which fits all. */
export type Unit =
  | 'price'
  | 'shares'
  | 'number'
  | 'percent'
  | 'minutes'
  | 'bars'
  | 'weekday'
  | 'span'
  | 'days'
  | 'money'
  | 'any';

export const UNIT_LABELS: Readonly<Record<Unit, string>> = {
  price: 'a price',
  shares: 'a volume',
  number: 'a plain number',
  percent: 'a percentage',
  minutes: 'a time of day',
  bars: 'a number of candles',
  weekday: 'a day of the week',
  span: 'a number of minutes',
  days: 'a number of days',
  money: 'an amount of money',
  any: 'zero',
};

/** Unit of an operand. `variables` are those of its document. */
export const unitOf = (operand: Operand, variables: readonly Variable[] = []): Unit => {
  switch (operand.kind) {
    case 'price':
      return unitOfField(operand.field);
    case 'indicator':
      return unitOfIndicator(operand.indicator);
    case 'constant':
      if (operand.value === 0) return 'any';
      return operand.unit === 'rupees' ? 'price' : 'number';
    case 'time-of-day':
    case 'clock':
      return 'minutes';
    case 'level':
      return operand.level === 'gap-percent' ? 'percent' : 'price';
    case 'opening-range':
      return 'price';
    case 'weekday':
    case 'day':
      return 'weekday';
    case 'minutes-since-open':
      return 'span';
    case 'days-to-expiry':
      return 'days';
    case 'position':
      if (operand.field === 'profit-percent') return 'percent';
      if (operand.field === 'profit-rupees') return 'money';
      return operand.field === 'bars-held' ? 'bars' : 'number';
    case 'today':
      return 'number';
    case 'variable': {
      const at = variables.findIndex(({ name }) => name === operand.name);
      const variable = variables[at];
      // A variable reads only those above it.
      return variable?.kind === 'kept' ? unitOf(variable.value, variables.slice(0, at)) : 'number';
    }
  }
};

/** Whether two operands may stand on the two sides of a comparison. */
export const areComparable = (a: Operand, b: Operand, variables: readonly Variable[] = []): boolean => {
  const [first, second] = [unitOf(a, variables), unitOf(b, variables)];
  if (first === second || first === 'any' || second === 'any') return true;
  // Money is written down as a price is.
  const isRupees = (operand: Operand) => operand.kind === 'constant' && operand.unit === 'rupees';
  if ((first === 'money' && isRupees(b)) || (second === 'money' && isRupees(a))) return true;
  const isPlain = (operand: Operand) => operand.kind === 'constant' && operand.unit === 'number';
  // A plain number is how volumes, percentages and what is counted are written down.
  const counted: readonly Unit[] = ['shares', 'percent', 'bars', 'span', 'days'];
  return (isPlain(a) && counted.includes(second)) || (isPlain(b) && counted.includes(first));
};
