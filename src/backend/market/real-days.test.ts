import { describe, expect, it } from 'vitest';
import { nextTradingDay } from '../../engine/trading/trading-day.ts';
import { istDayStart, istWeekday } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';
import {
  dailyFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../tests/support/market-files.ts';

describe.skipIf(!hasRealFiles)(`the days of the real files ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`, () => {
  it('are the trading days of the calendar, no more and no fewer', () => {
    const traded = new Set<string>();
    for (const { text } of dailyFiles())
      for (const [, day] of text.matchAll(/^(\d{4}-\d{2}-\d{2})/gm)) traded.add(day ?? '');
    const days = [...traded].sort();
    const listed: string[] = [days[0] ?? ''];
    while ((listed.at(-1) ?? '') < (days.at(-1) ?? '')) listed.push(nextTradingDay(listed.at(-1) ?? ''));
    expect(listed.filter((day) => !traded.has(day))).toEqual([]);
    expect(days.filter((day) => !listed.includes(day))).toEqual([]);
    expect(days.some((day) => [0, 6].includes(istWeekday(istDayStart(day))))).toBe(true);
  });

  it('have their minutes inside the session', () => {
    for (const { name, text } of minuteFiles()) {
      const days = new Set(
        [...text.matchAll(/^\w+,(\d{4})(\d{2})(\d{2}),/gm)].map((m) => `${m[1]}-${m[2]}-${m[3]}`),
      );
      for (const day of days) expect(isTradingDay(day), `${name} ${day}`).toBe(true);
    }
  });
});
