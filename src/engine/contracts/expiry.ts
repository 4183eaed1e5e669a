import { KNOWN_UNTIL, kindOfDay } from '../../shared/trading-days.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { DAYS_A_YEAR } from '../options/black76.ts';
import { sessionHoursOn } from '../trading/session-hours.ts';

const YEAR_MS = DAYS_A_YEAR * DAY_MS;
/** No closed days follow each other for so long. */
const LONGEST_BREAK_DAYS = 15;

/** Nothing expires on the evening session of a holiday. */
const isFullDay = (day: string): boolean =>
  ['ordinary', 'weekend-session', 'settlement-holiday'].includes(kindOfDay(day));

/**
 * Day on which contracts with a listed expiry end, `YYYY-MM-DD`. Contracts are listed before the holidays of their year
 * are known: a day that turned out to be one moves to the trading day before it.
 */
export const lastDayOf = (expiry: string): string => {
  let start = istDayStart(expiry);
  for (let back = 0; back < LONGEST_BREAK_DAYS && !isFullDay(istDate(start)); back++) start -= DAY_MS;
  return istDate(start);
};

/** Whether an expiry may still move. The holidays of its year are not known then. */
export const mayMove = (expiry: string): boolean => expiry > KNOWN_UNTIL;

/** Expiries whose end is remembered: it is asked for at every price. */
const MOST_REMEMBERED = 1_024;
const moments = new Map<string, number>();

/** Moment at which trading in an expiry ends, epoch ms. That is the close of derivatives on its last day. */
export const expiryMoment = (expiry: string): number => {
  const known = moments.get(expiry);
  if (known !== undefined) return known;
  const start = istDayStart(lastDayOf(expiry));
  const moment = start + sessionHoursOn({ kind: 'index-proxy' }, start).close * MINUTE_MS;
  if (moments.size >= MOST_REMEMBERED) moments.clear();
  moments.set(expiry, moment);
  return moment;
};

/** Time to an expiry in years of 365 days; 0 once it is over. */
export const yearsTo = (expiry: string, now: number): number =>
  Math.max(0, expiryMoment(expiry) - now) / YEAR_MS;
