import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { addTrade, EMPTY_FOLD } from './result-fold.ts';
import { lastMarketDays, statisticsOf } from './results.ts';

test('the last market days are kept while several markets, each in a time of its own, ask for theirs', () => {
  const [clock, replay] = [Date.parse('2026-11-24T10:00:00+05:30'), Date.parse('2025-03-12T10:00:00+05:30')];
  const days = lastMarketDays(clock, 30);
  expect(lastMarketDays(replay, 30)).not.toEqual(days);
  expect(lastMarketDays(clock, 30)).toBe(days);
  expect(lastMarketDays(clock + DAY_MS, 30).at(-1)?.day).toBe('2026-11-25');
  expect(lastMarketDays(clock, 5)).toEqual(days.slice(-5));
});

test.each([
  [1, null],
  [6.9, null],
  [7, 8.7],
  [30.4375, 2],
])('two trades within %d days are %s a month', (days, perMonth) => {
  const firstEntryAt = Date.parse('2026-10-01T09:30:00+05:30');
  const fold = { ...EMPTY_FOLD, trades: 2, firstEntryAt, lastExitAt: firstEntryAt + days * DAY_MS };
  const { tradesPerMonth } = statisticsOf(fold, 10_000_000, 'simulated');
  expect(tradesPerMonth === null ? null : Number(tradesPerMonth.toFixed(2))).toBe(perMonth);
});

test('legs that are closed in the same minute are one result: a structure that gained has no fall within it', () => {
  const [entry_at, exit_at] = [
    Date.parse('2026-11-19T10:00:00+05:30'),
    Date.parse('2026-11-23T09:16:00+05:30'),
  ];
  // An iron condor at its target: what was sold gained, what was bought as its hedge lost.
  const nets = [-1_630_67, -2_293_97, 4_500_00, 3_391_00];
  const fold = nets.reduce(
    (before, net) => addTrade(before, { gross: net, charges: 0, net, entry_at, exit_at }),
    EMPTY_FOLD,
  );
  expect(statisticsOf(fold, 2_00_000_00, 'simulated').maxDrawdown).toBe(0);
});
