import { DAY_MS, istDate, istDayStart, istWeekday } from '../../shared/time.ts';
import { type DatedTable, datedTable, valueOn } from '../dated.ts';
import { lotOfExpiry } from './contract-size.ts';
import { lastDayOf } from './expiry.ts';

/** An expiry as a contract list has it. */
export interface ListedExpiry {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The last of its month. */
  readonly isMonthly: boolean;
  /** Units. */
  readonly lotSize: number;
}

/** Weekday of expiries, 1 is Monday; below zero where there are none. */
interface Weekdays {
  readonly weekly: DatedTable<number>;
  readonly monthly: DatedTable<number>;
}

const [NONE, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [-1, 1, 2, 3, 4, 5] as const;

/**
 * Weekdays of index expiries, by the day of the expiry. For days of which no contract list is known: a list counts.
 * Sources: NSE and BSE circulars as reported by Angel One, Business Standard, Free Press Journal and Mint.
 */
const WEEKDAYS: Readonly<Record<string, Weekdays>> = {
  NIFTY: {
    weekly: datedTable(['2019-02-14', THURSDAY], ['2025-09-01', TUESDAY]),
    monthly: datedTable(['2000-06-01', THURSDAY], ['2025-09-01', TUESDAY]),
  },
  BANKNIFTY: {
    weekly: datedTable(['2016-05-27', THURSDAY], ['2023-09-01', WEDNESDAY], ['2024-11-14', NONE]),
    monthly: datedTable(
      ['2005-06-01', THURSDAY],
      ['2024-03-01', WEDNESDAY],
      ['2025-01-01', THURSDAY],
      ['2025-09-01', TUESDAY],
    ),
  },
  FINNIFTY: {
    weekly: datedTable(['2021-10-01', TUESDAY], ['2024-11-20', NONE]),
    monthly: datedTable(['2021-10-01', TUESDAY], ['2025-01-01', THURSDAY], ['2025-09-01', TUESDAY]),
  },
  MIDCPNIFTY: {
    weekly: datedTable(['2023-08-21', MONDAY], ['2024-11-19', NONE]),
    monthly: datedTable(['2023-08-21', MONDAY], ['2025-01-01', THURSDAY], ['2025-09-01', TUESDAY]),
  },
  SENSEX: {
    weekly: datedTable(['2023-05-15', FRIDAY], ['2025-01-01', TUESDAY], ['2025-09-01', THURSDAY]),
    monthly: datedTable(['2023-05-15', FRIDAY], ['2025-01-01', TUESDAY], ['2025-09-01', THURSDAY]),
  },
};

/** Expiries that are listed at once: four weeks and three months. */
const [WEEKS, MONTHS] = [4, 3] as const;
/** Three monthly expiries lie within it. */
const LONGEST_DAYS = 130;

const isOn = (table: DatedTable<number>, start: number): boolean =>
  start >= table[0].start && istWeekday(start) === valueOn(table, start);

const isMonthlyOn = ({ monthly }: Weekdays, start: number): boolean =>
  isOn(monthly, start) && istDate(start + 7 * DAY_MS).slice(0, 7) !== istDate(start).slice(0, 7);

/** Whether the Monday to Friday around a day has a monthly expiry. It has no weekly one then. */
const hasMonthlyInWeek = (weekdays: Weekdays, start: number): boolean => {
  const monday = start - ((istWeekday(start) + 6) % 7) * DAY_MS;
  return [0, 1, 2, 3, 4].some((days) => isMonthlyOn(weekdays, monday + days * DAY_MS));
};

/**
 * Expiries on an index from a day on, `YYYY-MM-DD`, in order. Holidays move them to the trading day before. Empty for
 * what has no calendar.
 */
export const expiriesByCalendar = (underlying: string, today: string): ListedExpiry[] => {
  const weekdays = WEEKDAYS[underlying];
  if (!weekdays) return [];
  const all: ListedExpiry[] = [];
  const first = istDayStart(today);
  let [weeks, months] = [0, 0];
  for (let ahead = 0; ahead < LONGEST_DAYS && months < MONTHS; ahead++) {
    const start = first + ahead * DAY_MS;
    const isMonthly = isMonthlyOn(weekdays, start);
    if (!isMonthly && (!isOn(weekdays.weekly, start) || hasMonthlyInWeek(weekdays, start))) continue;
    const day = lastDayOf(istDate(start));
    // A holiday may have moved it to a day that is over.
    if (day < today) continue;
    if (isMonthly) months++;
    if (isMonthly || weeks < WEEKS) all.push({ day, isMonthly, lotSize: lotOfExpiry(underlying, day) ?? 1 });
    weeks++;
  }
  return all;
};
