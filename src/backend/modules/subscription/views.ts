import type { PlanOffer } from '../../billing/price-list.ts';
import { istIso } from '../../../shared/time.ts';
import type { Purchase, Subscription } from '../../../shared/contract/subscription.ts';
import { gstOn } from '../../billing/gst.ts';
import type { PurchaseRow, SubscriptionRow } from '../../db/schema.ts';

export const subscriptionView = (row: SubscriptionRow): Subscription => ({
  subscriptionId: row.id,
  planId: row.plan_id,
  kind: row.kind,
  name: row.name,
  price: row.price,
  gst: row.gst,
  state: row.state,
  startedAt: istIso(row.started_at),
  paidUntil: istIso(row.paid_until),
  graceUntil: row.grace_until === null ? null : istIso(row.grace_until),
  isRenewing: row.is_renewing === 1,
  message: row.message,
});

export const planView = (plan: PlanOffer, gstPercent: number, currentId: string | null) => ({
  planId: plan.planId,
  kind: plan.kind,
  name: plan.name,
  price: plan.price,
  gst: gstOn(plan.price, gstPercent),
  days: plan.days,
  runsPerMonth: plan.runsPerMonth,
  isCurrent: plan.planId === currentId,
});

/** A purchase with its invoice's number and its plan's state. */
export type PurchaseWithInvoice = PurchaseRow & {
  readonly number: string | null;
  readonly planState: SubscriptionRow['state'] | null;
};

export const purchaseView = (row: PurchaseWithInvoice): Purchase => ({
  transactionId: row.id,
  at: istIso(row.at),
  kind: row.kind,
  text: row.text,
  total: row.taxable + row.gst,
  gst: row.gst,
  state: row.state,
  message: row.message,
  reference: row.reference,
  invoiceNumber: row.number,
  canRetry: row.state === 'failed' && row.planState === 'grace',
});
