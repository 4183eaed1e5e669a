import { describe, expect, it } from 'vitest';
import { type SymbolChange, SymbolHistory } from './symbol-change.ts';

const DAY = '2025-04-09';
const change = (before: string, after: string): SymbolChange => ({ before, after, day: DAY });

describe('a symbol that one share gives up on the day on which another gets it', () => {
  // Both rows have one day: which of them is named first in the alphabet says nothing.
  it.each([
    ['before it in the alphabet', 'AAA', 'ZZZ'],
    ['after it in the alphabet', 'ZZZ', 'AAA'],
  ])('keeps the two shares apart, whose other symbols are %s', (_, newcomer, leaver) => {
    for (const list of [
      [change(newcomer, 'MMM'), change('MMM', leaver)],
      [change('MMM', leaver), change(newcomer, 'MMM')],
    ]) {
      const history = new SymbolHistory(list);
      expect(history.parts(leaver).map(({ symbol }) => symbol)).toEqual([leaver, 'MMM']);
      expect(history.parts('MMM')).toEqual([
        { symbol: 'MMM', from: DAY, until: null },
        { symbol: newcomer, from: null, until: DAY },
      ]);
      expect(history.present(newcomer, '2024-01-01')).toBe('MMM');
      expect(history.present('MMM', '2024-01-01')).toBe(leaver);
    }
  });
});
