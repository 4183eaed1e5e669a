import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart } from '../../shared/time.ts';
import { lastWholeDay, monthsBetween, pieceFrom, yearsUpTo } from './fetch-pieces.ts';

const at = (moment: string): number => Date.parse(`${moment}+05:30`);
const SPAN = { timeframe: '1m', from_day: '2024-11-27', to_day: '2025-11-26' } as const;

describe('pieces of minutes', () => {
  it('begin with the days of the last month that are over', () => {
    expect(pieceFrom('2025-11', SPAN)).toEqual({
      months: [{ month: '2025-11', from: istDayStart('2025-11-01'), until: istDayStart('2025-11-27') }],
      // The 1st and 2nd were a weekend.
      range: { from: istDayStart('2025-11-03'), until: istDayStart('2025-11-27') },
      next: '2025-10',
    });
  });

  it('go back a month at a time, over the turn of a year, and end with the days of the first month', () => {
    expect(pieceFrom('2025-01', SPAN).next).toBe('2024-12');
    expect(pieceFrom('2024-11', SPAN)).toEqual({
      months: [{ month: '2024-11', from: istDayStart('2024-11-27'), until: istDayStart('2024-12-01') }],
      range: { from: istDayStart('2024-11-27'), until: istDayStart('2024-11-30') },
      next: null,
    });
  });

  it('have nothing to ask for where no day of them is traded on', () => {
    expect(pieceFrom('2024-11', { ...SPAN, from_day: '2024-11-30' }).range).toBeNull();
  });

  it('are all of the days, each once', () => {
    const stretches = [];
    for (let month: string | null = '2025-11'; month !== null;) {
      const piece = pieceFrom(month, SPAN);
      stretches.push(...piece.months);
      month = piece.next;
    }
    expect(stretches).toHaveLength(monthsBetween(SPAN.from_day, SPAN.to_day));
    for (const [index, { until }] of stretches.slice(1).entries()) expect(until).toBe(stretches[index]?.from);
    expect(stretches.at(-1)?.from).toBe(istDayStart(SPAN.from_day));
    expect(stretches[0]?.until).toBe(istDayStart(SPAN.to_day) + DAY_MS);
  });
});

it('five years of days are two pieces, the first of five years of months', () => {
  const span = { timeframe: '1d', from_day: '2020-11-27', to_day: '2025-11-26' } as const;
  const piece = pieceFrom('2025-11', span);
  expect(piece.months).toHaveLength(60);
  expect([piece.months.at(-1)?.month, piece.next]).toEqual(['2020-12', '2020-11']);
  const days = (piece.range!.until - piece.range!.from) / DAY_MS;
  expect(days).toBeLessThan(2_000);
});

it('a day is over when its last auction is', () => {
  expect(lastWholeDay(at('2026-11-27T12:00:00'))).toBe('2026-11-26');
  expect(lastWholeDay(at('2026-11-27T15:36:00'))).toBe('2026-11-26');
  expect(lastWholeDay(at('2026-11-27T15:41:00'))).toBe('2026-11-27');
  expect(lastWholeDay(at('2026-11-28T12:00:00'))).toBe('2026-11-27');
});

it('years are counted back to the same day, and begin after it', () => {
  expect(yearsUpTo('2025-11-26', 5)).toEqual({ from: '2020-11-27', to: '2025-11-26' });
  expect(yearsUpTo('2024-02-29', 1)).toEqual({ from: '2023-03-01', to: '2024-02-29' });
});
