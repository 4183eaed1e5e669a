import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { NO_CHARGES } from '../charges/charges.ts';
import { matchLots } from './match-lots.ts';
import type { ShareChange } from './tax-leg.ts';

const FIRST = istDayStart('2024-01-01');
const common = { symbol: 'ITC', segment: 'delivery', charges: NO_CHARGES } as const;
const bonus = (day: number, before: number, after: number): ShareChange => ({
  ...{ time: FIRST + day * DAY_MS, kind: 'bonus', isPartDropped: true },
  ratio: { before, after },
});

describe('lots of a share with many bonuses', () => {
  it.each([
    ['on a day each', (at: number) => at + 1],
    ['on one day', () => 1],
  ])('are as many as its purchases and bonuses, so that a list with many ends (%s)', (_, dayOf) => {
    const changes = Array.from({ length: 18 }, (_empty, at) => bonus(dayOf(at), 10, 11));
    const { disposals, unmatched } = matchLots([
      { ...common, side: 'buy', time: FIRST, quantity: 1_000_000, value: 1_000_000_00, changes },
      // All shares that there are then but for a few: a million, and a tenth more eighteen times.
      { ...common, side: 'sell', time: FIRST + 30 * DAY_MS, quantity: 5_559_900, value: 5_559_900_00 },
    ]);
    // One bought lot, and one of each bonus.
    expect(disposals.length).toBe(19);
    expect(unmatched).toEqual([]);
  });

  it('stay apart where what follows differs', () => {
    const later = { ...bonus(9, 1, 2), kind: 'split' as const };
    const lot = { ...common, side: 'buy', time: FIRST, quantity: 10, value: 1_000_00 } as const;
    const { disposals } = matchLots([
      { ...lot, changes: [bonus(5, 1, 2)] },
      { ...lot, changes: [bonus(5, 1, 2), later] },
      { ...common, side: 'sell', time: FIRST + 30 * DAY_MS, quantity: 60, value: 6_000_00 },
    ]);
    expect(disposals.map(({ quantity, cost }) => [quantity, cost])).toEqual([
      [10, 1_000_00],
      [20, 1_000_00],
      [10, 0],
      [20, 0],
    ]);
  });
});
