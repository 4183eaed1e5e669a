import { Reply } from '../../../shared/contract/endpoint.ts';
import { concernedByPurchase } from '../../billing/purchases.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { purchasesOf, requireInvoice, requireUnpaidPlan } from './queries.ts';
import { purchaseView, subscriptionView } from './views.ts';
import { mySubscriptions } from './my-subscriptions.ts';
import { backtestPlans } from './backtest-plans.ts';
import { boughtAnswer, payAdvisorPlan, payPlan, requireOffer } from './pay-plan.ts';
import type { SubscriptionCalls, SubscriptionDeps } from './subscription-deps.ts';

/** Plans: what is on offer, what one has, buying, renewing and cancelling them, and what was paid for. */
export const subscriptionHandlers = (deps: SubscriptionDeps): SubscriptionCalls => ({
  mine: mySubscriptions(deps),
  backtestPlans: backtestPlans(deps),
  transactions: async (input, { userId }) => {
    const { rows, total } = await purchasesOf(deps.database.readOf(userId), userId, input);
    const { pageNumber, pageSize } = input;
    return { transactionDetails: rows.map(purchaseView), pageNumber, pageSize, total };
  },
  invoice: (input, { userId }) => requireInvoice(deps.database.read, userId, input.transactionId),
  activateTrading: (input, context) =>
    payPlan(
      deps,
      context,
      requireOffer(deps, input.planId, (kind) => kind === 'trade'),
    ),
  buy: ({ planId, acknowledgement }, context) => {
    const plan = requireOffer(deps, planId, () => true);
    return plan.kind === 'advisor'
      ? payAdvisorPlan(deps, context, plan, acknowledgement)
      : payPlan(deps, context, plan);
  },
  cancel: (input, { userId }) =>
    deps.database.write(userId, async (tx) => {
      const row = await deps.subscriptions.cancel(tx, userId, input.subscriptionId);
      return new Reply(subscriptionView(row), row.message);
    }),
  retry: async (input, context) => {
    const concerned = await concernedByPurchase(deps.database.read, context.userId);
    return onceInLedger(deps, context, concerned, async (tx, { key }) => {
      const plan = await requireUnpaidPlan(tx, context.userId, input.transactionId);
      return boughtAnswer(tx, await deps.subscriptions.payDue(tx, plan, key));
    });
  },
});
