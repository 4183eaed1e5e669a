import { ALL_ALERTS, ALL_CATEGORIES } from '../../../shared/alert-category.ts';
import type { alerts } from '../../../shared/contract/alerts.ts';
import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { paged } from '../../db/paged.ts';
import { notFound } from '../../refusal.ts';
import { keptSizes, splitGroup, standsFor, unreadAlerts } from '../../notices/unread-alerts.ts';
import { alertOf } from '../../notices/notify.ts';
import { alertPreferences } from './preferences.ts';

/** Alerts: unread count, list by category, mark as read, preferences. The preferences say which alerts a user wants. */
export const alertsHandlers = (database: Database, clock: Clock): Handlers<typeof alerts, CallContext> => ({
  count: (_input, context) => unreadAlerts(database.read, context.userId),

  list: async (input, context) => {
    let query = database.readOf(context.userId).selectFrom('alerts').where('user_id', '=', context.userId);
    if (input.categoryId !== ALL_CATEGORIES) query = query.where('category', '=', input.categoryId);
    const { groupId } = input;
    if (input.isGrouped) query = query.where('group_id', 'is', null);
    if (groupId !== undefined) query = query.where(standsFor(context.userId, groupId));
    const { rows, total } = await paged(query, input, (found) => found.selectAll().orderBy('id', 'desc'));
    const sizes = await keptSizes(database.readOf(context.userId), rows);
    return {
      notification_list: rows.map((row) => alertOf({ ...row, group_size: sizes.get(row.id) ?? 1 })),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  },

  preferences: alertPreferences(database),

  read: async (input, context) => {
    await database.write(context.userId, async (tx) => {
      if (input.notification_id === ALL_ALERTS) {
        await tx.query
          .updateTable('alerts')
          .set({ read_at: clock.now() })
          .where('user_id', '=', context.userId)
          .where('read_at', 'is', null)
          .execute();
        return;
      }
      const mine = await tx.query
        .selectFrom('alerts')
        .select('read_at')
        .where('id', '=', input.notification_id)
        .where('user_id', '=', context.userId)
        .executeTakeFirst();
      if (!mine) throw notFound('alert');
      if (mine.read_at !== null) return;
      await splitGroup(tx, context.userId, input.notification_id);
      await tx.query
        .updateTable('alerts')
        .set({ read_at: clock.now() })
        .where('user_id', '=', context.userId)
        .where('read_at', 'is', null)
        .where(standsFor(context.userId, input.notification_id))
        .execute();
    });
    return {};
  },
});
