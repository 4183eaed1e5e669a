import { expect, it } from 'vitest';
import { parseRuleDocument } from './parse.ts';

const close = { kind: 'price', field: 'close' } as const;
const average = { kind: 'indicator', indicator: { name: 'sma', period: 200 }, timeframe: '1d' } as const;
const compare = (left: object, right: object) => ({ kind: 'compare', left, operator: '>', right }) as const;
const kept = (name: string, value: object, candles: number) => ({
  ...{ kind: 'kept', name, value, candles, when: compare(close, average) },
});
const rules = (candles: number) => ({
  ...{ version: 1, instruments: ['ITC'], side: 'long', size: { kind: 'fixed', quantity: 10 } },
  ...{ timeframe: '15m', product: 'intraday' },
  variables: [kept('then', close, 500), kept('later', { kind: 'variable', name: 'then' }, candles)],
  entry: compare(close, { kind: 'variable', name: 'later' }),
});

// 200 days are in what a broker has of minutes, and 900 candles of a quarter of an hour are 36 more.
it('variables of candles of their own add nothing to days that an average needs', () => {
  expect(parseRuleDocument(rules(100))).toMatchObject({ ok: true });
  expect(parseRuleDocument(rules(400))).toMatchObject({ ok: true });
  const most = [kept('then', close, 500), kept('again', { kind: 'variable', name: 'then' }, 500)];
  const variables = [...most, kept('later', { kind: 'variable', name: 'again' }, 5)];
  expect(parseRuleDocument({ ...rules(100), variables })).toMatchObject({ ok: false });
});
