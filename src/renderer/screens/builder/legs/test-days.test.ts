import { expect, it } from 'vitest';
import { proposedDays } from './test-days.ts';

const NOW = Date.parse('2026-11-20T14:32:00+05:30');
const of = (source: string, timeframe: string, from: string, to: string) => ({ source, timeframe, from, to });

it.each([
  ['minutes count before daily candles', 'simulated', { from: '2026-10-16', to: '2026-11-19' }],
  ['of a long history the last two months are proposed', 'replay', { from: '2025-11-02', to: '2025-12-31' }],
] as const)('%s', (_, source, days) => {
  const history = [
    of('simulated', '1d', '2025-11-03', '2026-11-19'),
    of('simulated', '1m', '2026-10-16', '2026-11-20'),
    of('replay', '1m', '2021-01-01', '2025-12-31'),
  ];
  expect(proposedDays(history, source, NOW)).toEqual(days);
});

it('where nothing is known, days up to yesterday are proposed', () => {
  expect(proposedDays([], 'replay', NOW)).toEqual({ from: '2026-09-21', to: '2026-11-19' });
});

it('a history that began today is no day before it began', () => {
  const history = [of('replay', '1m', '2026-11-20', '2026-11-20')];
  expect(proposedDays(history, 'replay', NOW)).toEqual({ from: '2026-11-19', to: '2026-11-19' });
});
