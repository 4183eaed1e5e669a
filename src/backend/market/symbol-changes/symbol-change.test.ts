import { expect, it } from 'vitest';
import { earlierSymbols, presentSymbol, type SymbolChange } from './symbol-change.ts';

const change = (before: string, after: string, day: string): SymbolChange => ({ before, after, day });
const CHANGES = [
  change('ETERNAL', 'NEWER', '2030-01-01'),
  change('ZOMATO', 'ETERNAL', '2025-04-09'),
  change('OTHER', 'ZOMATO', '2027-01-01'),
];

it('a share has all of its earlier symbols, latest first, each until its day', () => {
  expect(earlierSymbols(CHANGES, 'NEWER')).toEqual([
    { symbol: 'ETERNAL', until: '2030-01-01' },
    { symbol: 'ZOMATO', until: '2025-04-09' },
  ]);
  expect(earlierSymbols(CHANGES, 'SBIN')).toEqual([]);
});

it('a symbol that another share has taken over later is not its own earlier one', () => {
  expect(earlierSymbols(CHANGES, 'ZOMATO')).toEqual([{ symbol: 'OTHER', until: '2027-01-01' }]);
});

it('a share is found by any symbol that it had, on the days on which it had it', () => {
  const at = (symbol: string, day: string) => presentSymbol(CHANGES, { symbol, day });
  expect(at('ZOMATO', '2024-01-01')).toBe('NEWER');
  expect(at('ZOMATO', '2028-01-01')).toBe('ZOMATO');
  expect(at('OTHER', '2024-01-01')).toBe('ZOMATO');
  expect(at('SBIN', '2024-01-01')).toBe('SBIN');
});

it('changes there and back end', () => {
  const there = [change('A', 'B', '2024-01-01'), change('B', 'A', '2024-01-01')];
  expect(earlierSymbols(there, 'A').length).toBeLessThanOrEqual(2);
  expect(['A', 'B']).toContain(presentSymbol(there, { symbol: 'A', day: '2023-01-01' }));
});
