import { describe, expect, it } from 'vitest';
import { clockToMinutes, istDayStart, minutesToClock } from '../../shared/time.ts';
import { squareOffMinute, sessionHoursOn } from './session-hours.ts';

const SHARE = { kind: 'equity' } as const;
const SMALL_SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;
const INDEX = { kind: 'index-proxy' } as const;

describe('trading hours', () => {
  it.each([
    ['2026-07-31', SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SHARE, ['09:15', '15:15', '15:35']],
    ['2026-07-31', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-07-31', INDEX, ['09:15', '15:30', '15:30']],
    ['2026-08-03', INDEX, ['09:15', '15:40', '15:40']],
  ] as const)('on %s of %j: %s', (day, traded, expected) => {
    const { open, close, auctionEnd } = sessionHoursOn(traded, istDayStart(day));
    expect([open, close, auctionEnd].map(minutesToClock)).toEqual(expected);
  });

  it.each([
    ['15:10', '2026-08-03', SHARE, '15:10'],
    ['14:30', '2026-08-03', SHARE, '14:30'],
    ['15:14', '2026-08-03', SHARE, '15:10'],
    ['15:29', '2026-07-31', SHARE, '15:25'],
    ['15:29', '2026-08-03', SMALL_SHARE, '15:25'],
    ['15:39', '2026-08-03', INDEX, '15:35'],
    ['15:10', '2025-10-21', SHARE, '14:40'],
  ] as const)('a square-off wanted at %s on %s of %j is at %s', (wanted, day, traded, at) => {
    expect(minutesToClock(squareOffMinute(clockToMinutes(wanted), traded, istDayStart(day)))).toBe(at);
  });
});
