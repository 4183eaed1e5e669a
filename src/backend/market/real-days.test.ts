import { describe, expect, it } from 'vitest';
import { barsFrom, findJumps } from '../../engine/bars.ts';
import { nextTradingDay } from '../../engine/trading/trading-day.ts';
import { istDayStart, istWeekday } from '../../shared/time.ts';
import { isTradingDay } from '../../shared/trading-days.ts';
import {
  dailyFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../tests/support/market-files.ts';
import { parseFile } from './import/parse-file.ts';

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

  it('have no gap that is taken for a split, while a 1:2 bonus on any share of theirs is found', () => {
    for (const { name, text } of dailyFiles()) {
      const all = parseFile(name, text).series.values();
      const rows = [...all].flat();
      const built = barsFrom(rows);
      if (!built.ok) throw new Error(`${name}: ${built.failure.message}`);
      expect(findJumps(built.value), name).toEqual([]);
      const half = Math.floor(rows.length / 2);
      const part = (value: number): number => Math.max(1, Math.round((value * 2) / 3));
      const unadjusted = barsFrom(
        rows.map((bar, index) =>
          index < half
            ? bar
            : {
                ...bar,
                open: part(bar.open),
                high: part(bar.high),
                low: part(bar.low),
                close: part(bar.close),
              },
        ),
      );
      if (!unadjusted.ok) throw new Error(`${name}: ${unadjusted.failure.message}`);
      expect(findJumps(unadjusted.value), name).toEqual([half]);
    }
  });
});
