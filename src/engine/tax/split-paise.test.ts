import { expect, it } from 'vitest';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { NO_CHARGES } from '../charges/charges.ts';
import { matchLots } from './match-lots.ts';

const BOUGHT = istDayStart('2024-01-01');

it('a lot of which some was sold before its shares were merged costs what was paid, to the paisa', () => {
  const common = { symbol: 'ITC', segment: 'delivery', charges: NO_CHARGES } as const;
  const charges = { ...NO_CHARGES, stt: 6_453_03 };
  const merged = { kind: 'split', ratio: { before: 5, after: 2 }, isPartDropped: false } as const;
  const { disposals } = matchLots([
    {
      ...{ ...common, side: 'buy', time: BOUGHT, quantity: 42, value: 6_453_03, charges },
      changes: [{ ...merged, time: BOUGHT + 5 * DAY_MS }],
    },
    { ...common, side: 'sell', time: BOUGHT + 2 * DAY_MS, quantity: 7, value: 1_000_00 },
    { ...common, side: 'sell', time: BOUGHT + 9 * DAY_MS, quantity: 14, value: 5_000_00 },
  ]);
  expect(disposals.map(({ quantity }) => quantity)).toEqual([7, 14]);
  expect(disposals.reduce((sum, { cost }) => sum + cost, 0)).toBe(6_453_03);
  // Its charges are shared out by the same rule.
  expect(disposals.reduce((sum, one) => sum + one.charges.stt, 0)).toBe(6_453_03);
});
