import { expect, it } from 'vitest';
import { NO_CHARGES } from '../charges/charges.ts';
import { legResults } from './leg-results.ts';
import type { LegTrade, StructureOutcome } from './simulate-legs.ts';

const outcome = (
  day: string,
  daysToExpiry: number,
  why: StructureOutcome['why'],
  net: number,
): StructureOutcome => {
  const trade: LegTrade = {
    ...{ leg: 0, symbol: 'NIFTY 2026-12-01 26000 CE', side: 'sell', quantity: 65, why },
    ...{ enteredAt: 0, entryPrice: 100, exitedAt: 0, exitPrice: 100 },
    ...{ gross: net + 100, charges: NO_CHARGES, net, premiums: 'minutes' },
  };
  return { day, daysToExpiry, trades: [trade], why, net, premiums: 'minutes' };
};

it('adds up a Thursday, a Friday and a Monday', () => {
  const results = legResults({
    outcomes: [
      outcome('2026-11-26', 5, 'exit-time', 1_000),
      outcome('2026-11-27', 4, 'stop-loss', -2_500),
      outcome('2026-11-30', 1, 'exit-time', 400),
    ],
    missed: [{ day: '2026-12-02', sentence: 'No strikes are listed.' }],
    label: 'modelled',
    minutesWithoutPrice: 3,
  });
  expect(results).toMatchObject({
    gross: -800,
    charges: 300,
    net: -1_100,
    won: 2,
    best: 1_000,
    worst: -2_500,
    maxDrawdown: 2_500,
    byWeekday: [
      { name: '1', days: 1, won: 1, net: 400 },
      { name: '4', days: 1, won: 1, net: 1_000 },
      { name: '5', days: 1, won: 0, net: -2_500 },
    ],
    byExit: [
      { name: 'exit-time', days: 2, won: 2, net: 1_400 },
      { name: 'stop-loss', days: 1, won: 0, net: -2_500 },
    ],
  });
  expect(results.byDaysToExpiry.map(({ name }) => name)).toEqual(['1', '4', '5']);
});

it('of no day has dashes, not zeros, for best and worst', () => {
  const results = legResults({ outcomes: [], missed: [], label: '', minutesWithoutPrice: 0 });
  expect(results).toMatchObject({ net: 0, best: null, worst: null, maxDrawdown: 0, byExit: [] });
});
