import { calendarWarning } from '../../engine/trading/trading-day.ts';
import { ALERT_CATEGORIES } from '../../shared/alert-category.ts';
import { clockToMinutes, DAY_MS, istMinuteOfDay } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Notify } from './notify.ts';

export interface CalendarNoticeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: Notify;
}

const TITLE = 'The trading days end';
const EVERY_MS = 7 * DAY_MS;
/** Told in the morning: early enough to update before the market opens. */
const FROM = clockToMinutes('08:00');
const UNTIL = clockToMinutes('09:15');

/**
 * Tells everybody with a broker account that the calendar of trading days ends, once a week while it is warned of. What
 * was told is looked up among the alerts, so a restart tells nobody twice.
 */
export const notifyOfCalendar = async ({ database, clock, notify }: CalendarNoticeDeps): Promise<void> => {
  const now = clock.now();
  const minute = istMinuteOfDay(now);
  const warning = calendarWarning(now);
  if (warning === null || minute < FROM || minute >= UNTIL) return;
  await database.write(async (tx) => {
    const notified = tx.query
      .selectFrom('alerts')
      .select('user_id')
      .where('category', '=', ALERT_CATEGORIES.system)
      .where('title', '=', TITLE)
      .where('at', '>', now - EVERY_MS);
    const accounts = await tx.query
      .selectFrom('broker_accounts')
      .select('user_id')
      .distinct()
      .where('user_id', 'not in', notified)
      .execute();
    for (const { user_id } of accounts)
      await notify(tx, user_id, 'system', {
        title: TITLE,
        body: warning,
        link: '/settings?section=updates',
      });
  });
};
