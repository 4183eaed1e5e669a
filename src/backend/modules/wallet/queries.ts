import { type Kysely, sql } from 'kysely';
import { UNPROVEN_A_DAY } from '../../../shared/proof.ts';
import { istDate, istMidnight } from '../../../shared/time.ts';
import type { PaymentIntentRow, Schema } from '../../db/schema.ts';
import type { UserAccount } from '../../db/account-kinds.ts';
import { type Balances, NO_BALANCES } from '../../ledger/ledger.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { recipientNames, type WithdrawalStatus } from './wallet-rules.ts';

/** Somebody whom money can be sent to. */
export interface Recipient {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
}

/** Sums that have left an account on a day so far, paise. */
export interface LeftSoFar {
  readonly sentToday: number;
  readonly withdrawnToday: number;
}

/** Columns of `LeftSoFar`, of a user on the day of a moment. */
const leftOn = (userId: number, now: number) => sql`
      coalesce((select sent from ledger_accounts where user_id = ${userId} and kind = 'available'
        and sent_on >= ${istDate(now)}), 0) as "sentToday",
      (select coalesce(sum(amount), 0) from withdrawals where user_id = ${userId} and state <> 'returned'
        and created_at >= ${istMidnight(now)}) as "withdrawnToday"`;

/**
 * Sums that have left a user's account today. Asked once more when a payment is written: its account is taken then, so
 * that whatever left it meanwhile is among it.
 */
export const leftToday = async (db: Kysely<Schema>, userId: number, now: number): Promise<LeftSoFar> => {
  const {
    rows: [left],
  } = await sql<LeftSoFar>`
    select ${leftOn(userId, now)}`.execute(db);
  if (!left) throw notFound('user');
  return left;
};

/**
 * Sender and recipient of a transfer, with what the sender sent today. That is what has left the sender's account on a
 * day so far.
 */
interface TransferParties extends LeftSoFar {
  readonly recipient: Recipient;
  readonly senderName: string;
  /** The sender has paid them before. */
  readonly isKnown: boolean;
}

/** Refusal of a recipient whom there is not. */
export const isNobody = (): Refusal =>
  new Refusal('refused', 'Nobody here has this referral code, e-mail or phone number. Check it.');

/**
 * The recipient behind a referral code, an e-mail or a phone number. With what a transfer to them asks of the sender at
 * a moment (epoch ms). It is one query, written out, since transfers come in crowds. The house is nobody.
 * @throws Refusal `refused` for nobody and for the sender.
 */
export const requireParties = async (
  db: Kysely<Schema>,
  senderId: number,
  to: string,
  now: number,
): Promise<TransferParties> => {
  const { email, phone, referralCode } = recipientNames(to);
  const { rows } = await sql<
    Recipient & Omit<TransferParties, 'recipient' | 'isKnown'> & { isKnown: number }
  >`
    select id, full_name as "fullName", email, phone,
      (select full_name from users where id = ${senderId}) as "senderName",
      ${leftOn(senderId, now)},
      exists (select 1 from ledger_accounts account
        join ledger_entries entry on entry.account_id = account.id and entry.counterparty_id = users.id
        where account.user_id = ${senderId} and account.kind = 'available' and entry.kind = 'sent') as "isKnown"
    from users
    where (email = ${email} or phone = ${phone} or referral_code = ${referralCode}) and is_house = 0
    limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw isNobody();
  const { senderName, sentToday, withdrawnToday, isKnown, ...recipient } = found;
  if (recipient.id === senderId)
    throw new Refusal('refused', 'This is your own account. Send to somebody else.');
  return { recipient, senderName, sentToday, withdrawnToday, isKnown: isKnown === 1 };
};

/** Ids of those whom a transfer may reach. By referral code, e-mail or phone number: often one, or none. */
export const reachedBy = async (db: Kysely<Schema>, to: string): Promise<number[]> => {
  const { email, phone, referralCode } = recipientNames(to);
  const { rows } = await sql<{ id: number }>`
    select id from users
    where (email = ${email} or phone = ${phone} or referral_code = ${referralCode}) and is_house = 0`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/**
 * Whether a payment asks for a fresh proof: when more than so much leaves an account in a day, in how many parts ever,
 * and when it goes to somebody who was never paid before (not `isKnown`; one's own bank account is).
 */
export const needsProof = (
  { sentToday, withdrawnToday }: LeftSoFar,
  amount: number,
  isKnown: boolean,
): boolean => !isKnown || sentToday + withdrawnToday + amount > UNPROVEN_A_DAY;

/** A user’s newest request that can still be paid; null for none. */
export const openIntent = async (
  db: Kysely<Schema>,
  userId: number,
  now: number,
): Promise<PaymentIntentRow | null> =>
  (await db
    .selectFrom('payment_intents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

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

/** A user's money and standing, as the wallet's page shows them: paise, flags, and what they may still do today. */
export interface WalletStanding extends LeftSoFar {
  readonly balances: Balances;
  readonly isActive: boolean;
  readonly withdrawal: WithdrawalStatus;
}

/** All of it in two questions: the page is opened often. */
export const walletStatus = async (
  db: Kysely<Schema>,
  userId: number,
  now: number,
): Promise<WalletStanding> => {
  const { rows: accounts } = await sql<{ kind: UserAccount; balance: number; sent: number; sent_on: string }>`
    select kind, balance, sent, sent_on from ledger_accounts where user_id = ${userId}`.execute(db);
  const { rows } = await sql<{
    isActive: number;
    hasAadhaar: number;
    hasPan: number;
    hasBank: number;
    heldUntil: number | null;
    withdrawn: number;
  }>`
    select users.is_active as "isActive", identity.aadhaar_at is not null as "hasAadhaar",
      identity.pan_at is not null as "hasPan", bank.user_id is not null as "hasBank", bank.held_until as "heldUntil",
      (select coalesce(sum(amount), 0) from withdrawals where user_id = users.id and state <> 'returned'
        and created_at >= ${istMidnight(now)}) as withdrawn
    from users left join identities as identity on identity.user_id = users.id
      left join bank_accounts as bank on bank.user_id = users.id
    where users.id = ${userId}`.execute(db);
  const [person] = rows;
  if (!person) throw notFound('user');
  const today = istDate(now);
  return {
    balances: {
      ...NO_BALANCES,
      ...Object.fromEntries(accounts.map(({ kind, balance }) => [kind, balance])),
    },
    isActive: person.isActive === 1,
    sentToday: accounts.find(({ kind, sent_on }) => kind === 'available' && sent_on >= today)?.sent ?? 0,
    withdrawnToday: person.withdrawn,
    withdrawal: {
      hasAadhaar: person.hasAadhaar === 1,
      hasPan: person.hasPan === 1,
      hasBank: person.hasBank === 1,
      heldUntil: person.heldUntil,
    },
  };
};
