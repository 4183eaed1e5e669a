import type { Kysely } from 'kysely';
import { formatRupees } from '../../shared/money.ts';
import { gstOn } from '../billing/gst.ts';
import { pricesOn } from '../billing/price-list.ts';
import type { BillingDeps, Purchases } from '../billing/purchases.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { identityOf } from '../kyc/kyc-status.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { notFound, Refusal } from '../refusal.ts';
import { licensedTo } from '../trading/licensed-to.ts';
import { isOffered } from './publication-store.ts';

export interface LicenceDeps extends BillingDeps {
  readonly purchases: Purchases;
}

/** The publication that a strategy is a version of; undefined for any other strategy. */
const publicationOf = (query: Kysely<Schema>, strategyId: number) =>
  query
    .selectFrom('strategy_versions as version')
    .innerJoin('publications', 'publications.id', 'version.publication_id')
    .selectAll('publications')
    .where('version.strategy_id', '=', strategyId)
    .executeTakeFirst();

/** Number of a publication's sales, and its author's earnings in paise. A sale is a paid fee. */
export const salesOf = async (
  db: Kysely<Schema>,
  publicationId: number,
): Promise<{ sold: number; earned: number }> => {
  const { sold, earned } = await db
    .selectFrom('licences')
    .select((eb) => [
      eb.fn.countAll<number>().as('sold'),
      eb.fn.coalesce(eb.fn.sum<number>('share'), eb.lit(0)).as('earned'),
    ])
    .where('publication_id', '=', publicationId)
    .executeTakeFirstOrThrow();
  return { sold, earned };
};

/** @throws Refusal `refused` for who asks for a fee and is not known: money is paid out to known people alone */
export const requireKnownSeller = async (tx: Transaction, authorId: number, fee: number): Promise<void> => {
  if (fee === 0 || (await identityOf(tx.query, authorId)).status === 'verified') return;
  throw new Refusal(
    'refused',
    'A fee is paid out to you, so your identity must be verified first: Aadhaar and PAN, in your profile.',
  );
};

/**
 * Require that the user has paid the fee of a version. Copying, following, accepting and running over history need it,
 * where the author asks for a fee.
 * @throws Refusal `refused` with the fee
 */
export const requireLicence = async (
  query: Kysely<Schema>,
  userId: number,
  strategyId: number,
  now: number,
): Promise<void> => {
  const publication = await publicationOf(query, strategyId);
  if (!publication || publication.fee === 0 || publication.author_id === userId) return;
  const { id, name, fee } = publication;
  if ((await licensedTo(query, userId, [id])).has(id)) return;
  const gst = gstOn(fee, pricesOn(now).gstPercent);
  throw new Refusal(
    'refused',
    `The author of ${name} asks for ${formatRupees(fee)} and ${formatRupees(gst)} GST, once. Pay its fee first.`,
    { details: { fee, gst } },
  );
};

/** Whom a strategy's fee concerns besides its buyer: its author. */
export const concernedByLicence = async (db: Kysely<Schema>, strategyId: number): Promise<number[]> => {
  const publication = await publicationOf(db, strategyId);
  return publication ? [publication.author_id] : [];
};

/**
 * Pay a strategy's fee from the wallet, in the caller's transaction. The author gets their share. The strategy has to
 * be on offer.
 * @throws Refusal `not-found` where nothing is on offer, `refused` for one's own or without the money, `conflict` when
 *   it is paid already or is another than the one seen
 */
export const buyLicence = async (
  tx: Transaction,
  { purchases, ledger, clock, notify }: LicenceDeps,
  buyer: { readonly userId: number; readonly key: string },
  wanted: { readonly strategyId: number; readonly fee: number },
): Promise<{ paid: number; reference: string; available: number; name: string }> => {
  const { userId, key } = buyer;
  const publication = await publicationOf(tx.query, wanted.strategyId);
  if (!publication || !isOffered(publication.state)) throw notFound('strategy');
  const { id, name, fee, author_id: authorId } = publication;
  if (authorId === userId) throw new Refusal('refused', `${name} is your own; you pay nothing for it.`);
  if (fee === 0) throw new Refusal('conflict', `${name} costs nothing.`);
  if ((await licensedTo(tx.query, userId, [id])).has(id))
    throw new Refusal('conflict', `You have paid the fee of ${name} already.`);
  if (fee !== wanted.fee)
    throw new Refusal('conflict', `The fee of ${name} is ${formatRupees(fee)} now. Look again.`);
  const at = clock.now();
  const { authorPercent } = pricesOn(at);
  const item = {
    kind: 'author' as const,
    itemId: `strategy-${id}`,
    text: `Fee of ${name}`,
    price: fee,
    credit: null,
  };
  const { purchaseId, reference, total } = await purchases.buy(tx, { userId, key, item });
  const share = Math.floor((fee * authorPercent) / 100);
  if (share > 0)
    await ledger.post(tx, {
      userId: authorId,
      key: `author-share:${purchaseId}`,
      kind: 'author-share',
      note: `Copy of ${name}`,
      postings: [
        { house: 'fees', amount: -share },
        { userId: authorId, account: 'available', amount: share, counterpartyId: userId },
      ],
    });
  await tx.query
    .insertInto('licences')
    .values({ publication_id: id, user_id: userId, purchase_id: purchaseId, fee, share, at })
    .execute();
  await notify(tx, authorId, 'wallet', {
    title: `The fee of ${name} was paid`,
    body: `${formatRupees(share)} is in your wallet: ${authorPercent}% of ${formatRupees(fee)}.`,
    link: '/wallet-history',
  });
  const { available } = await balancesOf(tx.query, userId);
  return { paid: total, reference, available, name };
};
