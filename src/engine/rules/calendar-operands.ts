import type { Operand, Timeframe } from '../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart, istMidnight, istWeekday } from '../../shared/time.ts';
import { expiriesByCalendar } from '../contracts/expiry-calendar.ts';
import { sessionHoursOn } from '../trading/session-hours.ts';
import { minuteAtClose } from './bar-close.ts';
import { byBar, type CompiledOperand } from './compiled-operand.ts';

/** Day of the week: Monday is 1, Sunday is 7. */
export const weekday: CompiledOperand = byBar(
  'weekday',
  0,
  () =>
    ({ time }) =>
      istWeekday(time) || 7,
);

/** Minutes from the session's open to the bar's close. */
export const minutesSinceOpen = (timeframe: Timeframe): CompiledOperand =>
  byBar(
    `minutes since open, ${timeframe}`,
    0,
    (traded) =>
      ({ time }) =>
        minuteAtClose(time, timeframe, traded) - sessionHoursOn(traded, time).open,
  );

/** The next expiry from a day on, as its start; NaN where the calendar has none. */
const expiryFrom = (
  { index, expiry }: Extract<Operand, { kind: 'days-to-expiry' }>,
  midnight: number,
): number => {
  const found = expiriesByCalendar(index, istDate(midnight)).find(
    ({ isMonthly }) => expiry === 'nearest' || isMonthly,
  );
  return found ? istDayStart(found.day) : Number.NaN;
};

/** Calendar days to an expiry of an index, 0 on its day. NaN before the index had any. */
export const daysToExpiry = (operand: Extract<Operand, { kind: 'days-to-expiry' }>): CompiledOperand =>
  byBar(JSON.stringify(operand), 0, () => {
    let next = Number.NaN;
    let today = Number.NaN;
    return ({ time }) => {
      const midnight = istMidnight(time);
      // The calendar is slow: it is asked again when the expiry is over, or on another day where there was none.
      if (midnight !== today && !(next >= midnight)) next = expiryFrom(operand, midnight);
      today = midnight;
      return Math.round((next - midnight) / DAY_MS);
    };
  });
