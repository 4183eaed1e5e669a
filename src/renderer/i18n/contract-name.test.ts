import { expect, test } from 'vitest';
import { contractName } from './contract-name.ts';

test.each([
  ['RELIANCE', null, 'RELIANCE'],
  ['RELIANCE', 'RELIANCE', 'RELIANCE'],
  ['RELIANCE', 'RELIANCE-EQ', 'RELIANCE'],
  ['NIFTY', 'NIFTY24NOV26FUT', 'NIFTY · 24NOV26FUT'],
  ['SENSEX', 'BSXFUT', 'SENSEX · BSXFUT'],
])('%s traded as %s is shown as %s', (symbol, tradingSymbol, expected) => {
  expect(contractName({ symbol, tradingSymbol })).toBe(expected);
});
