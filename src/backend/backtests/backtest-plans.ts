import type { Kysely } from 'kysely';
import { istDate, istDayStart } from '../../shared/time.ts';
import { backtestPlanOf } from '../billing/rights.ts';
import type { Schema } from '../db/schema.ts';
import { creditsSpent } from './backtest-credits.ts';

/** Sets of a sweep that one credit pays for. */
const SETS_PER_CREDIT = 100;

/** Credits of a sweep: one for each hundred combinations begun. */
export const creditsOfSets = (sets: number): number => Math.ceil(sets / SETS_PER_CREDIT);

/** Start of the next calendar month in India. */
const nextMonth = (now: number): number => {
  const [year = 0, month = 1] = istDate(now).split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return istDayStart(`${next}-01`);
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

/**
 * Credits of a user's plan in this calendar month in India; what was returned counts as never used. What has been spent
 * for the run that asks is not counted.
 */
export const quotaOf = async (
  query: Kysely<Schema>,
  userId: number,
  now: number,
  ofThisRun = 0,
): Promise<Quota> => {
  const used = (await creditsSpent(query, userId, now)) - ofThisRun;
  const { name, planId, runsPerMonth } = await backtestPlanOf(query, userId, now);
  const left = Math.max(0, runsPerMonth - used);
  return { plan: name, planId, runsPerMonth, used, left, resetsAt: nextMonth(now) };
};
