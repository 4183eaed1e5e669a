import type { Kysely } from 'kysely';
import type { Invoice } from '../../../shared/contract/subscription.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema, SubscriptionRow } from '../../db/schema.ts';
import { type DayRange, momentsOf } from '../../ist-days.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { PurchaseWithInvoice } from './views.ts';

const MOST_PLANS = 50;

/** Plans a user has and had: those that work first, then the latest. */
export const plansOf = (db: Kysely<Schema>, userId: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.case().when('state', '=', 'ended').then(1).else(0).end())
    .orderBy('id', 'desc')
    .limit(MOST_PLANS)
    .execute();

/** A user's purchases, newest first. */
export const purchasesOf = async (
  db: Kysely<Schema>,
  userId: number,
  input: DayRange & { readonly pageNumber: number; readonly pageSize: number; readonly search: string },
): Promise<{ rows: PurchaseWithInvoice[]; total: number }> => {
  const { from, until } = momentsOf(input);
  const query = db
    .selectFrom('purchases')
    .leftJoin('invoices', 'invoices.purchase_id', 'purchases.id')
    .leftJoin('subscriptions as plan', 'plan.id', 'purchases.subscription_id')
    .where('purchases.user_id', '=', userId)
    .$if(from !== null, (rows) => rows.where('purchases.at', '>=', from))
    .$if(until !== null, (rows) => rows.where('purchases.at', '<', until))
    .$if(input.search !== '', (rows) =>
      rows.where((eb) =>
        eb.or([
          containing('purchases.text', input.search),
          containing('purchases.reference', input.search),
          containing('invoices.number', input.search),
        ]),
      ),
    );
  const { rows, total } = await paged(query, input, (found) =>
    found
      .selectAll('purchases')
      .select(['invoices.number', 'plan.state as planState'])
      .orderBy('purchases.at', 'desc')
      .orderBy('purchases.id', 'desc'),
  );
  return { rows, total };
};

/** The invoice of a user's purchase. Throws a Refusal that says why there is none. */
export const requireInvoice = async (
  db: Kysely<Schema>,
  userId: number,
  purchaseId: number,
): Promise<Invoice> => {
  const row = await db
    .selectFrom('purchases')
    .leftJoin('invoices', 'invoices.purchase_id', 'purchases.id')
    .select(['purchases.state', 'invoices.invoice_json'])
    .where('purchases.id', '=', purchaseId)
    .where('purchases.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('transaction');
  if (row.invoice_json !== null) return JSON.parse(row.invoice_json) as Invoice;
  throw new Refusal(
    'refused',
    row.state === 'failed'
      ? 'This was not paid, so there is no invoice.'
      : 'This was paid with credit. Its invoice is that of the credit.',
  );
};

/** The plan whose failed payment may be tried again. Throws a Refusal that says why not. */
export const requireUnpaidPlan = async (
  tx: Transaction,
  userId: number,
  purchaseId: number,
): Promise<SubscriptionRow> => {
  const purchase = await tx.query
    .selectFrom('purchases')
    .select(['state', 'subscription_id'])
    .where('id', '=', purchaseId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!purchase) throw notFound('transaction');
  if (purchase.state !== 'failed') throw new Refusal('conflict', 'This is paid already.');
  const plan = await tx.query
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', purchase.subscription_id)
    .where('state', '=', 'grace')
    .executeTakeFirst();
  if (!plan) throw new Refusal('conflict', 'The plan has ended since. Buy it again when you need it.');
  return plan;
};
