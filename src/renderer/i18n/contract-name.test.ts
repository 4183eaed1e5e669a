import { expect, test } from 'vitest';
import { contractName } from './contract-name.ts';

test.each([
  ['RELIANCE', null, 'RELIANCE'],
  ['RELIANCE', 'RELIANCE', 'RELIANCE'],
  ['RELIANCE', 'RELIANCE-EQ', 'RELIANCE'],
  ['NIFTY', 'NIFTY24NOV26FUT', 'NIFTY · NIFTY24NOV26FUT'],
])('%s traded as %s is shown as %s', (symbol, tradingSymbol, expected) => {
  expect(contractName({ symbol, tradingSymbol })).toBe(expected);
});
