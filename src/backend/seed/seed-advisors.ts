import type { Transaction } from '../db/database.ts';
import { HOUSE_ADVISOR_PLANS, HOUSE_ADVISORS } from './house-advisors.ts';

/** Write example advisors and their plans over the house's strategies. Those strategies must be there. */
export const seedAdvisors = async (tx: Transaction): Promise<void> => {
  const advisorIds = new Map<string, number>();
  for (const { name, bio, registration } of HOUSE_ADVISORS) {
    const { id } = await tx.query
      .insertInto('advisors')
      .values({ name, bio, registration, is_example: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    advisorIds.set(name, id);
  }
  const strategies = await tx.query
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .select(['strategies.id', 'strategies.name'])
    .where('users.is_house', '=', 1)
    .execute();
  for (const [place, plan] of HOUSE_ADVISOR_PLANS.entries()) {
    const advisorId = advisorIds.get(plan.advisor);
    if (advisorId === undefined) throw new Error(`${plan.name}: there is no advisor ${plan.advisor}.`);
    await tx.query
      .insertInto('advisor_plans')
      .values({
        plan_id: plan.planId,
        advisor_id: advisorId,
        name: plan.name,
        summary: plan.summary,
        place,
      })
      .execute();
    for (const name of plan.strategies) {
      const strategy = strategies.find((one) => one.name === name);
      if (!strategy) throw new Error(`${plan.name}: there is no house strategy ${name}.`);
      await tx.query
        .insertInto('advisor_plan_strategies')
        .values({ plan_id: plan.planId, strategy_id: strategy.id })
        .execute();
    }
  }
};
