import { type Kysely, sql } from 'kysely';
import { UNPROVEN_A_DAY } from '../../../shared/proof.ts';
import { istMidnight } from '../../../shared/time.ts';
import type { PriceList } from '../../billing/price-list.ts';
import type { Schema } from '../../db/schema.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { recipientNames, type WithdrawalStanding } from './wallet-rules.ts';

/** Somebody whom money can be sent to. */
export interface Recipient {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
}

/**
 * The person behind a referral code, an e-mail or a phone number. The house is nobody.
 * @throws Refusal `refused` for nobody and for the sender.
 */
export const requireRecipient = async (
  db: Kysely<Schema>,
  senderId: number,
  to: string,
): Promise<Recipient> => {
  const { email, phone, referralCode } = recipientNames(to);
  const user = await db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'email', 'phone'])
    .where((eb) =>
      eb.or([eb('email', '=', email), eb('phone', '=', phone), eb('referral_code', '=', referralCode)]),
    )
    .where('is_house', '=', 0)
    .executeTakeFirst();
  if (!user)
    throw new Refusal('refused', 'Nobody here has this referral code, e-mail or phone number. Check it.');
  if (user.id === senderId) throw new Refusal('refused', 'This is your own account. Send to somebody else.');
  return user;
};

/** Paise that a user may still send today (in India). */
export const transferLeft = async (
  db: Kysely<Schema>,
  userId: number,
  { transfer }: PriceList,
  now: number,
): Promise<number> => {
  const { rows } = await sql<{ sent: number }>`
    select coalesce(sum(entry.amount), 0) as sent
    from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
    where account.user_id = ${userId} and account.kind = 'available'
      and entry.kind = 'sent' and entry.at >= ${istMidnight(now)}`.execute(db);
  return Math.max(0, transfer.mostADay + (rows[0]?.sent ?? 0));
};

/** Paise that a user may still withdraw today; what was returned does not count. */
export const withdrawalLeft = async (
  db: Kysely<Schema>,
  userId: number,
  { withdrawal }: PriceList,
  now: number,
): Promise<number> => {
  const { asked } = await db
    .selectFrom('withdrawals')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('asked'))
    .where('user_id', '=', userId)
    .where('state', '!=', 'returned')
    .where('created_at', '>=', istMidnight(now))
    .executeTakeFirstOrThrow();
  return Math.max(0, withdrawal.mostADay - asked);
};

/** Paise that may still leave an account today. */
export interface LeftToday {
  readonly transfer: number;
  readonly withdrawal: number;
}

export const leftToday = async (
  db: Kysely<Schema>,
  userId: number,
  prices: PriceList,
  now: number,
): Promise<LeftToday> => ({
  transfer: await transferLeft(db, userId, prices, now),
  withdrawal: await withdrawalLeft(db, userId, prices, now),
});

/**
 * Whether a payment asks for a fresh proof: when more than so much leaves an account in a day, in how many parts ever,
 * and when it goes to somebody who was never paid before. `recipientId` is null for one's own bank account.
 */
export const needsProof = async (
  db: Kysely<Schema>,
  { transfer, withdrawal }: PriceList,
  left: LeftToday,
  { userId, amount, recipientId }: { userId: number; amount: number; recipientId: number | null },
): Promise<boolean> => {
  const hasLeft = transfer.mostADay - left.transfer + (withdrawal.mostADay - left.withdrawal);
  if (hasLeft + amount > UNPROVEN_A_DAY) return true;
  if (recipientId === null) return false;
  const paid = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .select('entry.id')
    .where('account.user_id', '=', userId)
    .where('account.kind', '=', 'available')
    .where('entry.kind', '=', 'sent')
    .where('entry.counterparty_id', '=', recipientId)
    .limit(1)
    .executeTakeFirst();
  return paid === undefined;
};

/** What of a user's identity and bank account withdrawals depend on. */
export const withdrawalStanding = async (db: Kysely<Schema>, userId: number): Promise<WithdrawalStanding> => {
  const row = await db
    .selectFrom('users')
    .leftJoin('identities as identity', 'identity.user_id', 'users.id')
    .leftJoin('bank_accounts as bank', 'bank.user_id', 'users.id')
    .select(['identity.aadhaar_at', 'identity.pan_at', 'bank.user_id as bankOf', 'bank.held_until'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    hasAadhaar: row.aadhaar_at !== null,
    hasPan: row.pan_at !== null,
    hasBank: row.bankOf !== null,
    heldUntil: row.held_until,
  };
};

/** A user's payment request by its id or its reference. */
export const requireIntent = async (
  db: Kysely<Schema>,
  userId: number,
  by: { readonly id: number } | { readonly reference: string },
) => {
  const intent = await db
    .selectFrom('payment_intents')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.and(by))
    .executeTakeFirst();
  if (!intent) throw notFound('payment');
  return intent;
};
