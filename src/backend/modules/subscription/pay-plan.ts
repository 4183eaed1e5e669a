import { Reply } from '../../../shared/contract/endpoint.ts';
import { istDayText } from '../../../shared/time.ts';
import { keepAcknowledgement, requireSuitable } from '../../advisors/suitability.ts';
import { type PlanOffer, pricesOn } from '../../billing/price-list.ts';
import { concernedByPurchase } from '../../billing/purchases.ts';
import type { Bought } from '../../billing/subscriptions.ts';
import type { CallContext } from '../../call-context.ts';
import type { Transaction } from '../../db/database.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { subscriptionView } from './views.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';

/** A plan on offer. @throws Refusal for the free plan and for one that there is not */
export const requireOffer = (deps: SubscriptionDeps, planId: string, isWanted: (kind: string) => boolean) => {
  const { clock } = deps;
  const { plans, freePlan } = pricesOn(clock.now());
  if (planId === freePlan.planId)
    throw new Refusal('refused', `${freePlan.name} costs nothing: cancel your backtest plan to be on it.`);
  const plan = plans.find((offer) => offer.planId === planId && isWanted(offer.kind));
  if (!plan) throw notFound('plan');
  return plan;
};

/** Answer to the purchase of a plan. */
export const boughtAnswer = async (tx: Transaction, { subscription: row, paid }: Bought) => {
  const { available } = await balancesOf(tx.query, row.user_id);
  const answer = { subscription: subscriptionView(row), transactionId: paid.purchaseId, available };
  return new Reply(answer, `${row.name} is paid until ${istDayText(row.paid_until)}.`);
};

/** Buys a plan from the wallet, once for each attempt. */
export const payPlan = async (deps: SubscriptionDeps, context: CallContext, plan: PlanOffer) => {
  const concerned = await concernedByPurchase(deps.database.read, context.userId);
  return onceInLedger(deps, context, concerned, async (tx, { key }) =>
    boughtAnswer(tx, await deps.subscriptions.buy(tx, context.userId, key, plan)),
  );
};

/** Buys an advisor plan: it must suit the buyer, or the buyer must say that they want it all the same. */
export const payAdvisorPlan = async (
  deps: SubscriptionDeps,
  context: CallContext,
  plan: PlanOffer,
  acknowledgement: string | undefined,
) => {
  const concerned = await concernedByPurchase(deps.database.read, context.userId);
  return onceInLedger(deps, context, concerned, async (tx, { key }) => {
    const assessment = await requireSuitable(tx, context.userId, plan.planId, acknowledgement);
    const bought = await deps.subscriptions.buy(tx, context.userId, key, plan);
    await keepAcknowledgement(tx, assessment, bought.subscription, deps.clock.now());
    const { data, message } = await boughtAnswer(tx, bought);
    return new Reply(data, `${message} Its strategies run in your paper account.`);
  });
};
