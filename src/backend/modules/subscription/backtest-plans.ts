import { istIso } from '../../../shared/time.ts';
import { gstOn } from '../../billing/gst.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { quotaOf } from '../../backtests/backtest-plans.ts';
import type { SubscriptionCalls, SubscriptionDeps } from './subscription-deps.ts';

/** Backtest plans on offer, and how many runs are left this month. */
export const backtestPlans =
  (deps: SubscriptionDeps): SubscriptionCalls['backtestPlans'] =>
  async (_input, { userId }) => {
    const { database, clock } = deps;
    const { plans, freePlan, gstPercent } = pricesOn(clock.now());
    const { planId, used, left, resetsAt } = await quotaOf(database.read, userId, clock.now());
    const offers = plans.flatMap((plan) =>
      plan.kind === 'backtest' ? [{ ...plan, runsPerMonth: plan.runsPerMonth ?? 0 }] : [],
    );
    return {
      plans: [{ ...freePlan, price: 0, days: null }, ...offers].map((plan) => ({
        planId: plan.planId,
        name: plan.name,
        runsPerMonth: plan.runsPerMonth,
        price: plan.price,
        gst: gstOn(plan.price, gstPercent),
        days: plan.days,
        isCurrent: plan.planId === planId,
      })),
      quota: { used, left, resetsAt: istIso(resetsAt) },
    };
  };
