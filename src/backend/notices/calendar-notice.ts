import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { calendarWarning } from '../../engine/trading/trading-day.ts';
import { ALERT_CATEGORIES } from '../../shared/alert-category.ts';
import { clockToMinutes, DAY_MS, istMinuteOfDay } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { Notify } from './notify.ts';

export interface CalendarNoticeDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly logger: Logger;
}

const TITLE = 'The trading days end';
const EVERY_MS = 7 * DAY_MS;
/** Told in the morning: early enough to update before the market opens. */
const FROM = clockToMinutes('08:00');
const UNTIL = clockToMinutes('09:15');

/**
 * Notify everybody with a broker account that the trading calendar ends. Once a week, while it is warned of. Earlier
 * notices are looked up among the alerts, so a restart notifies nobody twice.
 */
export const notifyOfCalendar = async (deps: CalendarNoticeDeps): Promise<void> => {
  const { database, users, clock, logger } = deps;
  const now = clock.now();
  const minute = istMinuteOfDay(now);
  const warning = calendarWarning(now);
  if (warning === null || minute < FROM || minute >= UNTIL) return;
  const accounts = await database.read
    .selectFrom('broker_accounts')
    .select('user_id')
    .distinct()
    .where(users.among('user_id'))
    .where('user_id', 'not in', notifiedSince(database.read, now))
    .execute();
  for (const { user_id: userId } of accounts)
    await notifyOne(deps, userId, warning).catch((error: unknown) =>
      logger.error({ err: error, userId }, 'somebody could not be told of the calendar'),
    );
};

const notifiedSince = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('alerts')
    .select('user_id')
    .where('category', '=', ALERT_CATEGORIES.system)
    .where('title', '=', TITLE)
    .where('at', '>', now - EVERY_MS);

/** Notify one user in a transaction of its own. A failure keeps no other from being notified. */
const notifyOne = (
  { database, notify }: CalendarNoticeDeps,
  userId: number,
  warning: string,
): Promise<void> =>
  database.write(userId, (tx) =>
    notify(tx, userId, 'system', { title: TITLE, body: warning, link: '/settings?section=updates' }),
  );
