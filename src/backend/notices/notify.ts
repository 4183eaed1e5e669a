import { sql } from 'kysely';
import type { Alert } from '../../shared/contract/alerts.ts';
import { ALERT_CATEGORIES, type AlertCategory, FIXED_ALERT_CATEGORIES } from '../../shared/alert-category.ts';
import { istIso } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { AlertRow } from '../db/schema.ts';
import { groupAlert } from './unread-alerts.ts';
import type { EventHub } from './event-hub.ts';

/** Notice to a person. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Route of the desktop it speaks of. */
  readonly link: string;
  readonly isCritical?: boolean;
  /** The strategy that it tells of. */
  readonly strategyId?: number;
  /** Market time of what it reports, where not wall time. */
  readonly marketAt?: number | null;
}

/**
 * Write an alert in the transaction of its event. It is streamed after the commit. What a user does not want to be told
 * of is not written at all, so it is neither listed nor counted; a critical alert always is.
 */
export type Notify = (
  tx: Transaction,
  userId: number,
  category: AlertCategory,
  notice: Notice,
) => Promise<void>;

export const alertOf = (row: AlertRow): Alert => ({
  notification_id: row.id,
  categoryId: row.category,
  title: row.title,
  body: row.body,
  at: istIso(row.at),
  marketAt: row.market_at === null ? null : istIso(row.market_at),
  strategyId: row.strategy_id,
  read: row.read_at !== null,
  link: row.link,
  isCritical: row.is_critical === 1,
  groupSize: row.group_size,
});

/** Whether a user wants such alerts, and how many are unread. A category or a strategy may be unwanted. */
const listenerOf = async (
  tx: Transaction,
  userId: number,
  category: AlertCategory,
  strategyId: number | null,
): Promise<{ readonly isWanted: boolean; readonly unread: number }> => {
  const { rows } = await sql<{ is_wanted: number; is_muted: number; unread: number }>`
    select coalesce((select is_wanted from alert_preferences
        where user_id = ${userId} and category = ${ALERT_CATEGORIES[category]}), 1) as is_wanted,
      exists (select 1 from strategies
        where id = ${strategyId} and owner_id = ${userId} and is_muted = 1) as is_muted,
      (select count(*) from alerts
        where user_id = ${userId} and read_at is null and group_id is null) as unread`.execute(tx.query);
  const isFixed = FIXED_ALERT_CATEGORIES.includes(category);
  const isRefused = rows[0]?.is_wanted === 0 || rows[0]?.is_muted === 1;
  return { isWanted: isFixed || !isRefused, unread: rows[0]?.unread ?? 0 };
};

export const createNotify =
  (hub: EventHub, clock: Clock): Notify =>
  async (tx, userId, category, notice) => {
    const { title, body, link, isCritical = false, strategyId = null, marketAt = null } = notice;
    const { isWanted, unread } = await listenerOf(tx, userId, category, strategyId);
    if (!isCritical && !isWanted) return;
    const written = await sql<AlertRow>`
      insert into alerts (user_id, category, title, body, link, is_critical, at, read_at, strategy_id, market_at)
      values (${userId}, ${ALERT_CATEGORIES[category]}, ${title}, ${body}, ${link}, ${isCritical ? 1 : 0},
        ${clock.now()}, null, ${strategyId}, ${marketAt}) returning *`.execute(tx.query);
    const row = written.rows[0] as AlertRow;
    const group_size = await groupAlert(tx, row);
    const alert = alertOf({ ...row, group_size });
    // In a group it takes the place of one that is counted.
    const nowUnread = group_size > 1 ? unread : unread + 1;
    tx.afterCommit(() => hub.publish(userId, { type: 'alert', alert, unread: nowUnread }));
  };
