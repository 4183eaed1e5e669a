import { type Kysely, sql } from 'kysely';
import { istDate } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

/** A calendar month in India, as `YYYY-MM`. */
const monthOf = (time: number): string => istDate(time).slice(0, 7);

/**
 * Spend credits of a month. Other spending of the month waits for the commit, so check the rest afterwards.
 */
export const spendCredits = async (
  tx: Transaction,
  userId: number,
  credits: number,
  now: number,
): Promise<void> => {
  await sql`
    insert into backtest_credits (user_id, month, spent) values (${userId}, ${monthOf(now)}, ${credits})
    on conflict (user_id, month) do update set spent = backtest_credits.spent + excluded.spent`.execute(
    tx.query,
  );
};

/** Return the credits of a run to the month they are of. */
export const returnCredits = async (
  tx: Transaction,
  run: { readonly user_id: number; readonly credits: number; readonly created_at: number },
): Promise<void> => {
  await sql`
    update backtest_credits set spent = spent - ${run.credits}
    where user_id = ${run.user_id} and month = ${monthOf(run.created_at)}`.execute(tx.query);
};

/** Credits spent in the month of a moment; of later ones too, where the clock was set back. */
export const creditsSpent = async (query: Kysely<Schema>, userId: number, now: number): Promise<number> => {
  const { spent } = await query
    .selectFrom('backtest_credits')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('spent'), eb.lit(0)).as('spent'))
    .where('user_id', '=', userId)
    .where('month', '>=', monthOf(now))
    .executeTakeFirstOrThrow();
  return spent;
};
