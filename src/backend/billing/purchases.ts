import type { Kysely } from 'kysely';
import type { TransferKind } from '../../shared/contract/wallet.ts';
import { formatRupees } from '../../shared/money.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { PurchaseRow, Schema } from '../db/schema.ts';
import { balancesOf, type Ledger, newReference, type Posting } from '../ledger/ledger.ts';
import type { Notify } from '../notices/notify.ts';
import { countVolume, KEPT_LEVELS } from '../team/team-levels.ts';
import { withThoseAbove } from '../team/team-tree.ts';
import { gstOn } from './gst.ts';
import { writeInvoice } from './invoices.ts';
import { pricesOn } from './price-list.ts';
import { payRewards } from './rewards.ts';

export interface BillingDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

/** Item of a purchase. */
export interface Item {
  readonly kind: PurchaseRow['kind'];
  readonly itemId: string;
  readonly text: string;
  /** Paise before GST. */
  readonly price: number;
  /** Paise of credit that a top-up gives; null for everything else. */
  readonly credit: number | null;
}

/** Who buys what. */
export interface PurchaseOrder {
  readonly userId: number;
  /** Of the transfer that pays. */
  readonly key: string;
  readonly item: Item;
  /** Period that a plan's purchase pays for: one purchase of each, however often it is tried. */
  readonly period?: { readonly subscriptionId: number; readonly start: number };
}

type Unpaid = Omit<PurchaseOrder, 'key'>;

/** A purchase that was paid. */
export interface Paid {
  readonly purchaseId: number;
  readonly reference: string;
  /** Total with GST, in paise. */
  readonly total: number;
}

const TRANSFER_KIND: Readonly<Record<Item['kind'], TransferKind>> = {
  activation: 'activation',
  trade: 'trade-activation',
  backtest: 'plan',
  advisor: 'plan',
  author: 'author-fee',
  'top-up': 'top-up',
};

type Means = Pick<PurchaseRow, 'gst' | 'paid_with'> & { readonly isEnough: boolean };

/** Users whose rows a purchase may change: the buyer, and everybody above whose team or reward it counts for. */
export const concernedByPurchase = (db: Kysely<Schema>, buyerId: number): Promise<number[]> =>
  withThoseAbove(db, buyerId, KEPT_LEVELS);

/** Sells: the one place where money becomes fees, tax, credit, an invoice and rewards. */
export class Purchases {
  private readonly deps: BillingDeps;

  constructor(deps: BillingDeps) {
    this.deps = deps;
  }

  /**
   * Means by which a user would pay now: with credit when it covers the price, else from the wallet with GST on top.
   * What goes to an author is real money: credit does not pay it.
   */
  async meansFor({ query }: Pick<Transaction, 'query'>, userId: number, item: Item): Promise<Means> {
    const { available, credit } = await balancesOf(query, userId);
    if (item.credit === null && item.kind !== 'author' && credit >= item.price)
      return { paid_with: 'credit', gst: 0, isEnough: true };
    const gst = gstOn(item.price, pricesOn(this.deps.clock.now()).gstPercent);
    return { paid_with: 'wallet', gst, isEnough: available >= item.price + gst };
  }

  /**
   * Buys an item in the caller's transaction: money, purchase, invoice, rewards, alert and log line, or nothing.
   * @throws Refusal `refused` when the wallet has not enough.
   */
  async buy(tx: Transaction, order: PurchaseOrder): Promise<Paid> {
    const { userId, item } = order;
    const { ledger, clock } = this.deps;
    const at = clock.now();
    const means = await this.meansFor(tx, userId, item);
    const { reference } = await ledger.post(tx, {
      userId,
      key: order.key,
      kind: TRANSFER_KIND[item.kind],
      note: item.text,
      postings: postingsOf(userId, item, means),
    });
    const isCredit = means.paid_with === 'credit';
    const purchaseId = await this.record(tx, order, {
      gst: means.gst,
      paid_with: means.paid_with,
      state: 'paid',
      message: isCredit
        ? 'Paid with credit, on which GST was paid when it was bought.'
        : 'Paid from your wallet.',
      reference,
      at,
    });
    if (isCredit) await this.notifyBuyer(tx, order, `Paid with ${formatRupees(item.price)} of credit.`);
    else await this.settleRealPayment(tx, order, purchaseId, means.gst, at);
    return { purchaseId, reference, total: item.price + means.gst };
  }

  /** Writes down that a period could not be paid; it can be tried again. */
  async recordFailure(tx: Transaction, order: Unpaid): Promise<void> {
    const at = this.deps.clock.now();
    const { gst, paid_with } = await this.meansFor(tx, order.userId, order.item);
    await this.record(tx, order, {
      gst,
      paid_with,
      state: 'failed',
      message: 'Your wallet had not enough money for this.',
      reference: newReference(at),
      at,
    });
  }

  private async settleRealPayment(
    tx: Transaction,
    order: PurchaseOrder,
    purchaseId: number,
    gst: number,
    at: number,
  ): Promise<void> {
    const { userId, item } = order;
    const { gstPercent, rewardPercents } = pricesOn(at);
    const invoice = await writeInvoice(tx, {
      purchaseId,
      userId,
      text: item.text,
      taxable: item.price,
      gst,
      gstPercent,
      at,
    });
    // Most of what an author is paid is theirs: the house rewards what it keeps itself.
    if (item.kind !== 'author') {
      await countVolume(tx, userId, item.price);
      await payRewards(tx, this.deps, { purchaseId, userId, paid: item.price, percents: rewardPercents, at });
    }
    const total = formatRupees(item.price + gst);
    await this.notifyBuyer(tx, order, `Paid ${total} including GST. The invoice is ${invoice}.`);
  }

  private async notifyBuyer(tx: Transaction, { userId, item }: PurchaseOrder, body: string): Promise<void> {
    await this.deps.notify(tx, userId, 'wallet', { title: item.text, body, link: '/my-transactions' });
    await this.deps.logActivity(tx, userId, 'payment', `${item.text}. ${body}`);
  }

  /** The row of this purchase: the one of the failed try when there was one. */
  private async record(
    tx: Transaction,
    { userId, item, period }: Unpaid,
    outcome: Pick<PurchaseRow, 'gst' | 'paid_with' | 'state' | 'message' | 'reference' | 'at'>,
  ): Promise<number> {
    const { id } = await tx.query
      .insertInto('purchases')
      .values({
        user_id: userId,
        kind: item.kind,
        item_id: item.itemId,
        text: item.text,
        taxable: item.price,
        subscription_id: period?.subscriptionId ?? null,
        period_start: period?.start ?? null,
        ...outcome,
      })
      .onConflict((oc) =>
        oc
          .columns(['subscription_id', 'period_start'])
          .doUpdateSet(outcome)
          .where('purchases.state', '=', 'failed'),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}

/** Leaves out what is nothing: a posting of zero is none. */
const postingsOf = (userId: number, item: Item, { gst, paid_with }: Means): Posting[] => {
  const { price, credit } = item;
  if (paid_with === 'credit')
    return [
      { userId, account: 'credit', amount: -price },
      { house: 'fees', amount: price },
    ];
  const given = credit === null ? 0 : credit - price;
  const postings: Posting[] = [
    { userId, account: 'available', amount: -(price + gst) },
    credit === null ? { house: 'fees', amount: price } : { userId, account: 'credit', amount: price },
    { house: 'gst', amount: gst },
    { userId, account: 'credit', amount: given, kind: 'credit-bonus' },
    { house: 'promotions', amount: -given },
  ];
  return postings.filter(({ amount }) => amount !== 0);
};
