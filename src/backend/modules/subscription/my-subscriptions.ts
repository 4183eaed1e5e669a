import { istIso } from '../../../shared/time.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { workingPlan } from '../../billing/rights.ts';
import { quotaOf } from '../../backtests/backtest-plans.ts';
import { plansOf } from './queries.ts';
import { planView, subscriptionView } from './views.ts';
import type { SubscriptionCalls, SubscriptionDeps } from './subscription-deps.ts';

/** The user's plans, what is left of them, and trade plans offered. */
export const mySubscriptions =
  (deps: SubscriptionDeps): SubscriptionCalls['mine'] =>
  async (_input, { userId }) => {
    const { database, clock } = deps;
    const { plans, gstPercent } = pricesOn(clock.now());
    const user = await database.read
      .selectFrom('users')
      .select(['is_active', 'is_trade_active'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const trading = await workingPlan(database.read, userId, 'trade');
    const { used, left, runsPerMonth, resetsAt } = await quotaOf(database.read, userId, clock.now());
    return {
      subscriptionDetails: {
        subscriptions: (await plansOf(database.read, userId)).map(subscriptionView),
        usage: { used, left, runsPerMonth, resetsAt: istIso(resetsAt) },
        tradePlans: plans
          .filter(({ kind }) => kind === 'trade')
          .map((plan) => planView(plan, gstPercent, trading?.plan_id ?? null)),
        isTradeactive: user.is_trade_active === 1,
        isActive: user.is_active === 1,
      },
    };
  };
