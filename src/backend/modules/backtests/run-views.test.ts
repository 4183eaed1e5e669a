import { expect, it } from 'vitest';
import { differenceView } from './run-views.ts';

const bar = { symbol: 'ITC', time: Date.parse('2026-03-02T09:15:00+05:30') };

it.each([
  [{ what: 'entry', withFuture: 1, without: 0 }, 'Entry rule', 'fires', 'does not fire'],
  [{ what: 'exit', withFuture: 0, without: 1 }, 'Exit rule', 'does not fire', 'fires'],
  [{ what: 'atr', withFuture: 1_250, without: Number.NaN }, 'ATR of a distance', '₹12.50', 'not known'],
  [{ what: 'rank', withFuture: 1.5, without: 1 / 3 }, 'Rank', '1.5', '0.333333'],
] as const)('a difference is described in words: %o', (difference, what, withFuture, without) =>
  expect(differenceView({ ...bar, ...difference })).toEqual({
    symbol: 'ITC',
    at: '2026-03-02T09:15:00+05:30',
    what,
    withFuture,
    without,
  }),
);
