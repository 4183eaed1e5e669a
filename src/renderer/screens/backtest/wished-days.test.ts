import { expect, it } from 'vitest';
import { wishedDays } from './wished-days.ts';

const DAYS = { from: '2023-01-02', to: '2026-03-31' };
const NONE = { period: '', from: '', to: '' };

it.each([
  ['nothing', NONE, DAYS],
  ['two years', { ...NONE, period: '2y' }, { from: '2024-03-31', to: '2026-03-31' }],
  // February is shorter.
  ['a month', { ...NONE, period: '1m' }, { from: '2026-02-28', to: '2026-03-31' }],
  ['ninety days, both ends counted', { ...NONE, period: '90d' }, { from: '2026-01-01', to: '2026-03-31' }],
  ['more than there are candles of', { ...NONE, period: '20y' }, DAYS],
  ['no period', { ...NONE, period: 'soon' }, DAYS],
  [
    'a day to another',
    { ...NONE, from: '2025-01-01', to: '2025-06-30' },
    { from: '2025-01-01', to: '2025-06-30' },
  ],
  ['a day on', { ...NONE, from: '2025-01-01' }, { from: '2025-01-01', to: '2026-03-31' }],
])('%s of those with candles', (_name, wish, days) => {
  expect(wishedDays(DAYS, wish)).toEqual(days);
});

it('is nothing where there are no candles, but what was asked for by its days', () => {
  expect(wishedDays(undefined, { ...NONE, period: '2y' })).toEqual({ from: '', to: '' });
  expect(wishedDays(undefined, { ...NONE, from: '2025-01-01' })).toEqual({ from: '2025-01-01', to: '' });
});
