import type { Kysely } from 'kysely';
import type { PlanKind } from '../../shared/contract/subscription.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema, SubscriptionRow } from '../db/schema.ts';
import { type PriceList, pricesOn } from './price-list.ts';

/** The right that a plan of each kind gives its owner; backtest plans give runs instead. */
const RIGHT: Readonly<Record<PlanKind, 'is_trade_active' | 'is_robo_active' | null>> = {
  trade: 'is_trade_active',
  advisor: 'is_robo_active',
  backtest: null,
};

/** Gives or takes back what a plan of a kind allows. */
export const setRight = async (
  tx: Transaction,
  userId: number,
  kind: PlanKind,
  isGiven: boolean,
): Promise<void> => {
  const right = RIGHT[kind];
  if (right === null) return;
  await tx.query
    .updateTable('users')
    .set({ [right]: isGiven ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
};

/** The plan of a kind that works for a user: any that has not ended, since only renewals end one. */
export const workingPlan = (
  query: Kysely<Schema>,
  userId: number,
  kind: PlanKind,
): Promise<SubscriptionRow | undefined> =>
  query
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '!=', 'ended')
    .executeTakeFirst();

const runsOf = ({ plan_id: planId, started_at: boughtAt }: SubscriptionRow): number | null =>
  pricesOn(boughtAt).plans.find((plan) => plan.planId === planId)?.runsPerMonth ?? null;

/** The runs of a plan that are left. Used runs count from `since` (epoch ms). Null for a plan without runs. */
export const leftRunsOf = async (
  query: Kysely<Schema>,
  plan: SubscriptionRow,
  since: number,
): Promise<{ left: number; of: number } | null> => {
  const runs = plan.kind === 'backtest' ? runsOf(plan) : null;
  if (runs === null) return null;
  const { used } = await query
    .selectFrom('backtest_runs')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('credits'), eb.lit(0)).as('used'))
    .where('user_id', '=', plan.user_id)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { left: Math.max(0, runs - used), of: runs };
};

/** A user's backtest plan as it was bought; the free one when none was. */
export const backtestPlanOf = async (
  query: Kysely<Schema>,
  userId: number,
  now: number,
): Promise<PriceList['freePlan']> => {
  const { freePlan } = pricesOn(now);
  const working = await workingPlan(query, userId, 'backtest');
  if (!working) return freePlan;
  const { plan_id: planId, name } = working;
  return { planId, name, runsPerMonth: runsOf(working) ?? freePlan.runsPerMonth };
};
