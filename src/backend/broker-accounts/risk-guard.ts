import type { Kysely } from 'kysely';
import { istMidnight } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';

/** What a user has set for all live strategies together; null where nothing is set. */
export interface RiskLimits {
  /** Paise. */
  readonly maxLossPerDay: number | null;
  readonly maxTradesPerDay: number | null;
}

export const riskLimitsOf = async (db: Kysely<Schema>, userId: number): Promise<RiskLimits> => {
  const row = await db.selectFrom('risk_guards').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return { maxLossPerDay: row?.max_loss_per_day ?? null, maxTradesPerDay: row?.max_trades_per_day ?? null };
};

/** Entries that live strategies of a user have sent today (in India). Purchases of baskets are none. */
export const entriesToday = async (db: Kysely<Schema>, userId: number, now: number): Promise<number> => {
  const { entries } = await db
    .selectFrom('orders')
    .innerJoin('tricks', 'tricks.id', 'orders.trick_id')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('user_id', '=', userId)
    .where('orders.mode', '=', 'live')
    .where('tricks.kind', '=', 'rules')
    .where('slot', '=', 'entry')
    .where('sent_at', '>=', istMidnight(now))
    .executeTakeFirstOrThrow();
  return entries;
};
