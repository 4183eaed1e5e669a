import { describe, expect, it } from 'vitest';
import type { Traded } from '../../engine/instrument.ts';
import { istDayStart, istIso, istMinute, istWeekday } from '../../shared/time.ts';
import {
  dailyFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../tests/support/market-files.ts';
import { marketEndOn, marketStateAt, nextTradingDay, sessionOn, tradingDaysBefore } from './calendar.ts';
import { isTradingDay } from '../../shared/trading-days.ts';

const at = (text: string): number => Date.parse(`${text}:00+05:30`);
const SHARE = { kind: 'equity' } as const;
const SMALL_SHARE = { kind: 'equity', fixedBandPercent: 20 } as const;
const INDEX = { kind: 'index-proxy' } as const;
const clocks = (day: string, traded: Traded) => {
  const session = sessionOn(day, traded);
  return (
    session && [session.open, session.close, session.auctionEnd].map((time) => istIso(time).slice(11, 16))
  );
};

describe('trading days', () => {
  it.each([
    ['2024-01-26', false, 'Republic Day'],
    ['2024-01-27', false, 'a Saturday'],
    ['2024-01-20', true, 'a Saturday with a session'],
    ['2025-02-01', true, 'the budget, a Saturday'],
    ['2022-10-24', true, 'Muhurat'],
    ['2022-10-26', false, 'Diwali Balipratipada'],
    ['2026-11-24', false, 'a holiday of 2026'],
    ['2026-11-23', true, 'a Monday'],
  ])('%s: %s, %s', (day, isOpen) => {
    expect(isTradingDay(day)).toBe(isOpen);
  });

  it('follow one another over weekends and holidays, both ways', () => {
    expect(nextTradingDay('2026-11-20')).toBe('2026-11-23');
    expect(nextTradingDay('2026-11-23')).toBe('2026-11-25');
    expect(tradingDaysBefore('2024-01-22', 3)).toEqual(['2024-01-18', '2024-01-19', '2024-01-20']);
  });
});

describe('sessions', () => {
  it.each([
    ['2026-07-31', SHARE, ['09:15', '15:30', '15:30']],
    ['2026-07-31', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SMALL_SHARE, ['09:15', '15:30', '15:30']],
    ['2026-08-03', SHARE, ['09:15', '15:15', '15:35']],
    ['2026-07-31', INDEX, ['09:15', '15:30', '15:30']],
    ['2026-08-03', INDEX, ['09:15', '15:40', '15:40']],
    ['2022-10-24', INDEX, ['18:15', '19:15', '19:15']],
    ['2024-01-26', SHARE, null],
  ] as const)('%s of %j: %s', (day, traded, expected) => {
    expect(clocks(day, traded)).toEqual(expected);
  });

  it.each([
    ['2026-07-31', '15:30'],
    ['2026-08-03', '15:40'],
    ['2022-10-24', '19:15'],
  ])('of %s are all over at %s', (day, clock) => {
    expect(istMinute(marketEndOn(day) ?? 0)).toBe(clock);
    expect(marketEndOn('2026-08-02')).toBeNull();
  });
});

describe('the state of the market', () => {
  it.each([
    ['2026-11-20T08:59', 'closed', '2026-11-20T09:00'],
    ['2026-11-20T09:00', 'pre-open', '2026-11-20T09:15'],
    ['2026-11-20T09:15', 'open', '2026-11-20T15:15'],
    ['2026-11-20T15:15', 'closing-auction', '2026-11-20T15:35'],
    ['2026-11-20T15:35', 'closed', '2026-11-23T09:00'],
    ['2026-11-21T12:00', 'closed', '2026-11-23T09:00'],
    ['2024-01-02T15:29', 'open', '2024-01-02T15:30'],
    ['2024-01-02T15:30', 'closed', '2024-01-03T09:00'],
    ['2022-10-24T12:00', 'closed', '2022-10-24T18:15'],
    ['2022-10-24T18:30', 'open', '2022-10-24T19:15'],
  ])('at %s is %s until %s', (time, state, next) => {
    const now = marketStateAt(at(time));
    expect([now.state, istIso(now.nextChange).slice(0, 16)]).toEqual([state, next]);
  });

  it('is another one at every change it foretells', () => {
    let time = at('2026-07-25T00:00');
    for (let changes = 0; changes < 60; changes++) {
      const { state, nextChange } = marketStateAt(time);
      expect(nextChange).toBeGreaterThan(time);
      expect(marketStateAt(nextChange - 1).state).toBe(state);
      expect(marketStateAt(nextChange).state).not.toBe(state);
      time = nextChange;
    }
  });
});

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
