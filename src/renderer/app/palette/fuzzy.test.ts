import { expect, test } from 'vitest';
import { bestScore, fuzzyScore } from './fuzzy.ts';

test('the start of a name is worth more than the start of a word, that more than the middle, that more than letters', () => {
  const scores = ['Open positions', 'My open orders', 'Reopen', 'Over Phones Each Night'].map((name) =>
    fuzzyScore('open', name),
  );
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(4);
  expect(scores.every((score) => score > 0)).toBe(true);
});

test.each([
  ['opn pos', 'Open positions'],
  ['op', 'Open positions'],
  ['bktst', 'Backtest'],
  ['positions open', 'Open positions'],
  ['P&L', 'Mini P&L'],
  ['पोज', 'खुली पोज़िशन'],
])('%s finds %s', (typed, name) => expect(fuzzyScore(typed, name)).toBeGreaterThan(0));

test.each([
  ['wallet x', 'Wallet'],
  ['ktst', 'Backtest'],
  ['x', 'Open positions'],
])('%s does not find %s', (typed, name) => expect(fuzzyScore(typed, name)).toBe(0));

test('something is found by any of its names, and everything by nothing', () => {
  expect(bestScore('wallet', ['वॉलेट', 'Wallet'])).toBe(bestScore('वॉलेट', ['वॉलेट', 'Wallet']));
  expect(fuzzyScore('  ', 'Wallet')).toBeGreaterThan(0);
});
