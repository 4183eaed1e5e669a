import type { RebalanceRule, SipFrequency } from '../../shared/basket-rules.ts';
import { DAY_MS, istDate, istDayStart, istWeekday } from '../../shared/time.ts';

const MONTHS: Readonly<Record<Exclude<RebalanceRule, 'never'>, number>> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
};

/** Months since the year 0 of a `YYYY-MM-DD` day. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const dayOfMonth = (month: number, date: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** First calendar day of the next rebalancing period; null for `never`. */
export const nextPeriodStart = (day: string, rule: RebalanceRule): string | null => {
  if (rule === 'never') return null;
  const months = MONTHS[rule];
  return dayOfMonth((Math.floor(monthOf(day) / months) + 1) * months, 1);
};

/** Whether a new rebalancing period has begun between two days. */
export const isNewPeriod = (before: string, day: string, rule: RebalanceRule): boolean => {
  const next = nextPeriodStart(before, rule);
  return next !== null && day >= next;
};

/** Weekdays a weekly or fortnightly SIP may fall on: 1 = Monday to 5 = Friday. */
export const LAST_SIP_WEEKDAY = 5;
/** Days of the month a monthly or quarterly SIP may fall on: every month has them. */
export const LAST_SIP_DATE = 28;

export const isByWeek = (frequency: SipFrequency): boolean =>
  frequency === 'weekly' || frequency === 'fortnightly';

/** Why a day does not fit a frequency, as a sentence; null when it does. */
export const sipDayProblem = (frequency: SipFrequency, day: number): string | null => {
  if (isByWeek(frequency))
    return day <= LAST_SIP_WEEKDAY ? null : 'Choose a weekday from Monday (1) to Friday (5).';
  return day <= LAST_SIP_DATE ? null : 'Choose a day of the month from 1 to 28: every month has those.';
};

const plusDays = (day: string, days: number): string => istDate(istDayStart(day) + days * DAY_MS);

/** The first due day (`YYYY-MM-DD`) strictly after a day. */
export const firstDueDay = (after: string, frequency: SipFrequency, day: number): string => {
  if (isByWeek(frequency)) {
    const ahead = (day - istWeekday(istDayStart(after)) + 7) % 7;
    return plusDays(after, ahead === 0 ? 7 : ahead);
  }
  const thisMonth = dayOfMonth(monthOf(after), day);
  return thisMonth > after ? thisMonth : dayOfMonth(monthOf(after) + 1, day);
};

/** The due day that follows one. */
export const dueDayAfter = (due: string, frequency: SipFrequency): string => {
  switch (frequency) {
    case 'weekly':
      return plusDays(due, 7);
    case 'fortnightly':
      return plusDays(due, 14);
    case 'monthly':
      return dayOfMonth(monthOf(due) + 1, Number(due.slice(8)));
    case 'quarterly':
      return dayOfMonth(monthOf(due) + 3, Number(due.slice(8)));
  }
};
