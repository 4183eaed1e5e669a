import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TransferKind } from '../../shared/contract/wallet.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDate } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { currencyOf, type HouseAccount, type UserAccount } from '../db/account-kinds.ts';

/** One line of a transfer: what an account gets (above zero) or gives. Paise, or millionths of a USDT. */
export type Posting = {
  readonly amount: number;
  /** Kind that the owner of the account sees; the transfer's kind unless given. */
  readonly kind?: TransferKind;
  readonly counterpartyId?: number;
} & ({ readonly userId: number; readonly account: UserAccount } | { readonly house: HouseAccount });

/** Money that moves: postings that sum to zero in each currency. */
export interface Transfer {
  /** User who commands it, or whom the house does it for. The house then acts by itself. */
  readonly userId: number;
  /** Unique for the user, for ever: the client's idempotency key, or what the house derives it from. */
  readonly key: string;
  readonly kind: TransferKind;
  readonly note?: string;
  /** Reference that it has already, such as a payment's; drawn unless given. */
  readonly reference?: string;
  readonly postings: readonly Posting[];
}

/** A transfer as it was written. */
export interface Posted {
  readonly transferId: number;
  readonly reference: string;
  /** Balances after it, in the order of its postings. */
  readonly balances: readonly number[];
}

interface Account {
  readonly id: number;
  readonly balance: number;
}

/** Balances of a user, by account: paise, `usdt` in millionths. */
export type Balances = Readonly<Record<UserAccount, number>>;

export const NO_BALANCES: Balances = { available: 0, held: 0, reward: 0, credit: 0, usdt: 0 };

/** Letters and digits that cannot be mistaken for one another. */
const REFERENCE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const REFERENCE_LENGTH = 10;

/** A reference that people can read out: `TD-20261121-8K3F9Q2MXW`. */
export const newReference = (at: number): string => {
  const tail = Array.from(
    randomBytes(REFERENCE_LENGTH),
    (byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length],
  ).join('');
  return `TD-${istDate(at).replaceAll('-', '')}-${tail}`;
};

const checkPostings = ({ kind, postings }: Transfer): void => {
  const sums = { INR: 0, USDT: 0 };
  for (const posting of postings) {
    if (!Number.isSafeInteger(posting.amount) || posting.amount === 0)
      throw new RangeError(`A posting of a transfer '${kind}' is ${posting.amount}.`);
    sums[currencyOf('house' in posting ? posting.house : posting.account)] += posting.amount;
  }
  if (postings.length < 2 || sums.INR !== 0 || sums.USDT !== 0)
    throw new RangeError(`The postings of a transfer '${kind}' do not sum to zero.`);
};

const NAMES: Readonly<Record<UserAccount, string>> = {
  available: 'wallet',
  held: 'held balance',
  reward: 'reward wallet',
  credit: 'credit',
  usdt: 'USDT wallet',
};

/** Called after a transfer with each owner's new balances, to publish them. */
export type OnMoved = (userId: number, balances: Balances) => void;

/** Balances of a user; an account that was never used is empty. */
export const balancesOf = async (db: Kysely<Schema>, userId: number): Promise<Balances> => {
  const { rows } = await sql<{ kind: UserAccount; balance: number }>`
    select kind, balance from ledger_accounts where user_id = ${userId}`.execute(db);
  const known = Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
  return { ...NO_BALANCES, ...known };
};

/** SQL that updates what an account has sent on a day. It is kept with the account's balance. */
const withSent = (amount: number, day: string | null) =>
  day === null
    ? sql``
    : sql`, sent = case when sent_on >= ${day} then sent else 0 end - ${amount}, sent_on = max(sent_on, ${day})`;

/**
 * The only writer of balances. Double entry: every transfer is a set of postings that sum to zero; entries are never
 * changed, a correction is a new transfer. Its statements are written out: building them costs more than running them.
 */
export class Ledger {
  private readonly clock: Clock;
  private readonly onMoved: OnMoved;

  constructor(clock: Clock, onMoved: OnMoved = () => undefined) {
    this.clock = clock;
    this.onMoved = onMoved;
  }

