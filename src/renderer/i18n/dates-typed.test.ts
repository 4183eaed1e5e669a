import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockWritten, dayTyped, dayWritten, isClock, isDay, typedDay } from './dates-typed.ts';

it('a day is typed as people in India write it, and kept as the calendar has it', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(dayTyped(typedDay(day))).toBe(day);
        expect(dayWritten(typedDay(day))).toBe(day);
        expect(typedDay(day)).toBe(`${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`);
      },
    ),
  );
});

it('a day may be written shorter, and one that the calendar does not have is no day', () => {
  expect(dayWritten('3/1/2022')).toBe('2022-01-03');
  expect(dayWritten(' 29.02.2024 ')).toBe('2024-02-29');
  for (const text of ['29-02-2023', '31-04-2026', '00-01-2026', '10-13-2026', '3-1-22', 'today']) {
    expect(dayWritten(text)).toBe(text);
    expect(isDay(dayWritten(text))).toBe(false);
  }
  // While somebody types, nothing jumps.
  expect(dayTyped('3-1-2022')).toBe('3-1-2022');
  expect(typedDay('3-1-2022')).toBe('3-1-2022');
});

it('a clock time has 24 hours and may be written shorter', () => {
  expect(clockWritten('9:15')).toBe('09:15');
  expect(clockWritten('1515')).toBe('15:15');
  expect(clockWritten('9.30')).toBe('09:30');
  for (const text of ['24:00', '9:60', '3:15 PM', '']) expect(isClock(clockWritten(text))).toBe(false);
});
