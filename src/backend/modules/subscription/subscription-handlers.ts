import { Reply, type Handlers } from '../../../shared/contract/endpoint.ts';
import type { subscription } from '../../../shared/contract/subscription.ts';
import { istDayText, istIso } from '../../../shared/time.ts';
import { keepAcknowledgement, requireSuitable } from '../../advisors/suitability.ts';
import { gstOn } from '../../billing/gst.ts';
import { type PlanOffer, pricesOn } from '../../billing/price-list.ts';
import { workingPlan } from '../../billing/rights.ts';
import type { Bought, Subscriptions } from '../../billing/subscriptions.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { quotaOf } from '../../backtests/backtest-plans.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { plansOf, purchasesOf, requireInvoice, requireUnpaidPlan } from './queries.ts';
import { planView, purchaseView, subscriptionView } from './views.ts';

interface SubscriptionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
}

/** Plans: what is on offer, what one has, buying, renewing and cancelling them, and what was paid for. */
export const subscriptionHandlers = (deps: SubscriptionDeps): Handlers<typeof subscription, CallContext> => {
  const { database, clock, subscriptions } = deps;
  const prices = () => pricesOn(clock.now());

  const requireOffer = (planId: string, isWanted: (kind: string) => boolean) => {
    const { plans, freePlan } = prices();
    if (planId === freePlan.planId)
      throw new Refusal('refused', `${freePlan.name} costs nothing: cancel your backtest plan to be on it.`);
    const plan = plans.find((offer) => offer.planId === planId && isWanted(offer.kind));
    if (!plan) throw notFound('plan');
    return plan;
  };

  const answerOf = async (tx: Transaction, { subscription: row, paid }: Bought) => {
    const { available } = await balancesOf(tx.query, row.user_id);
    const answer = { subscription: subscriptionView(row), transactionId: paid.purchaseId, available };
    return new Reply(answer, `${row.name} is paid until ${istDayText(row.paid_until)}.`);
  };

  const buy = (context: CallContext, plan: PlanOffer) =>
    onceInLedger(deps, context, async (tx, { key }) =>
      answerOf(tx, await subscriptions.buy(tx, context.userId, key, plan)),
    );

  /** An advisor plan must suit whoever activates it, or be wanted against that in so many words. */
  const activate = (context: CallContext, plan: PlanOffer, acknowledgement: string | undefined) =>
    onceInLedger(deps, context, async (tx, { key }) => {
      const assessment = await requireSuitable(tx, context.userId, plan.planId, acknowledgement);
      const bought = await subscriptions.buy(tx, context.userId, key, plan);
      await keepAcknowledgement(tx, assessment, bought.subscription, clock.now());
      const { data, message } = await answerOf(tx, bought);
      return new Reply(data, `${message} Its strategies run in your paper account.`);
    });

  return {
    mine: async (_input, { userId }) => {
      const { plans, gstPercent } = prices();
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
    },

    backtestPlans: async (_input, { userId }) => {
      const { plans, freePlan, gstPercent } = prices();
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
    },

    transactions: async (input, { userId }) => {
      const { rows, total } = await purchasesOf(database.readOf(userId), userId, input);
      const { pageNumber, pageSize } = input;
      return { transactionDetails: rows.map(purchaseView), pageNumber, pageSize, total };
    },

    invoice: (input, { userId }) => requireInvoice(database.read, userId, input.transactionId),

    activateTrading: (input, context) =>
      buy(
        context,
        requireOffer(input.planId, (kind) => kind === 'trade'),
      ),

    buy: ({ planId, acknowledgement }, context) => {
      const plan = requireOffer(planId, () => true);
      return plan.kind === 'advisor' ? activate(context, plan, acknowledgement) : buy(context, plan);
    },

    cancel: (input, { userId }) =>
      database.write(async (tx) => {
        const row = await subscriptions.cancel(tx, userId, input.subscriptionId);
        return new Reply(subscriptionView(row), row.message);
      }),

    retry: (input, context) =>
      onceInLedger(deps, context, async (tx, { key }) => {
        const plan = await requireUnpaidPlan(tx, context.userId, input.transactionId);
        return answerOf(tx, await subscriptions.payDue(tx, plan, key));
      }),
  };
};
