import type { RuleDocumentInput } from '../../shared/rule-document.ts';

type Condition = RuleDocumentInput['entry'];
type Operand = Extract<Condition, { kind: 'compare' }>['left'];
type IndicatorInput = Extract<Operand, { kind: 'indicator' }>['indicator'];
type Operator = Extract<Condition, { kind: 'compare' }>['operator'];

/** Short words to write rule documents with; each makes exactly the JSON its name says. */
export const price = (field: 'open' | 'high' | 'low' | 'close', offset = 0): Operand => ({
  kind: 'price',
  field,
  offset,
});
export const close = price('close');
export const number = (value: number): Operand => ({ kind: 'constant', value });
export const indicator = (definition: IndicatorInput, offset = 0): Operand => ({
  kind: 'indicator',
  indicator: definition,
  offset,
});
export const barsHeld: Operand = { kind: 'position', field: 'bars-held' };
export const is = (left: Operand, operator: Operator, right: Operand, forBars = 1): Condition => ({
  kind: 'compare',
  left,
  operator,
  right,
  forBars,
});
export const all = (...conditions: Condition[]): Condition => ({ kind: 'all', conditions });
export const any = (...conditions: Condition[]): Condition => ({ kind: 'any', conditions });
export const percent = (value: number) => ({ kind: 'percent', value }) as const;
export const atr = (multiple: number, period = 14) => ({ kind: 'atr', multiple, period }) as const;
