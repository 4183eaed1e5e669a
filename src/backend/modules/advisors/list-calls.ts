import { analystCalls } from '../../advisors/analyst-calls.ts';
import { workingPlan } from '../../billing/rights.ts';
import type { AdvisorsCalls, AdvisorsParts } from './advisors-deps.ts';

/** A page of calls by the analysts of the user's working plan. */
export const listCalls =
  (deps: AdvisorsParts): AdvisorsCalls['calls'] =>
  async ({ pageNumber, pageSize, state }, { userId }) => {
    const { database, marketRuns } = deps;
    const plan = await workingPlan(database.read, userId, 'advisor');
    if (!plan) return { ratradelist: [], plan: null, pageNumber, pageSize, total: 0 };
    const { identity, session } = marketRuns.simulated;
    const { calls, total } = await analystCalls(
      database.readOf(userId),
      { planId: plan.plan_id, run: identity, state, pageNumber, pageSize },
      (symbol) => session.lastPrice(symbol),
    );
    return {
      ratradelist: calls,
      plan: { planId: plan.plan_id, name: plan.name },
      pageNumber,
      pageSize,
      total,
    };
  };
