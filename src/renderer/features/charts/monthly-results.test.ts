import { expect, test } from 'vitest';
import { monthlyResults } from './monthly-results.ts';

test('months and years are in percent of the capital, and a year is its months', () => {
  const months = [
    { month: '2026-11', net: 100 },
    { month: '2026-12', net: -60 },
    { month: '2027-02', net: 50 },
  ];
  expect(monthlyResults(months, 1_000)).toEqual({
    months: [
      { month: '2026-11', returnPercent: 10 },
      { month: '2026-12', returnPercent: -6 },
      { month: '2027-02', returnPercent: 5 },
    ],
    years: [
      { year: '2026', returnPercent: 4 },
      { year: '2027', returnPercent: 5 },
    ],
  });
  expect(monthlyResults([], 1_000)).toEqual({ months: [], years: [] });
});
