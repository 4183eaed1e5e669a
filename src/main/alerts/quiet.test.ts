import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Quiet, isQuietHour } from './quiet.ts';

const at = (time: string) => Date.parse(`${time}+05:30`);
const daily = (from: string, to: string) => ({ when: 'daily', from, to }) as const;
const outsideMarket = { when: 'outside-market', from: '22:00', to: '07:00' } as const;

test.each([
  ['2026-11-20T21:59:00', false],
  ['2026-11-20T22:00:00', true],
  ['2026-11-21T06:59:00', true],
  ['2026-11-21T07:00:00', false],
])('hours over midnight: %s', (time, isQuiet) =>
  expect(isQuietHour(daily('22:00', '07:00'), at(time))).toBe(isQuiet),
);

test.each([
  ['2026-11-20T12:59:00', false],
  ['2026-11-20T13:00:00', true],
  ['2026-11-20T14:00:00', false],
])('hours within a day: %s', (time, isQuiet) =>
  expect(isQuietHour(daily('13:00', '14:00'), at(time))).toBe(isQuiet),
);

test.each([
  ['2026-11-20T08:44:00', true],
  ['2026-11-20T08:45:00', false],
  ['2026-11-20T15:59:00', false],
  ['2026-11-20T16:00:00', true],
  ['2026-11-21T11:00:00', true],
  // Guru Nanak Jayanti.
  ['2026-11-24T11:00:00', true],
  // Muhurat, from 18:00 to 19:00.
  ['2026-11-08T11:00:00', true],
  ['2026-11-08T17:30:00', false],
  ['2026-11-08T19:29:00', false],
  ['2026-11-08T19:30:00', true],
])('by the calendar of the exchange: %s', (time, isQuiet) =>
  expect(isQuietHour(outsideMarket, at(time))).toBe(isQuiet),
);

test('never is never', () =>
  expect(isQuietHour({ when: 'never', from: '00:00', to: '23:59' }, at('2026-11-20T03:00:00'))).toBe(false));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('quiet that was asked for ends by itself, or when it is cancelled', () => {
  const said: (number | null)[] = [];
  const quiet = new Quiet(
    () => ({ when: 'never', from: '22:00', to: '07:00' }),
    (until) => said.push(until),
  );
  const until = Date.now() + 3_600_000;
  expect([quiet.askFor(60), quiet.isNow]).toEqual([until, true]);
  vi.advanceTimersByTime(3_600_000);
  expect([quiet.isNow, quiet.until]).toEqual([false, null]);
  quiet.askFor(60);
  quiet.askFor(0);
  expect(quiet.isNow).toBe(false);
  expect(said).toEqual([until, null, until + 3_600_000, null]);
});

test('quiet that was asked for is over at its time, also on a computer that slept until after it', () => {
  const said: (number | null)[] = [];
  const quiet = new Quiet(
    () => ({ when: 'never', from: '22:00', to: '07:00' }),
    (until) => said.push(until),
  );
  const until = quiet.askFor(60) ?? 0;
  // While a computer sleeps its clock goes on, and its timers do not.
  vi.setSystemTime(until + 8 * 3_600_000);
  expect(quiet.isNow).toBe(false);
  // The window and the tray hear of it soon.
  vi.advanceTimersByTime(30_000);
  expect(said).toEqual([until, null]);
  vi.advanceTimersByTime(3_600_000);
  expect(said).toHaveLength(2);
});

test('quiet that was asked for lasts no longer because the clock is set back', () => {
  const quiet = new Quiet(
    () => ({ when: 'never', from: '22:00', to: '07:00' }),
    () => undefined,
  );
  quiet.askFor(60);
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  vi.advanceTimersByTime(3_600_000);
  expect(quiet.isNow).toBe(false);
});
