import { expect, it } from 'vitest';
import { type SymbolChange, SymbolHistory } from './symbol-change.ts';

const change = (before: string, after: string, day: string): SymbolChange => ({ before, after, day });
const HISTORY = new SymbolHistory([
  change('ETERNAL', 'NEWER', '2030-01-01'),
  change('ZOMATO', 'ETERNAL', '2025-04-09'),
  change('OTHER', 'ZOMATO', '2027-01-01'),
]);

it('a share has all of its earlier symbols, latest first, each until its day', () => {
  expect(HISTORY.earlier('NEWER')).toEqual([
    { symbol: 'ETERNAL', until: '2030-01-01' },
    { symbol: 'ZOMATO', until: '2025-04-09' },
  ]);
  expect(HISTORY.earlier('SBIN')).toEqual([]);
});

it('a symbol that another share has taken over later is not its own earlier one', () => {
  expect(HISTORY.earlier('ZOMATO')).toEqual([{ symbol: 'OTHER', until: '2027-01-01' }]);
});

it('a share is found by any symbol that it had, on the days on which it had it', () => {
  expect(HISTORY.present('ZOMATO', '2024-01-01')).toBe('NEWER');
  expect(HISTORY.present('ZOMATO', '2028-01-01')).toBe('ZOMATO');
  expect(HISTORY.present('OTHER', '2024-01-01')).toBe('ZOMATO');
  expect(HISTORY.present('SBIN', '2024-01-01')).toBe('SBIN');
});

it('changes there and back end', () => {
  const circle = new SymbolHistory([change('A', 'B', '2024-01-01'), change('B', 'A', '2024-01-01')]);
  expect(circle.earlier('A')).toEqual([
    { symbol: 'B', until: '2024-01-01' },
    { symbol: 'A', until: '2024-01-01' },
  ]);
  expect(circle.present('A', '2023-01-01')).toBe('A');
});

it('two thousand shares are looked up among twenty thousand changes at once', () => {
  const many = new SymbolHistory(
    Array.from({ length: 20_000 }, (_, at) => change(`S${at}`, `S${at + 1}`, '2024-01-01')),
  );
  const began = performance.now();
  for (let at = 0; at < 2_000; at++) many.earlier(`T${at}`);
  expect(performance.now() - began).toBeLessThan(250);
});
