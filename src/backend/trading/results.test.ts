import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { EMPTY_FOLD } from './result-fold.ts';
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
