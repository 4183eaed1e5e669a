import type { Kysely } from 'kysely';
import { istMidnight } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';

/** Limits of a user for all live strategies together; null where nothing is set. */
export interface RiskLimits {
  /** Paise. */
  readonly maxLossPerDay: number | null;
  readonly maxTradesPerDay: number | null;
}

export const riskLimitsOf = async (db: Kysely<Schema>, userId: number): Promise<RiskLimits> => {
  const row = await db.selectFrom('risk_guards').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return { maxLossPerDay: row?.max_loss_per_day ?? null, maxTradesPerDay: row?.max_trades_per_day ?? null };
};

/** Live entries sent today (in India), by strategies and by hand. Purchases of baskets are none. */
export const entriesToday = async (db: Kysely<Schema>, userId: number, now: number): Promise<number> => {
  const { entries } = await db
    .selectFrom('orders')
    .innerJoin('strategies', 'strategies.id', 'orders.strategy_id')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('user_id', '=', userId)
    .where('orders.mode', '=', 'live')
    .where('strategies.kind', 'in', ['rules', 'manual'])
    .where('slot', '=', 'entry')
    .where('sent_at', '>=', istMidnight(now))
    .executeTakeFirstOrThrow();
  return entries;
};

/**
 * Require a loss limit of every live strategy. It must have its own when the account's is removed.
 * @throws Refusal `refused` with the name of one that has none
 */
export const requireOwnLossLimits = async (tx: Transaction, userId: number): Promise<void> => {
  const bare = await tx.query
    .selectFrom('strategies')
    .select('name')
    .where('owner_id', '=', userId)
    .where('mode', '=', 'live')
    .where('kind', '=', 'rules')
    .where('max_loss_per_day', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (bare)
    throw new Refusal(
      'refused',
      `${bare.name} is live and has no loss limit of its own. Change the limit to another amount, or take ${bare.name} back to paper first.`,
    );
};

/** @throws Refusal `refused` when the account has no loss limit of the day, so that a live strategy must keep its own */
export const requireLossLimit = async (tx: Transaction, userId: number): Promise<void> => {
  const { maxLossPerDay } = await riskLimitsOf(tx.query, userId);
  if (maxLossPerDay === null)
    throw new Refusal(
      'refused',
      'A live strategy needs a loss limit of the day, its own or that of all live strategies.',
    );
};
