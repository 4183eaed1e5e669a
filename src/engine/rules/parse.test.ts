import { describe, expect, it } from 'vitest';
import { parseRuleDocument } from './parse.ts';

const good = {
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '1d',
  side: 'long',
  product: 'delivery',
  entry: {
    kind: 'compare',
    left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
    operator: '<',
    right: { kind: 'constant', value: 30 },
  },
  stopLoss: { kind: 'percent', value: 5 },
  size: { kind: 'capital-percent', percent: 20 },
};

const fieldsOf = (input: unknown): Readonly<Record<string, string>> => {
  const result = parseRuleDocument(input);
  if (result.ok) throw new Error('was accepted');
  expect(result.failure.code).toBe('invalid');
  return result.failure.fields ?? {};
};

const withEntry = (entry: unknown) => ({ ...good, entry });

describe('a good document', () => {
  it('is accepted with its defaults', () => {
    const result = parseRuleDocument(good);
    expect(result.ok && result.value.squareOffTime).toBe('15:10');
    expect(result.ok && result.value.maxTradesPerDay).toBe(10);
  });
});

describe('a bad document is refused with path and reason', () => {
  it('a period of nothing, deep inside', () => {
    const inside = { ...good.entry, left: { kind: 'indicator', indicator: { name: 'sma', period: 0 } } };
    const fields = fieldsOf(withEntry({ kind: 'all', conditions: [good.entry, inside] }));
    expect(fields).toEqual({ 'entry.conditions[1].left.indicator.period': 'must be at least 1' });
  });

  it('something that is not there', () => {
    expect(fieldsOf({ ...good, size: undefined })).toHaveProperty('size');
    expect(fieldsOf({ ...good, timeframe: undefined })).toHaveProperty('timeframe');
    expect(fieldsOf(null)).toHaveProperty('rules');
    expect(fieldsOf('rules')).toHaveProperty('rules');
  });

  it('names every fault, and the first in the sentence', () => {
    const result = parseRuleDocument({ ...good, side: 'up', stopLoss: { kind: 'percent', value: -1 } });
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(Object.keys(result.failure.fields ?? {})).toEqual(['side', 'stopLoss.value']);
    expect(result.failure.fields?.['stopLoss.value']).toBe('must be more than 0');
    expect(result.failure.message).toMatch(/^The rules cannot be used: side: .* \(and 1 more\)\.$/);
  });

  it('an unknown indicator, instrument or kind', () => {
    const left = { kind: 'indicator', indicator: { name: 'magic', period: 3 } };
    expect(fieldsOf(withEntry({ ...good.entry, left }))).toHaveProperty('entry.left.indicator.name');
    expect(fieldsOf({ ...good, instruments: ['reliance!'] })['instruments[0]']).toMatch(/exchange symbol/);
    expect(fieldsOf(withEntry({ kind: 'sometimes' }))).toHaveProperty('entry.kind');
  });

  it('nested too deep, without running out of stack', () => {
    let deep: unknown = good.entry;
    for (let level = 0; level < 50_000; level++) deep = { kind: 'not', condition: deep };
    expect(fieldsOf(withEntry(deep))['entry']).toMatch(/nested deeper than 6 levels/);
  });

  it('nested as deep as allowed is fine', () => {
    const nest = (levels: number): unknown =>
      levels === 1 ? good.entry : { kind: 'all', conditions: [good.entry, nest(levels - 1)] };
    expect(parseRuleDocument(withEntry(nest(6))).ok).toBe(true);
    expect(fieldsOf(withEntry(nest(7)))['entry']).toMatch(/nested deeper/);
  });

  it('a short sale for delivery, sizing by risk without a stop', () => {
    expect(fieldsOf({ ...good, side: 'short' })['product']).toMatch(/sold short/);
    const byRisk = { ...good, stopLoss: null, exit: good.entry, size: { kind: 'risk-percent', percent: 1 } };
    expect(fieldsOf(byRisk)['size']).toMatch(/stop-loss/);
  });

  it('comparisons of unlike things', () => {
    const close = { kind: 'price', field: 'close' };
    const compare = (left: unknown, right: unknown) =>
      withEntry({ kind: 'compare', left, operator: '>', right });
    const number = (value: number, unit?: string) => ({ kind: 'constant', value, unit });
    expect(fieldsOf(compare(close, number(1500)))['entry.right']).toBe(
      'compares a price with a plain number; give the number in rupees',
    );
    expect(fieldsOf(compare(good.entry.left, number(70, 'rupees')))['entry.right']).toMatch(/plain number/);
    expect(fieldsOf(compare(close, { kind: 'clock', at: '10:00' }))['entry.right']).toMatch(/time of day/);
    expect(fieldsOf(compare(close, { kind: 'price', field: 'volume' }))['entry.right']).toMatch(/volume/);
    expect(parseRuleDocument(compare({ kind: 'price', field: 'volume' }, number(100_000))).ok).toBe(true);
    expect(parseRuleDocument(compare(close, number(1500, 'rupees'))).ok).toBe(true);
  });

  it('looking back further than the limit', () => {
    const left = { kind: 'indicator', indicator: { name: 'rsi', period: 500 }, offset: 600 };
    expect(fieldsOf(withEntry({ ...good.entry, left }))['entry']).toBe(
      'needs 1100 bars of history; at most 1000 can be asked for',
    );
  });
});
