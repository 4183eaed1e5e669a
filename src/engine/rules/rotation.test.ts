import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { istDayStart } from '../../shared/time.ts';
import { dayNumber } from '../bars.ts';
import { isRebalanceDue, rotate } from './rotation.ts';

const day = (text: string): number => dayNumber(istDayStart(text));

describe('a rebalance is due', () => {
  it('on the first trading day of a calendar month, whichever that is', () => {
    expect(isRebalanceDue(day('2025-05-30'), day('2025-06-02'), 'month')).toBe(true);
    expect(isRebalanceDue(day('2025-06-02'), day('2025-06-03'), 'month')).toBe(false);
    expect(isRebalanceDue(day('2025-06-30'), day('2025-07-01'), 'month')).toBe(true);
    expect(isRebalanceDue(day('2024-12-31'), day('2025-01-01'), 'month')).toBe(true);
    // The same month a year later is another month.
    expect(isRebalanceDue(day('2024-06-03'), day('2025-06-02'), 'month')).toBe(true);
  });

  it('on the first trading day of a week from Monday to Sunday', () => {
    expect(isRebalanceDue(day('2025-06-06'), day('2025-06-09'), 'week')).toBe(true);
    expect(isRebalanceDue(day('2025-06-06'), day('2025-06-10'), 'week')).toBe(true);
    expect(isRebalanceDue(day('2025-06-09'), day('2025-06-13'), 'week')).toBe(false);
    // A Sunday session (Muhurat) belongs to the week before; the budget Saturday too.
    expect(isRebalanceDue(day('2026-11-06'), day('2026-11-08'), 'week')).toBe(false);
    expect(isRebalanceDue(day('2026-11-08'), day('2026-11-09'), 'week')).toBe(true);
  });

  it('on the first day of all', () => {
    expect(isRebalanceDue(null, day('2025-06-18'), 'month')).toBe(true);
    expect(isRebalanceDue(null, day('2025-06-18'), 'week')).toBe(true);
  });
});

describe('ranking', () => {
  const candidates = [
    { symbol: 'CCC', rank: 5 },
    { symbol: 'AAA', rank: 5 },
    { symbol: 'BBB', rank: 9 },
    { symbol: 'DDD', rank: Number.NaN },
    { symbol: 'EEE', rank: -2 },
  ];

  it('leaves, keeps and enters, best first, ties in the order of symbols', () => {
    expect(rotate({ candidates, held: ['CCC', 'AAA'], rotation: { best: 'highest', hold: 2 } })).toEqual({
      leave: ['CCC'],
      keep: ['AAA'],
      enter: ['BBB'],
    });
    expect(rotate({ candidates, held: [], rotation: { best: 'lowest', hold: 3 } }).enter).toEqual([
      'EEE',
      'AAA',
      'CCC',
    ]);
  });

  it('sells what is held and not ranked, and holds less when there is not enough', () => {
    expect(
      rotate({ candidates: [], held: ['AAA', 'BBB'], rotation: { best: 'highest', hold: 2 } }).leave,
    ).toEqual(['AAA', 'BBB']);
    expect(rotate({ candidates, held: ['DDD'], rotation: { best: 'highest', hold: 50 } })).toEqual({
      leave: ['DDD'],
      keep: [],
      enter: ['BBB', 'AAA', 'CCC', 'EEE'],
    });
  });

  it('is the same in whatever order the candidates come, and never holds more than it may', () => {
    const symbols = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
    const candidate = fc.uniqueArray(
      fc.record({ symbol: fc.constantFrom(...symbols), rank: fc.integer({ min: -2, max: 2 }) }),
      { selector: ({ symbol }) => symbol },
    );
    const best = fc.constantFrom('highest' as const, 'lowest' as const);
    fc.assert(
      fc.property(
        candidate,
        fc.subarray([...symbols]),
        best,
        fc.integer({ min: 1, max: 6 }),
        (all, held, which, hold) => {
          const rotation = { best: which, hold };
          const orders = rotate({ candidates: all, held, rotation });
          expect(rotate({ candidates: [...all].reverse(), held, rotation })).toEqual(orders);
          expect([...orders.leave, ...orders.keep].sort()).toEqual([...held].sort());
          expect(orders.keep.length + orders.enter.length).toBe(Math.min(hold, all.length));
          expect(orders.enter.some((symbol) => held.includes(symbol))).toBe(false);
        },
      ),
    );
  });
});
