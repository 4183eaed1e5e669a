import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { dateRange, id, instant, paise, percent, search } from './fields.ts';

/** Plans that can be bought for a time. */
export const PLAN_KINDS = ['backtest', 'trade', 'advisor'] as const;
export const planKind = z.enum(PLAN_KINDS);
export type PlanKind = z.output<typeof planKind>;

export const SUBSCRIPTION_STATES = ['active', 'grace', 'ended', 'cancelled'] as const;

const PlanSchema = z.lazy(() =>
  z.object({
    planId: z.string(),
    kind: planKind,
    name: z.string(),
    /** Paise before GST. */
    price: paise,
    gst: paise,
    days: z.int(),
    /** Backtests a month; null for other kinds. */
    runsPerMonth: z.int().nullable(),
    isCurrent: z.boolean(),
  }),
);

/** A plan that somebody has, or had. */
export const SubscriptionSchema = z.lazy(() =>
  z.object({
    subscriptionId: id,
    planId: z.string(),
    kind: planKind,
    name: z.string(),
    price: paise,
    gst: paise,
    state: z.enum(SUBSCRIPTION_STATES),
    startedAt: instant,
    /** Paid up to here; renewed then if `isRenewing`. */
    paidUntil: instant,
    /** While a renewal has failed: the plan works until here. */
    graceUntil: instant.nullable(),
    isRenewing: z.boolean(),
    message: z.string(),
  }),
);
export type Subscription = z.output<typeof SubscriptionSchema>;

/** A tax invoice; the two halves of GST within one state, the whole across states. */
export const InvoiceSchema = z.lazy(() =>
  z.object({
    /** Numbered without gaps within a financial year: `TD/2026-27/000012`. */
    number: z.string(),
    at: instant,
    seller: z.object({ name: z.string(), address: z.string(), gstin: z.string(), state: z.string() }),
    buyer: z.object({ name: z.string(), email: z.string(), address: z.string(), state: z.string() }),
    lines: z.array(z.object({ text: z.string(), sac: z.string(), taxable: paise })),
    taxable: paise,
    gstPercent: percent,
    cgst: paise,
    sgst: paise,
    igst: paise,
    total: paise,
    /** The seller's details are made up for the built-in server. */
    isSandbox: z.boolean(),
  }),
);
export type Invoice = z.output<typeof InvoiceSchema>;

/** A purchase: what was to be paid, and what became of it. */
export const PurchaseSchema = z.lazy(() =>
  z.object({
    transactionId: id,
    at: instant,
    kind: z.enum(['activation', 'trade', 'backtest', 'advisor', 'author', 'top-up']),
    text: z.string(),
    total: paise,
    gst: paise,
    state: z.enum(['paid', 'failed', 'refunded']),
    message: z.string(),
    reference: z.string(),
    invoiceNumber: z.string().nullable(),
    /** A failed payment that may be tried again. */
    canRetry: z.boolean(),
  }),
);
export type Purchase = z.output<typeof PurchaseSchema>;

const planChoice = z.object({ planId: z.string().trim().min(1).max(40) });
const bought = z.lazy(() =>
  z.object({ subscription: SubscriptionSchema, transactionId: id, available: paise }),
);

export const subscription = {
  mine: post('/userapi/mysubscription', {
    right: read('Subscription'),
    output: z.lazy(() =>
      z.object({
        subscriptionDetails: z.object({
          subscriptions: z.array(SubscriptionSchema),
          usage: z.object({ used: z.int(), left: z.int(), runsPerMonth: z.int(), resetsAt: instant }),
          /** Plans that give the right to trade live. */
          tradePlans: z.array(PlanSchema),
          isTradeactive: z.boolean(),
          isActive: z.boolean(),
        }),
      }),
    ),
  }),
  backtestPlans: post('/userapi/getBacktestPlans', {
    right: read('Subscription'),
    output: z.lazy(() =>
      z.object({
        plans: z.array(
          z.object({
            planId: z.string(),
            name: z.string(),
            runsPerMonth: z.int(),
            /** Paise before GST; 0 for the free plan. */
            price: paise,
            gst: paise,
            /** Days that are paid for at a time; null for the free plan, which does not end. */
            days: z.int().nullable(),
            isCurrent: z.boolean(),
          }),
        ),
        quota: z.object({ used: z.int(), left: z.int(), resetsAt: instant }),
      }),
    ),
  }),
  transactions: post('/userapi/myTransactions', {
    right: read('Subscription'),
    input: () => z.object({ ...pageInput(), ...dateRange, search }),
    output: z.lazy(() => z.object({ transactionDetails: z.array(PurchaseSchema), ...pageOutput })),
  }),
  invoice: post('/userapi/invoice', {
    right: read('Subscription'),
    input: () => z.object({ transactionId: id }),
    output: InvoiceSchema,
  }),
  activateTrading: post('/userapi/tradeactivation', {
    right: manage('Subscription'),
    input: planChoice,
    output: bought,
    money: 'ledger',
  }),
  buy: post('/userapi/buyplan', {
    right: manage('Subscription'),
    input: () =>
      planChoice.extend({
        /** For an advisor plan above one's band: the words that its `suitability` asks for, agreed to. */
        acknowledgement: z.string().max(1000).optional(),
      }),
    output: bought,
    money: 'ledger',
  }),
  cancel: post('/userapi/cancelplan', {
    right: manage('Subscription'),
    input: () => z.object({ subscriptionId: id }),
    output: SubscriptionSchema,
  }),
  retry: post('/userapi/retrypayment', {
    right: manage('Subscription'),
    input: () => z.object({ transactionId: id }),
    output: bought,
    money: 'ledger',
  }),
};
