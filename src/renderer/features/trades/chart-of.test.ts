import { describe, expect, it } from 'vitest';
import { chartOf, isContract } from './chart-of.ts';

describe('the chart of a position', () => {
  it.each([
    ['M&M', '/chart/M%26M?source=simulated&timeframe=5m'],
    // A leg is looked at on the chart of its index.
    ['NIFTY 2026-12-01 26000 CE', '/chart/NIFTY?source=simulated&timeframe=5m'],
    ['BSE:SENSEX 2026-12-31 84000 CE', '/chart/SENSEX?source=simulated&timeframe=5m'],
    ['BANKNIFTY 2026-12-29 FUT', '/chart/BANKNIFTY?source=simulated&timeframe=5m'],
  ])('of %s', (symbol, address) => {
    expect(chartOf({ symbol, source: 'simulated' })).toBe(address);
  });
});

it.each([
  ['RELIANCE', false],
  ['M&M', false],
  ['NIFTY 2026-12-01 26000 CE', true],
  ['BSE:SENSEX 2026-12-31 FUT', true],
])('%s is a contract: %s', (symbol, is) => {
  expect(isContract(symbol)).toBe(is);
});