  /**
   * Writes a transfer in the caller's transaction.
   * @throws Refusal `refused` when a user has not enough, `conflict` when the key was used before; RangeError when the
   * postings are no transfer (a defect).
   */
  async post(tx: Transaction, transfer: Transfer): Promise<Posted> {
    checkPostings(transfer);
    const at = this.clock.now();
    const { userId, key, kind, note = '', reference = newReference(at), postings } = transfer;
    const {
      rows: [written],
    } = await sql<{ id: number }>`
      insert into ledger_transfers (user_id, key, kind, reference, note, at)
      values (${userId}, ${key}, ${kind}, ${reference}, ${note}, ${at})
      on conflict (user_id, key) do nothing returning id`.execute(tx.query);
    if (!written)
      throw new Refusal('conflict', 'This was done before. Look at your wallet history before trying again.');
    const balances: number[] = [];
    const lines: RawBuilder<unknown>[] = [];
    for (const posting of postings) {
      const entryKind = posting.kind ?? kind;
      const account = await this.move(tx, posting, entryKind === 'sent' ? istDate(at) : null);
      balances.push(account.balance);
      lines.push(
        sql`(${written.id}, ${account.id}, ${entryKind}, ${posting.amount}, ${account.balance},
          ${posting.counterpartyId ?? null}, ${at})`,
      );
    }
    await sql`
      insert into ledger_entries (transfer_id, account_id, kind, amount, balance, counterparty_id, at)
      values ${sql.join(lines)}`.execute(tx.query);
    await this.notifyOwners(tx, postings);
    return { transferId: written.id, reference, balances };
  }

  /**
   * `sentOn` is the day of what is sent to somebody else; null of everything else. Balances are read as floats: whole
   * numbers too large for them would not come as a number at all.
   */
  private async move(tx: Transaction, posting: Posting, sentOn: string | null): Promise<Account> {
    const { amount } = posting;
    const {
      rows: [moved],
    } = await (
      'house' in posting
        ? sql<Account>`update ledger_accounts set balance = balance + ${amount}
          where user_id is null and kind = ${posting.house} returning id, cast(balance as double precision) as balance`
        : sql<Account>`update ledger_accounts set balance = balance + ${amount} ${withSent(amount, sentOn)}
          where user_id = ${posting.userId} and kind = ${posting.account} and balance + ${amount} >= 0
          returning id, cast(balance as double precision) as balance`
    ).execute(tx.query);
    if (moved) return this.checked(moved);
    if ('house' in posting) throw new Error(`The house has no account '${posting.house}'.`);
    if (amount < 0) throw await this.notEnough(tx, posting.userId, posting.account, amount);
    return this.openWith(tx, posting);
  }

  /** The first posting of an account makes it, unless another was faster. */
  private async openWith(
    tx: Transaction,
    {
      userId,
      account,
      amount,
    }: { readonly userId: number; readonly account: UserAccount; readonly amount: number },
  ): Promise<Account> {
    const {
      rows: [opened],
    } = await sql<Account>`
      insert into ledger_accounts (user_id, kind, balance) values (${userId}, ${account}, ${amount})
      on conflict (user_id, kind) do update set balance = ledger_accounts.balance + excluded.balance
      returning id, cast(balance as double precision) as balance`.execute(tx.query);
    if (!opened) throw new Error(`The account '${account}' of user ${userId} was neither made nor found.`);
    return this.checked(opened);
  }

  /** Beyond what a number holds exactly no sum could be trusted. */
  private checked(account: Account): Account {
    if (!Number.isSafeInteger(account.balance))
      throw new Refusal('refused', 'This is more than an account can hold.');
    return account;
  }

  private async notEnough(
    tx: Transaction,
    userId: number,
    account: UserAccount,
    amount: number,
  ): Promise<Refusal> {
    const has = (await balancesOf(tx.query, userId))[account];
    const text =
      currencyOf(account) === 'INR'
        ? `Your ${NAMES[account]} has ${formatRupees(has)}; this needs ${formatRupees(-amount)}.`
        : `Your ${NAMES[account]} has not enough for this.`;
    return new Refusal('refused', text);
  }

  private async notifyOwners(tx: Transaction, postings: readonly Posting[]): Promise<void> {
    const owners = [...new Set(postings.flatMap((posting) => ('house' in posting ? [] : [posting.userId])))];
    if (owners.length === 0) return;
    const { rows } = await sql<{ userId: number; kind: UserAccount; balance: number }>`
      select user_id as "userId", kind, balance from ledger_accounts
      where user_id in (${sql.join(owners)})`.execute(tx.query);
    for (const owner of owners) {
      const own = rows.filter(({ userId }) => userId === owner);
      const balances = {
        ...NO_BALANCES,
        ...Object.fromEntries(own.map(({ kind, balance }) => [kind, balance])),
      };
      tx.afterCommit(() => this.onMoved(owner, balances));
    }
  }
}
