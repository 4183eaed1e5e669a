import type { Alert } from '../../../shared/contract/alerts.ts';
import {
  ALERT_CATEGORIES,
  type AlertCategory,
  FIXED_ALERT_CATEGORIES,
} from '../../../shared/alert-category.ts';
import { istIso } from '../../../shared/time.ts';
import type { Clock } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import type { AlertRow } from '../../db/schema.ts';
import type { EventHub } from '../../http/event-hub.ts';

/** What a person is told. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Route of the desktop it speaks of. */
  readonly link: string;
  readonly isCritical?: boolean;
}

/**
 * Writes an alert in the transaction of the event that caused it, and streams it after the commit. What somebody does
 * not want to be told of is not written at all, so it is neither listed nor counted; a critical alert always is.
 */
export type Notify = (
  tx: Transaction,
  userId: number,
  category: AlertCategory,
  notice: Notice,
) => Promise<void>;

export const alertOf = (row: AlertRow): Alert => ({
  notification_id: row.id,
  notication_category_id: row.category,
  title: row.title,
  body: row.body,
  at: istIso(row.at),
  read: row.read_at !== null,
  link: row.link,
  isCritical: row.is_critical === 1,
});

const isWanted = async (tx: Transaction, userId: number, category: AlertCategory): Promise<boolean> => {
  if (FIXED_ALERT_CATEGORIES.includes(category)) return true;
  const preference = await tx.query
    .selectFrom('alert_preferences')
    .select('is_wanted')
    .where('user_id', '=', userId)
    .where('category', '=', ALERT_CATEGORIES[category])
    .executeTakeFirst();
  return preference?.is_wanted !== 0;
};

export const createNotify =
  (hub: EventHub, clock: Clock): Notify =>
  async (tx, userId, category, notice) => {
    if (!notice.isCritical && !(await isWanted(tx, userId, category))) return;
    const row = await tx.query
      .insertInto('alerts')
      .values({
        user_id: userId,
        category: ALERT_CATEGORIES[category],
        title: notice.title,
        body: notice.body,
        link: notice.link,
        is_critical: notice.isCritical ? 1 : 0,
        at: clock.now(),
        read_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { unread } = await tx.query
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<number>().as('unread'))
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    tx.afterCommit(() => hub.publish(userId, { type: 'alert', alert: alertOf(row), unread }));
  };
