import { clockToMinutes, istDate, istDayStart, istMinuteOfDay, istWeekday } from './time.ts';

/** The last day whose sessions the exchange has published; after it a weekday is only supposed to be a trading day. */
export const KNOWN_UNTIL = '2026-12-31';
/** The first day of the calendar; before it a weekday is only supposed to have been a trading day. */
export const KNOWN_FROM = '2020-10-01';

/**
 * NSE equity trading holidays that fall on weekdays. To 2025-09-30 they are the weekdays on which none of the NIFTY
 * 50 shares traded; the rest of 2025 and 2026 are the exchange's lists. Later years are not published yet.
 */
export const HOLIDAYS: ReadonlySet<string> = new Set(
  `2020-10-02 2020-11-16 2020-11-30 2020-12-25
   2021-01-26 2021-03-11 2021-03-29 2021-04-02 2021-04-14 2021-04-21 2021-05-13 2021-07-21 2021-08-19 2021-09-10
   2021-10-15 2021-11-05 2021-11-19
   2022-01-26 2022-03-01 2022-03-18 2022-04-14 2022-04-15 2022-05-03 2022-08-09 2022-08-15 2022-08-31 2022-10-05
   2022-10-26 2022-11-08
   2023-01-26 2023-03-07 2023-03-30 2023-04-04 2023-04-07 2023-04-14 2023-05-01 2023-06-29 2023-08-15 2023-09-19
   2023-10-02 2023-10-24 2023-11-14 2023-11-27 2023-12-25
   2024-01-22 2024-01-26 2024-03-08 2024-03-25 2024-03-29 2024-04-11 2024-04-17 2024-05-01 2024-05-20 2024-06-17
   2024-07-17 2024-08-15 2024-10-02 2024-11-15 2024-11-20 2024-12-25
   2025-02-26 2025-03-14 2025-03-31 2025-04-10 2025-04-14 2025-04-18 2025-05-01 2025-08-15 2025-08-27 2025-10-02
   2025-10-22 2025-11-05 2025-12-25
   2026-01-15 2026-01-26 2026-03-03 2026-03-26 2026-03-31 2026-04-03 2026-04-14 2026-05-01 2026-05-28 2026-06-26
   2026-09-14 2026-10-02 2026-10-20 2026-11-10 2026-11-24 2026-12-25`.split(/\s+/),
);

/** Weekend days with an ordinary session (budget days, disaster-recovery drills). */
export const WEEKEND_SESSIONS: ReadonlySet<string> = new Set([
  '2024-01-20',
  '2024-03-02',
  '2024-05-18',
  '2025-02-01',
  '2026-02-01',
]);

/**
 * Weekdays on which shares are traded and not delivered: what settles a day after its trade settles another day later.
 * Of 2026 alone, as the press gave the exchange's list.
 */
const SETTLEMENT_HOLIDAYS: ReadonlySet<string> = new Set([
  '2026-02-19',
  '2026-03-19',
  '2026-04-01',
  '2026-08-26',
]);

/** Days on which only the hour of Muhurat trading takes place. */
export const MUHURAT: ReadonlyMap<string, { from: string; to: string }> = new Map([
  ['2020-11-14', { from: '18:15', to: '19:15' }],
  ['2021-11-04', { from: '18:15', to: '19:15' }],
  ['2022-10-24', { from: '18:15', to: '19:15' }],
  ['2023-11-12', { from: '18:15', to: '19:15' }],
  ['2024-11-01', { from: '18:00', to: '19:00' }],
  ['2025-10-21', { from: '13:45', to: '14:45' }],
  // The day is the exchange's. Its hour is assumed: that of most years.
  ['2026-11-08', { from: '18:00', to: '19:00' }],
]);

/** Kind of a day at the exchange. There is no session on a holiday and on an ordinary weekend. */
export type DayKind =
  'ordinary' | 'weekend-session' | 'muhurat' | 'settlement-holiday' | 'holiday' | 'weekend';

/** The kind of a `YYYY-MM-DD` day. After `KNOWN_UNTIL` every weekday counts as ordinary. */
export const kindOfDay = (day: string): DayKind => {
  if (MUHURAT.has(day)) return 'muhurat';
  if (WEEKEND_SESSIONS.has(day)) return 'weekend-session';
  const weekday = istWeekday(istDayStart(day));
  if (weekday === 0 || weekday === 6) return 'weekend';
  if (HOLIDAYS.has(day)) return 'holiday';
  return SETTLEMENT_HOLIDAYS.has(day) ? 'settlement-holiday' : 'ordinary';
};

/** Whether there is a session on a `YYYY-MM-DD` day; after `KNOWN_UNTIL` this is a supposition. */
export const isTradingDay = (day: string): boolean => {
  const kind = kindOfDay(day);
  return kind !== 'holiday' && kind !== 'weekend';
};

/** Hours of a day, in minutes after midnight in India. `to` is excluded. */
export interface MarketHours {
  readonly from: number;
  readonly to: number;
}

const USUAL_SESSION = { from: '09:15', to: '15:30' };
/** Before a session everything is looked over; after it come the last auction and the reports. */
export const AROUND_SESSION_MINUTES = 30;

/**
 * The market hours of a `YYYY-MM-DD` day; null on one without a session. They are the session and what is done before
 * and after it: the time in which a trader wants every notification and no disturbance.
 */
export const marketHoursOn = (day: string): MarketHours | null => {
  if (!isTradingDay(day)) return null;
  const { from, to } = MUHURAT.get(day) ?? USUAL_SESSION;
  return {
    from: clockToMinutes(from) - AROUND_SESSION_MINUTES,
    to: clockToMinutes(to) + AROUND_SESSION_MINUTES,
  };
};

/** Whether a moment (epoch ms) is in its day's market hours. */
export const isMarketTime = (now: number): boolean => {
  const hours = marketHoursOn(istDate(now));
  const minute = istMinuteOfDay(now);
  return hours !== null && minute >= hours.from && minute < hours.to;
};
