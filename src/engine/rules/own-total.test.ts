import { expect, it } from 'vitest';
import { parseRuleDocument } from './parse.ts';

const total = { kind: 'indicator', indicator: { name: 'obv' } } as const;

it('a total is compared with itself some candles back where the only share of the rules is named', () => {
  const parsed = parseRuleDocument({
    ...{ version: 1, instruments: ['ITC'], side: 'long', size: { kind: 'fixed', quantity: 10 } },
    ...{ timeframe: '5m', product: 'intraday' },
    entry: { kind: 'compare', left: total, operator: '>', right: { ...total, instrument: 'ITC', offset: 5 } },
  });
  expect(parsed).toMatchObject({ ok: true });
});
