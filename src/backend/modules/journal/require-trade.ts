import type { Kysely } from 'kysely';
import type { Schema, TradeRow } from '../../db/schema.ts';
import { notFound } from '../../refusal.ts';

/** A closed trade of the user. @throws Refusal `not-found`, for those of others too */
export const requireTrade = async (
  db: Kysely<Schema>,
  userId: number,
  tradeId: number,
): Promise<TradeRow> => {
  const row = await db
    .selectFrom('trades')
    .selectAll()
    .where('id', '=', tradeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('trade');
  return row;
};
