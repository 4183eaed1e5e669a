import { describe, expect, it } from 'vitest';
import { inHindi } from '../../shared/server-text/hindi.ts';
import { parseRuleDocument } from './parse.ts';

const price = (field: string) => ({ kind: 'price', field }) as const;
const close = price('close');
const total = { kind: 'indicator', indicator: { name: 'obv' } } as const;
const number = { kind: 'constant', value: 100_000 } as const;
const read = (name: string) => ({ kind: 'variable', name }) as const;
const compare = (left: object, right: object) => ({ kind: 'compare', left, operator: '>', right }) as const;
const rising = compare(close, price('open'));
const keeping = (name: string, value: object) =>
  ({ kind: 'kept', name, value, candles: 10, when: rising }) as const;

const DOCUMENT = { version: 1, instruments: ['ITC'], side: 'long', size: { kind: 'fixed', quantity: 10 } };
const refusalsOf = (more: object): [path: string, reason: string][] => {
  const parsed = parseRuleDocument({ ...DOCUMENT, timeframe: '5m', product: 'intraday', ...more });
  return parsed.ok ? [] : Object.entries(parsed.failure.fields ?? {});
};
/** Refusals of rules that compare two operands. Their variables keep a total, that one again, and a number. */
const refusalsOfComparing = (left: object, right: object) =>
  refusalsOf({
    variables: [keeping('kept', total), keeping('again', read('kept')), keeping('number', number)],
    entry: compare(left, right),
  });
/** Rules of a rotation that ranks by an operand. */
const ranked = (rankBy: object) =>
  refusalsOf({
    ...{
      timeframe: '1d',
      product: 'delivery',
      instruments: ['ITC', 'SBIN'],
      size: { kind: 'equal-weight' },
    },
    entry: rising,
    rotation: { rankBy, hold: 1, every: 'month' },
  });
const refused = (path: string) => [[path, expect.stringContaining('where the candles begin')]];

describe('a total that counts from the first candle: a restart begins to count elsewhere', () => {
  it.each([
    ['a number', total, number],
    ['a kept number', total, read('number')],
    ['a number, kept', read('kept'), number],
    ['a number, through a chain of variables', read('again'), number],
    ['the volume of a candle', total, price('volume')],
    ['another total', total, { kind: 'indicator', indicator: { name: 'ad' } }],
    ['the total of another share', total, { ...total, instrument: 'SBIN' }],
  ])('is not compared with %s', (_, left, right) => {
    expect(refusalsOfComparing(left, right)).toEqual(refused('entry.right'));
    expect(refusalsOfComparing(right, left)).toEqual(refused('entry.right'));
  });

  it.each([
    ['some candles back', { ...total, offset: 5 }],
    ['as it was kept', read('kept')],
    ['as it was kept of what was kept', read('again')],
  ])('is compared with itself %s', (_, right) => {
    expect(refusalsOfComparing(total, right)).toEqual([]);
  });

  it('is not compared with a number in what a counter counts', () => {
    const counter = { kind: 'counter', name: 'many', candles: 10, when: compare(read('kept'), number) };
    const variables = [keeping('kept', total), counter];
    const entry = compare(read('many'), { kind: 'constant', value: 3 });
    expect(refusalsOf({ variables, entry })).toEqual(refused('variables[1].when.right'));
  });

  it('ranks no shares of a rotation', () => {
    expect(ranked(close)).toEqual([]);
    expect(ranked(total)).toEqual(refused('rotation.rankBy'));
  });

  it('is refused in Hindi too', () => {
    const reasons = [...refusalsOfComparing(total, number), ...ranked(total)];
    expect(reasons.filter(([, reason]) => inHindi(reason) === reason)).toEqual([]);
    expect(reasons.length).toBe(2);
  });
});
