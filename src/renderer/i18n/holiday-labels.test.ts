import { expect, test } from 'vitest';
import { HOLIDAYS } from '../../shared/trading-days.ts';
import { HOLIDAY_LABELS, holidaysBetween } from './holiday-labels.ts';

test('every holiday of 2026 has a name, and nothing else has one', () => {
  const known = [...HOLIDAYS].filter((day) => day.startsWith('2026-'));
  expect(Object.keys(HOLIDAY_LABELS).sort()).toEqual(known.sort());
});

test('a closed market names the holidays before it opens again', () => {
  const monday = Date.parse('2026-11-23T16:00:00+05:30');
  const wednesday = Date.parse('2026-11-25T09:00:00+05:30');
  expect(holidaysBetween(monday, wednesday)).toEqual(['Guru Nanak Jayanti']);
  expect(holidaysBetween(wednesday, wednesday + 86_400_000)).toEqual([]);
});
