import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { GapFinder, stretchesOf } from './series-gaps.ts';

const OPEN = 9 * 60 + 15;
/** Minutes of a session before the closing auction came. */
const SESSION = 375;

const minutesOf = (day: string, isThere: (minute: number) => boolean = () => true): number[] =>
  Array.from({ length: SESSION }, (_, minute) => minute)
    .filter(isThere)
    .map((minute) => istDayStart(day) + (OPEN + minute) * MINUTE_MS);

const gapsOf = (...days: number[][]) => {
  const finder = new GapFinder('1m');
  for (const times of days) finder.add(times);
  return finder.find();
};

describe('gaps of minutes', () => {
  it('a series without a gap has none: weekends and holidays are no gaps', () => {
    // The 5th was a holiday, the 8th and 9th a weekend.
    const days = ['2025-11-03', '2025-11-04', '2025-11-06', '2025-11-07', '2025-11-10'];
    expect(gapsOf(...days.map((day) => minutesOf(day)))).toEqual({
      tradingDays: 5,
      wholeDays: 5,
      missingDays: [],
      shortDays: [],
    });
  });

  it('days without a candle between the first and the last are missing', () => {
    const { missingDays, tradingDays, wholeDays } = gapsOf(minutesOf('2025-11-03'), minutesOf('2025-11-10'));
    expect(missingDays).toEqual(['2025-11-04', '2025-11-06', '2025-11-07']);
    expect([tradingDays, wholeDays]).toEqual([5, 2]);
  });

  it('minutes that are missing on a day are counted, and the first is named', () => {
    const { shortDays, wholeDays } = gapsOf(minutesOf('2025-11-03', (minute) => minute < 10 || minute > 12));
    expect(shortDays).toEqual([
      {
        day: '2025-11-03',
        missing: 3,
        expected: SESSION,
        firstAt: istDayStart('2025-11-03') + (OPEN + 10) * MINUTE_MS,
      },
    ]);
    expect(wholeDays).toBe(0);
  });

  it('a day that comes in two parts is one day', () => {
    const all = minutesOf('2025-11-03');
    expect(gapsOf(all.slice(0, 100), all.slice(100)).wholeDays).toBe(1);
  });

  it('nothing is judged before the calendar begins', () => {
    const { tradingDays, missingDays } = gapsOf(minutesOf('2020-09-01'), minutesOf('2020-10-01'));
    expect([tradingDays, missingDays]).toEqual([1, []]);
  });

  it('minutes of an index after its shares have closed are not expected', () => {
    const untilQuarterPast = minutesOf('2026-09-01', (minute) => minute < 360);
    expect(gapsOf(untilQuarterPast).wholeDays).toBe(1);
  });

  it('nothing at all has no gaps', () => {
    expect(gapsOf()).toEqual({ tradingDays: 0, wholeDays: 0, missingDays: [], shortDays: [] });
  });
});

it('of days a candle is expected on each trading day, whatever its time', () => {
  const finder = new GapFinder('1d');
  finder.add([istDayStart('2025-11-03'), istDayStart('2025-11-03') + 2 * DAY_MS + DAY_MS]);
  expect(finder.find()).toMatchObject({ missingDays: ['2025-11-04'], shortDays: [], wholeDays: 2 });
});

it('missing days that follow each other are one stretch, over weekends and holidays', () => {
  expect(
    stretchesOf(['2025-11-03', '2025-11-04', '2025-11-06', '2025-11-07', '2025-11-10', '2025-11-12']),
  ).toEqual([
    { from: '2025-11-03', to: '2025-11-10', days: 5 },
    { from: '2025-11-12', to: '2025-11-12', days: 1 },
  ]);
});
