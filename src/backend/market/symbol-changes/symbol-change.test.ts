import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SymbolChange, SymbolHistory } from './symbol-change.ts';

const change = (before: string, after: string, day: string): SymbolChange => ({ before, after, day });
const HISTORY = new SymbolHistory([
  change('ETERNAL', 'NEWER', '2030-01-01'),
  change('ZOMATO', 'ETERNAL', '2025-04-09'),
  change('OTHER', 'ZOMATO', '2027-01-01'),
]);

it('a share has all of its symbols, latest first, each until its day', () => {
  expect(HISTORY.parts('NEWER')).toEqual([
    { symbol: 'NEWER', from: null, until: null },
    { symbol: 'ETERNAL', from: null, until: '2030-01-01' },
    { symbol: 'ZOMATO', from: null, until: '2025-04-09' },
  ]);
  expect(HISTORY.parts('SBIN')).toEqual([{ symbol: 'SBIN', from: null, until: null }]);
});

it('a symbol that another share has got is its own from the day on which the first gave it up', () => {
  expect(HISTORY.parts('ZOMATO')).toEqual([
    { symbol: 'ZOMATO', from: '2025-04-09', until: null },
    { symbol: 'OTHER', from: null, until: '2027-01-01' },
  ]);
});

it('no day of a symbol is twice of one share, whatever the list says', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((at) => `2024-01-${String(at).padStart(2, '0')}`);
  const symbol = fc.constantFrom('A', 'B', 'C', 'D');
  const list = fc.uniqueArray(fc.record({ before: symbol, after: symbol, day }), {
    ...{ maxLength: 8, selector: ({ before, day: on }) => `${before} ${on}` },
  });
  fc.assert(
    fc.property(list, day, (changes, on) => {
      const history = new SymbolHistory(changes.filter(({ before, after }) => before !== after));
      for (const share of ['A', 'B', 'C', 'D']) {
        const holding = history
          .parts(share)
          .filter(({ from, until }) => (from === null || from <= on) && (until === null || on < until));
        const symbols = holding.map((part) => part.symbol);
        expect(new Set(symbols).size).toBe(symbols.length);
      }
    }),
  );
});

it('a share is found by any symbol that it had, on the days on which it had it', () => {
  expect(HISTORY.present('ZOMATO', '2024-01-01')).toBe('NEWER');
  expect(HISTORY.present('ZOMATO', '2028-01-01')).toBe('ZOMATO');
  expect(HISTORY.present('OTHER', '2024-01-01')).toBe('ZOMATO');
  expect(HISTORY.present('SBIN', '2024-01-01')).toBe('SBIN');
});

it('two shares that take each other’s symbol on a day are kept apart', () => {
  const circle = new SymbolHistory([change('A', 'B', '2024-01-01'), change('B', 'A', '2024-01-01')]);
  expect(circle.parts('A')).toEqual([
    { symbol: 'A', from: '2024-01-01', until: null },
    { symbol: 'B', from: null, until: '2024-01-01' },
  ]);
  expect(circle.present('A', '2023-01-01')).toBe('B');
});

it('two thousand shares are looked up among twenty thousand changes at once', () => {
  const many = new SymbolHistory(
    Array.from({ length: 20_000 }, (_, at) => change(`S${at}`, `S${at + 1}`, '2024-01-01')),
  );
  const began = performance.now();
  for (let at = 0; at < 2_000; at++) many.parts(`T${at}`);
  expect(performance.now() - began).toBeLessThan(250);
});
