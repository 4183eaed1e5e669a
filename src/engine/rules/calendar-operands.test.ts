import { describe, expect, it } from 'vitest';
import type { Timeframe } from '../../shared/rule-document.ts';
import { EXPIRY_INDICES } from '../../shared/rule-names.ts';
import { istDayStart } from '../../shared/time.ts';
import { expiriesByCalendar } from '../contracts/expiry-calendar.ts';
import { compileOperand, type CandleOperand } from './operand.ts';

const SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;

const at = (operand: CandleOperand, day: string, minute = 555, timeframe: Timeframe = '5m'): number => {
  const price = { open: 1, high: 1, low: 1, close: 1, volume: 0 };
  return compileOperand(operand, timeframe).stream(SHARE)(
    { time: istDayStart(day) + minute * 60_000, ...price },
    null,
  );
};

describe('the calendar', () => {
  it('counts weekdays from Monday, and names them alike', () => {
    expect(at({ kind: 'weekday' }, '2025-06-02')).toBe(1);
    expect(at({ kind: 'weekday' }, '2025-06-08')).toBe(7);
    expect(at({ kind: 'day', day: 'monday' }, '2025-06-05')).toBe(1);
    expect(at({ kind: 'day', day: 'sunday' }, '2025-06-05')).toBe(7);
  });

  it('counts minutes from the open of the session to the close of the bar', () => {
    expect(at({ kind: 'minutes-since-open' }, '2025-06-02')).toBe(5);
    expect(at({ kind: 'minutes-since-open' }, '2025-06-02', 915, '1h')).toBe(375);
    // The hour of Diwali.
    expect(at({ kind: 'minutes-since-open' }, '2024-11-01', 18 * 60)).toBe(5);
  });

  const days = (expiry: 'nearest' | 'monthly', index: (typeof EXPIRY_INDICES)[number], day: string) =>
    at({ kind: 'days-to-expiry', index, expiry }, day);

  it('counts the calendar days to the nearest and to the monthly expiry', () => {
    // Thursdays then; the last of June 2025 is the 26th.
    expect(days('nearest', 'NIFTY', '2025-06-02')).toBe(3);
    expect(days('nearest', 'NIFTY', '2025-06-05')).toBe(0);
    expect(days('nearest', 'NIFTY', '2025-06-06')).toBe(6);
    expect(days('monthly', 'NIFTY', '2025-06-02')).toBe(24);
    // Bank Nifty has had no weekly expiries since November 2024.
    expect(days('nearest', 'BANKNIFTY', '2025-06-02')).toBe(24);
    expect(days('nearest', 'SENSEX', '2020-01-02')).toBeNaN();
  });

  it('goes on to the next expiry when one is over, bar by bar', () => {
    const read = compileOperand({ kind: 'days-to-expiry', index: 'NIFTY', expiry: 'nearest' }, '1d').stream(
      SHARE,
    );
    const price = { open: 1, high: 1, low: 1, close: 1, volume: 0 };
    const values = ['2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06'].map((day) =>
      read({ time: istDayStart(day), ...price }, null),
    );
    expect(values).toEqual([2, 1, 0, 6]);
  });

  it('has expiries of every index that rules may name', () => {
    for (const index of EXPIRY_INDICES) expect(expiriesByCalendar(index, '2025-06-02')).not.toEqual([]);
  });
});
