import { formatRupees } from '../../shared/money.ts';
import { DAY_MS, istDayText } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { SubscriptionRow } from '../db/schema.ts';
import { notFound, Refusal } from '../refusal.ts';
import { gstOn } from './gst.ts';
import type { PlanEffects } from './plan-effects.ts';
import { type PlanOffer, pricesOn } from './price-list.ts';
import type { BillingDeps, Item, Paid, Purchases } from './purchases.ts';
import { setRight, leftRunsOf, workingPlan } from './rights.ts';

/** A plan that was bought or renewed, with the purchase that paid. */
export interface Bought {
  readonly subscription: SubscriptionRow;
  readonly paid: Paid;
}

export interface SubscriptionDeps extends BillingDeps {
  readonly purchases: Purchases;
  /** Left out where nothing but money matters. */
  readonly effects?: PlanEffects;
}

type Change = Partial<
  Pick<SubscriptionRow, 'state' | 'paid_until' | 'grace_until' | 'warned_at' | 'is_renewing' | 'message'>
>;

const itemOf = (plan: Pick<SubscriptionRow, 'kind' | 'plan_id' | 'name' | 'price'>): Item => ({
  kind: plan.kind,
  itemId: plan.plan_id,
  text: plan.name,
  price: plan.price,
  credit: null,
});

/** Number of a plan's paid periods that begin after `now` (epoch ms). */
const paidAhead = async ({ query }: Transaction, { id }: SubscriptionRow, now: number): Promise<number> => {
  const { periods } = await query
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<number>().as('periods'))
    .where('subscription_id', '=', id)
    .where('state', '=', 'paid')
    .where('period_start', '>', now)
    .executeTakeFirstOrThrow();
  return periods;
};

/** When the last period of a plan was paid, epoch ms. */
const lastPaidAt = async ({ query }: Transaction, { id }: SubscriptionRow): Promise<number> => {
  const { at } = await query
    .selectFrom('purchases')
    .select((eb) => eb.fn.coalesce(eb.fn.max('at'), eb.lit(0)).as('at'))
    .where('subscription_id', '=', id)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(at);
};

const renewsOn = (paidUntil: number): string => `Renews on ${istDayText(paidUntil)}.`;

/** Plans that people have: bought, changed, renewed, cancelled, ended. Every step runs in the caller's transaction. */
export class Subscriptions {
  private readonly deps: SubscriptionDeps;

  constructor(deps: SubscriptionDeps) {
    this.deps = deps;
  }

