import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { subscription } from '../../../shared/contract/subscription.ts';
import { istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { notYet } from '../../not-yet.ts';
import { BACKTEST_PLANS, CURRENT_PLAN, quotaOf } from '../../jobs/backtest-plans.ts';

/** Plans and what is left of this month's credits. */
export const subscriptionHandlers = (
  database: Database,
  clock: Clock,
): Handlers<typeof subscription, CallContext> => ({
  mine: notYet,
  transactions: notYet,
  invoice: notYet,
  activateTrading: notYet,
  buy: notYet,
  cancel: notYet,
  retry: notYet,
  backtestPlans: async (_input, { userId }) => {
    const { used, left, resetsAt } = await quotaOf(database.read, userId, clock.now());
    return {
      plans: BACKTEST_PLANS.map((plan) => ({ ...plan, isCurrent: plan === CURRENT_PLAN })),
      quota: { used, left, resetsAt: istIso(resetsAt) },
    };
  },
});
