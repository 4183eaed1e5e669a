import { describe, expect, it } from 'vitest';
import { dueDayAfter, firstDueDay, isNewPeriod, nextPeriodStart, sipDayProblem } from './basket-days.ts';

describe('rebalancing periods', () => {
  it('end with the month, the quarter or the half-year', () => {
    expect(nextPeriodStart('2026-11-20', 'monthly')).toBe('2026-12-01');
    expect(nextPeriodStart('2026-12-31', 'monthly')).toBe('2027-01-01');
    expect(nextPeriodStart('2026-11-20', 'quarterly')).toBe('2027-01-01');
    expect(nextPeriodStart('2026-06-30', 'half-yearly')).toBe('2026-07-01');
    expect(nextPeriodStart('2026-11-20', 'never')).toBeNull();
    expect(isNewPeriod('2026-11-30', '2026-12-01', 'monthly')).toBe(true);
    expect(isNewPeriod('2026-11-30', '2026-12-01', 'quarterly')).toBe(false);
    expect(isNewPeriod('2026-11-30', '2030-12-01', 'never')).toBe(false);
  });
});

describe('due days of a SIP', () => {
  it('come after the day they are set on', () => {
    // 2026-11-20 is a Friday.
    expect(firstDueDay('2026-11-20', 'weekly', 5)).toBe('2026-11-27');
    expect(firstDueDay('2026-11-20', 'fortnightly', 1)).toBe('2026-11-23');
    expect(firstDueDay('2026-11-20', 'monthly', 21)).toBe('2026-11-21');
    expect(firstDueDay('2026-11-20', 'monthly', 20)).toBe('2026-12-20');
    expect(firstDueDay('2026-12-20', 'quarterly', 5)).toBe('2027-01-05');
  });

  it('follow each other', () => {
    expect(dueDayAfter('2026-11-27', 'weekly')).toBe('2026-12-04');
    expect(dueDayAfter('2026-12-28', 'fortnightly')).toBe('2027-01-11');
    expect(dueDayAfter('2026-12-28', 'monthly')).toBe('2027-01-28');
    expect(dueDayAfter('2026-11-05', 'quarterly')).toBe('2027-02-05');
  });

  it('are days that every week or month has', () => {
    expect(sipDayProblem('weekly', 5)).toBeNull();
    expect(sipDayProblem('fortnightly', 6)).toContain('Monday (1) to Friday (5)');
    expect(sipDayProblem('monthly', 28)).toBeNull();
    expect(sipDayProblem('quarterly', 29)).toContain('1 to 28');
  });
});
