import {
  ALERT_CATEGORIES,
  ALERT_CATEGORY_NAMES,
  type AlertCategory,
  FIXED_ALERT_CATEGORIES,
} from '../../../shared/alert-category.ts';
import type { alerts } from '../../../shared/contract/alerts.ts';
import type { OutputOf, ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { CallContext } from '../../call-context.ts';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

const categories = Object.entries(ALERT_CATEGORIES) as [AlertCategory, number][];
const isFixed = (category: number): boolean =>
  FIXED_ALERT_CATEGORIES.some((name) => ALERT_CATEGORIES[name] === category);

type Preferences = (typeof alerts)['preferences'];

/** Read a user's alert preferences, and change those that are given. All or none of a change is kept. */
export const alertPreferences =
  (database: Database) =>
  async (input: ParsedOf<Preferences>, { userId }: CallContext): Promise<OutputOf<Preferences>> => {
    const changes = input.categories ?? [];
    if (changes.some((change) => isFixed(change.categoryId) && !change.isWanted))
      throw new Refusal(
        'refused',
        'Alerts on orders, risk, the broker and those of your own cannot be switched off.',
      );
    if (changes.length > 0)
      await database.write(userId, async (tx) => {
        for (const { categoryId: category, isWanted } of changes) {
          const value = { is_wanted: isWanted ? 1 : 0 };
          await tx.query
            .insertInto('alert_preferences')
            .values({ user_id: userId, category, ...value })
            .onConflict((oc) => oc.columns(['user_id', 'category']).doUpdateSet(value))
            .execute();
        }
      });
    const unwanted = await database.read
      .selectFrom('alert_preferences')
      .select('category')
      .where('user_id', '=', userId)
      .where('is_wanted', '=', 0)
      .execute();
    return {
      categories: categories.map(([name, category]) => ({
        categoryId: category,
        name: ALERT_CATEGORY_NAMES[name],
        isWanted: isFixed(category) || !unwanted.some((row) => row.category === category),
        isFixed: isFixed(category),
      })),
    };
  };