  /**
   * Buys a plan. One of the same kind gives way: its unused part comes back as credit. The same plan, cancelled, gets
   * another period after the one that is paid; in grace, the period that is due is paid.
   * @throws Refusal `conflict` when the user has just this plan, `refused` when money is missing.
   */
  async buy(tx: Transaction, userId: number, key: string, plan: PlanOffer): Promise<Bought> {
    const current = await workingPlan(tx.query, userId, plan.kind);
    if (current?.plan_id === plan.planId) {
      if (current.state === 'grace') return this.payDue(tx, current, key);
      if (current.state === 'cancelled') return this.extend(tx, current, key);
      throw new Refusal(
        'conflict',
        `You have ${current.name} until ${istDayText(current.paid_until)}; it renews by itself.`,
      );
    }
    if (current) await this.replace(tx, current, key, plan.name);
    const now = this.deps.clock.now();
    const paidUntil = now + plan.days * DAY_MS;
    const subscription = await tx.query
      .insertInto('subscriptions')
      .values({
        user_id: userId,
        plan_id: plan.planId,
        kind: plan.kind,
        name: plan.name,
        price: plan.price,
        gst: gstOn(plan.price, pricesOn(now).gstPercent),
        days: plan.days,
        state: 'active',
        started_at: now,
        paid_until: paidUntil,
        grace_until: null,
        warned_at: null,
        is_renewing: 1,
        message: renewsOn(paidUntil),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const paid = await this.pay(tx, subscription, key, now);
    await setRight(tx, userId, plan.kind, true);
    await this.deps.effects?.begun(tx, subscription);
    return { subscription, paid };
  }

  /**
   * Renews a plan whose time is up, once: from now on, since nobody used it while nothing ran. Without the money its days
   * of grace begin.
   */
  async renew(tx: Transaction, row: SubscriptionRow): Promise<void> {
    const now = this.deps.clock.now();
    const means = await this.deps.purchases.meansFor(tx, row.user_id, itemOf(row));
    if (!means.isEnough) return this.startGrace(tx, row, now);
    await this.pay(tx, row, `renewal:${row.id}:${row.paid_until}`, row.paid_until);
    await this.run(tx, row, now);
  }

  /**
   * Pays for the period that began with the days of grace.
   * @throws Refusal `conflict` when these are over, `refused` when money is missing.
   */
  async payDue(tx: Transaction, row: SubscriptionRow, key: string): Promise<Bought> {
    if (row.grace_until === null || row.grace_until <= this.deps.clock.now())
      throw new Refusal('conflict', `The days of grace of ${row.name} are over. Buy it again in a moment.`);
    const { at: begun } = await tx.query
      .selectFrom('purchases')
      .select('at')
      .where('subscription_id', '=', row.id)
      .where('period_start', '=', row.paid_until)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    const paid = await this.pay(tx, row, key, row.paid_until);
    return { subscription: await this.run(tx, row, begun), paid };
  }

  /** Whether the period that is due could be paid now. */
  async canPayDue(tx: Transaction, row: SubscriptionRow): Promise<boolean> {
    return (await this.deps.purchases.meansFor(tx, row.user_id, itemOf(row))).isEnough;
  }

  /** Notify the owner that money is missing. The alert says until when the plan still works. */
  async warn(tx: Transaction, row: SubscriptionRow): Promise<void> {
    const { clock, notify } = this.deps;
    await this.change(tx, row, { warned_at: clock.now() });
    await notify(tx, row.user_id, 'wallet', {
      title: `${row.name} could not be renewed`,
      body: `${row.message} Add ${formatRupees(row.price + row.gst)} to your wallet and it is renewed by itself.`,
      link: '/subscription',
    });
  }

  /**
   * Ends a plan's renewals: it works until it is paid up. In grace, where nothing is paid, it ends at once.
   * @throws Refusal `not-found`, or `conflict` when there is nothing to cancel.
   */
  async cancel(tx: Transaction, userId: number, subscriptionId: number): Promise<SubscriptionRow> {
    const row = await tx.query
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', subscriptionId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound('subscription');
    if (row.state === 'ended') throw new Refusal('conflict', `${row.name} has ended already.`);
    if (row.state === 'cancelled')
      throw new Refusal('conflict', `${row.name} is cancelled already. ${row.message}`);
    await this.deps.logActivity(tx, userId, 'subscription', `Cancelled ${row.name}.`);
    if (row.state === 'grace') return this.end(tx, row, 'Cancelled.');
    const message = `Cancelled. It works until ${istDayText(row.paid_until)} and is not renewed.`;
    return this.change(tx, row, { state: 'cancelled', is_renewing: 0, message });
  }

  /** Ends a plan and takes back the right it gave. */
  async end(tx: Transaction, row: SubscriptionRow, message: string): Promise<SubscriptionRow> {
    await setRight(tx, row.user_id, row.kind, false);
    await this.deps.effects?.ended(tx, row);
    await this.deps.logActivity(tx, row.user_id, 'subscription', `${row.name} has ended. ${message}`);
    return this.change(tx, row, { state: 'ended', is_renewing: 0, grace_until: null, message });
  }

  private async pay(tx: Transaction, row: SubscriptionRow, key: string, start: number): Promise<Paid> {
    const period = { subscriptionId: row.id, start };
    return this.deps.purchases.buy(tx, { userId: row.user_id, key, item: itemOf(row), period });
  }

  /** Runs for one more period from a moment. */
  private run(tx: Transaction, row: SubscriptionRow, from: number): Promise<SubscriptionRow> {
    const paidUntil = from + row.days * DAY_MS;
    return this.change(tx, row, {
      state: 'active',
      paid_until: paidUntil,
      grace_until: null,
      warned_at: null,
      is_renewing: 1,
      message: renewsOn(paidUntil),
    });
  }

  private async extend(tx: Transaction, row: SubscriptionRow, key: string): Promise<Bought> {
    const paid = await this.pay(tx, row, key, row.paid_until);
    const from = Math.max(row.paid_until, this.deps.clock.now());
    return { subscription: await this.run(tx, row, from), paid };
  }

  private async startGrace(tx: Transaction, row: SubscriptionRow, now: number): Promise<void> {
    const graceUntil = now + pricesOn(now).graceDays * DAY_MS;
    await this.deps.purchases.recordFailure(tx, {
      userId: row.user_id,
      item: itemOf(row),
      period: { subscriptionId: row.id, start: row.paid_until },
    });
    const inGrace = await this.change(tx, row, {
      state: 'grace',
      grace_until: graceUntil,
      message: `Your wallet had not enough money. It works until ${istDayText(graceUntil)}.`,
    });
    await this.warn(tx, inGrace);
  }

  /**
   * Ends a plan for another of its kind. What was paid and not used comes back as credit, before GST: the share of its
   * days that is left, and of a backtest plan no more than the share of its runs that is left. A period that is paid and
   * has not begun comes back whole.
   */
  private async replace(tx: Transaction, row: SubscriptionRow, key: string, by: string): Promise<void> {
    const period = row.days * DAY_MS;
    // A clock that was set back stands before a payment: what was paid for has not become more by that.
    const now = Math.max(this.deps.clock.now(), await lastPaidAt(tx, row));
    const ahead = await paidAhead(tx, row, now);
    const unused = Math.max(0, row.paid_until - now - ahead * period);
    const runs = await leftRunsOf(tx.query, row, row.paid_until - (ahead + 1) * period);
    const ofThis = Math.min(
      Math.floor((row.price * unused) / period),
      runs === null ? row.price : Math.floor((row.price * runs.left) / runs.of),
    );
    const amount = ahead * row.price + ofThis;
    if (amount > 0)
      await this.deps.ledger.post(tx, {
        userId: row.user_id,
        key: `${key}:refund`,
        kind: 'plan-refund',
        note: `Unused part of ${row.name}`,
        postings: [
          { house: 'fees', amount: -amount },
          { userId: row.user_id, account: 'credit', amount },
        ],
      });
    const reported = amount > 0 ? ` ${formatRupees(amount)} for its unused part came back as credit.` : '';
    await this.end(tx, row, `Replaced by ${by}.${reported}`);
  }

  /** Change a plan, if it is still as it was read. @throws Refusal `conflict` when it is not */
  private async change(tx: Transaction, row: SubscriptionRow, change: Change): Promise<SubscriptionRow> {
    const changed = await tx.query
      .updateTable('subscriptions')
      .set(change)
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('is_renewing', '=', row.is_renewing)
      .returningAll()
      .executeTakeFirst();
    if (!changed)
      throw new Refusal('conflict', `${row.name} has changed meanwhile. Nothing was done; look at it again.`);
    return changed;
  }
}
