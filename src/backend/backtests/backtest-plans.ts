import type { Kysely } from 'kysely';
import { istDate, istDayStart } from '../../shared/time.ts';
import { backtestPlanOf } from '../billing/rights.ts';
import type { Schema } from '../db/schema.ts';

/** Sets of a sweep that one credit pays for. */
const SETS_PER_CREDIT = 100;

/** Credits of a sweep: one for each hundred sets begun. */
export const creditsOfSets = (sets: number): number => Math.ceil(sets / SETS_PER_CREDIT);

/** Start of this calendar month and of the next, in India. */
const monthBounds = (now: number): { from: number; to: number } => {
  const [year = 0, month = 1] = istDate(now).split('-').map(Number);
  const first = (y: number, m: number) => istDayStart(`${y}-${String(m).padStart(2, '0')}-01`);
  return { from: first(year, month), to: month === 12 ? first(year + 1, 1) : first(year, month + 1) };
};

export interface Quota {
  /** Name of the plan whose runs these are. */
  readonly plan: string;
  readonly planId: string;
  readonly runsPerMonth: number;
  readonly used: number;
  readonly left: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/** Credits of a user's plan in this calendar month in India; what was returned counts as never used. */
export const quotaOf = async (query: Kysely<Schema>, userId: number, now: number): Promise<Quota> => {
  const { from, to } = monthBounds(now);
  const { used } = await query
    .selectFrom('backtest_runs')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('credits'), eb.lit(0)).as('used'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .executeTakeFirstOrThrow();
  const { name, planId, runsPerMonth } = await backtestPlanOf(query, userId, now);
  return { plan: name, planId, runsPerMonth, used, left: Math.max(0, runsPerMonth - used), resetsAt: to };
};
