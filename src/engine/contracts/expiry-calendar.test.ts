import { describe, expect, it } from 'vitest';
import { expiriesByCalendar } from './expiry-calendar.ts';

const days = (underlying: string, today: string) =>
  expiriesByCalendar(underlying, today).map(({ day, isMonthly }) => (isMonthly ? `${day} monthly` : day));

describe('expiries by the calendar', () => {
  it('of NIFTY move from Thursdays to Tuesdays in September 2025', () => {
    expect(days('NIFTY', '2025-08-20').slice(0, 5)).toEqual([
      '2025-08-21',
      '2025-08-28 monthly',
      '2025-09-02',
      '2025-09-09',
      '2025-09-30 monthly',
    ]);
  });

  it('are those that were listed on 16 December 2025, without quarters and halves', () => {
    expect(days('NIFTY', '2025-12-16')).toEqual([
      '2025-12-16',
      '2025-12-23',
      '2025-12-30 monthly',
      '2026-01-06',
      '2026-01-27 monthly',
      '2026-02-24 monthly',
    ]);
  });

  it.each([
    ['NIFTY', '2026-02-25', '2026-03-02'],
    ['NIFTY', '2026-03-25', '2026-03-30 monthly'],
    ['NIFTY', '2026-04-08', '2026-04-13'],
    ['NIFTY', '2026-10-14', '2026-10-19'],
    ['NIFTY', '2026-11-04', '2026-11-09'],
    ['NIFTY', '2026-11-18', '2026-11-23 monthly'],
    ['SENSEX', '2026-01-09', '2026-01-14'],
    ['SENSEX', '2026-03-20', '2026-03-25 monthly'],
    ['SENSEX', '2026-05-22', '2026-05-27 monthly'],
  ])('of %s from %s: a holiday brings the first to %s', (underlying, today, first) => {
    expect(days(underlying, today)[0]).toBe(first);
  });

  it('of NIFTY Bank are weekly until 13 November 2024', () => {
    expect(days('BANKNIFTY', '2024-11-13')[0]).toBe('2024-11-13');
    expect(days('BANKNIFTY', '2024-11-14').slice(0, 2)).toEqual(['2024-11-27 monthly', '2024-12-24 monthly']);
  });

  it('the week of the monthly expiry has no other', () => {
    expect(days('BANKNIFTY', '2023-11-23').slice(0, 2)).toEqual(['2023-11-30 monthly', '2023-12-06']);
  });

  it('have the lots of their contracts', () => {
    const lots = expiriesByCalendar('NIFTY', '2025-12-30').map(({ day, lotSize }) => `${day} ${lotSize}`);
    expect(lots.slice(0, 2)).toEqual(['2025-12-30 75', '2026-01-06 65']);
  });

  it('are none of what has no calendar', () => {
    expect(days('RELIANCE', '2026-01-01')).toEqual([]);
  });
});
