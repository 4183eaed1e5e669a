import type { Kysely } from 'kysely';
import type { AdvisedRisk } from '../../shared/contract/advisors.ts';
import type { Schema } from '../db/schema.ts';
import { isAbove } from './score-answers.ts';

/** A strategy of the house that a plan manages. */
export interface ManagedStrategy {
  readonly id: number;
  readonly name: string;
  readonly risk: AdvisedRisk;
  readonly capital: number;
  readonly minimumCapital: number;
}

/** An advisor's plan with what it manages; its price is in the price list. */
export interface AdvisorPlan {
  readonly planId: string;
  readonly name: string;
  readonly summary: string;
  readonly advisor: {
    readonly name: string;
    readonly bio: string;
    readonly registration: string;
    readonly isExample: boolean;
  };
  /** The highest among its strategies. */
  readonly risk: AdvisedRisk;
  readonly strategies: readonly ManagedStrategy[];
}

/** Every advisor plan, or the one given, in the order shown. */
export const advisorPlans = async (query: Kysely<Schema>, planId?: string): Promise<AdvisorPlan[]> => {
  const rows = await query
    .selectFrom('advisor_plans as plan')
    .innerJoin('advisors as advisor', 'advisor.id', 'plan.advisor_id')
    .innerJoin('advisor_plan_strategies as managed', 'managed.plan_id', 'plan.plan_id')
    .innerJoin('strategies as strategy', 'strategy.id', 'managed.strategy_id')
    .select([
      'plan.plan_id',
      'plan.name',
      'plan.summary',
      'advisor.name as advisorName',
      'advisor.bio',
      'advisor.registration',
      'advisor.is_example',
      'strategy.id as strategyId',
      'strategy.name as strategyName',
      'strategy.risk',
      'strategy.capital',
      'strategy.minimum_capital',
    ])
    .$if(planId !== undefined, (some) => some.where('plan.plan_id', '=', planId ?? ''))
    .orderBy('plan.place')
    .orderBy('plan.plan_id')
    .orderBy('strategy.id')
    .execute();
  const plans = new Map<string, AdvisorPlan>();
  for (const row of rows) {
    const strategy: ManagedStrategy = {
      id: row.strategyId,
      name: row.strategyName,
      risk: row.risk,
      capital: row.capital,
      minimumCapital: row.minimum_capital,
    };
    const known = plans.get(row.plan_id);
    plans.set(row.plan_id, {
      planId: row.plan_id,
      name: row.name,
      summary: row.summary,
      advisor: {
        name: row.advisorName,
        bio: row.bio,
        registration: row.registration,
        isExample: row.is_example === 1,
      },
      risk: known && !isAbove(row.risk, known.risk) ? known.risk : row.risk,
      strategies: [...(known?.strategies ?? []), strategy],
    });
  }
  return [...plans.values()];
};
