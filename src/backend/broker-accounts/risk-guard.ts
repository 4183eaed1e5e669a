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

/**
 * What live strategies have come to today (in India): closed trades, net, and entries that were sent. Baskets are held
 * for years: their sales and purchases are no result of a day.
 */
export const liveToday = async (
  db: Kysely<Schema>,
  userId: number,
  now: number,
): Promise<{ realised: number; entries: number }> => {
  const midnight = istMidnight(now);
  const { realised } = await db
    .selectFrom('trades')
    .innerJoin('tricks', 'tricks.id', 'trades.trick_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net'), eb.lit(0)).as('realised'))
    .where('user_id', '=', userId)
    .where('trades.mode', '=', 'live')
    .where('tricks.kind', '=', 'rules')
    .where('exit_at', '>=', midnight)
    .executeTakeFirstOrThrow();
  const { entries } = await db
    .selectFrom('orders')
    .innerJoin('tricks', 'tricks.id', 'orders.trick_id')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('user_id', '=', userId)
    .where('orders.mode', '=', 'live')
    .where('tricks.kind', '=', 'rules')
    .where('purpose', '=', 'entry')
    .where('sent_at', '>=', midnight)
    .executeTakeFirstOrThrow();
  return { realised, entries };
};
