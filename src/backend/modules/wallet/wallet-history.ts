import type { Kysely } from 'kysely';
import {
  TRANSFER_KINDS,
  type WalletEntry,
  WALLETS,
  type Withdrawal,
} from '../../../shared/contract/wallet.ts';
import { istIso } from '../../../shared/time.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Schema, WithdrawalRow } from '../../db/schema.ts';
import { type DayRange, momentsOf } from '../../ist-days.ts';
import type { UserAccount } from '../../db/account-kinds.ts';
import { entryView, TITLES } from '../../ledger/entry-view.ts';

/** The account behind each wallet number. */
const ACCOUNTS: Readonly<Record<(typeof WALLETS)[keyof typeof WALLETS], UserAccount>> = {
  [WALLETS.main]: 'available',
  [WALLETS.held]: 'held',
  [WALLETS.reward]: 'reward',
  [WALLETS.usdt]: 'usdt',
};

interface HistoryQuery extends DayRange {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly type: 'A' | 'C' | 'D';
  readonly search: string;
}

/** Sum of a wallet's lines before a moment (epoch ms). A moment of null means all lines. */
const sumBefore = async (
  db: Kysely<Schema>,
  userId: number,
  kind: UserAccount,
  moment: number | null,
): Promise<number> => {
  const { sum } = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('entry.amount'), eb.lit(0)).as('sum'))
    .where('account.user_id', '=', userId)
    .where('account.kind', '=', kind)
    .$if(moment !== null, (lines) => lines.where('entry.at', '<', moment))
    .executeTakeFirstOrThrow();
  return sum;
};

/**
 * Lines of a user's wallet, newest first, with running balance. With what the wallet had before and after the days.
 * That is a sum over the times of the lines: a balance follows the order of writing, which a clock that was set back
 * leaves.
 */
export const walletHistory = async (
  db: Kysely<Schema>,
  userId: number,
  input: HistoryQuery & { readonly wallet_id: keyof typeof ACCOUNTS },
): Promise<{ rows: WalletEntry[]; total: number; opening: number; closing: number }> => {
  const { from, until } = momentsOf(input);
  const kind = ACCOUNTS[input.wallet_id];
  const search = input.search.toLowerCase();
  const titled = TRANSFER_KINDS.filter((kind) => TITLES[kind].toLowerCase().includes(search));
  const query = db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_transfers as transfer', 'transfer.id', 'entry.transfer_id')
    .leftJoin('users as other', 'other.id', 'entry.counterparty_id')
    .where('account.user_id', '=', userId)
    .where('account.kind', '=', kind)
    .$if(from !== null, (lines) => lines.where('entry.at', '>=', from))
    .$if(until !== null, (lines) => lines.where('entry.at', '<', until))
    .$if(input.type === 'C', (lines) => lines.where('entry.amount', '>', 0))
    .$if(input.type === 'D', (lines) => lines.where('entry.amount', '<', 0))
    .$if(search !== '', (lines) =>
      lines.where((eb) =>
        eb.or([
          containing('transfer.note', search),
          containing('transfer.reference', search),
          ...(titled.length > 0 ? [eb('entry.kind', 'in', titled)] : []),
        ]),
      ),
    );
  const { rows, total } = await paged(query, input, (found) =>
    found
      .select([
        'entry.id',
        'entry.at',
        'entry.kind',
        'entry.amount',
        'entry.balance',
        'transfer.note',
        'transfer.reference',
        'other.full_name as counterparty',
      ])
      .orderBy('entry.id', 'desc'),
  );
  const opening = from === null ? 0 : await sumBefore(db, userId, kind, from);
  const closing = await sumBefore(db, userId, kind, until);
  return { rows: rows.map(entryView), total, opening, closing };
};

export const withdrawalView = (row: WithdrawalRow): Withdrawal => ({
  withdrawalId: row.id,
  at: istIso(row.created_at),
  amount: row.amount,
  state: row.state,
  accountLast4: row.account_last4,
  ifsc: row.ifsc,
  reference: row.reference,
  message: row.message,
  settledAt: row.settled_at === null ? null : istIso(row.settled_at),
  isSandbox: row.is_sandbox === 1,
});

/** A user's withdrawals, newest first. `D` are those that went out or are on their way, `C` those that came back. */
export const bankHistory = async (
  db: Kysely<Schema>,
  userId: number,
  input: HistoryQuery,
): Promise<{ rows: Withdrawal[]; total: number }> => {
  const { from, until } = momentsOf(input);
  const query = db
    .selectFrom('withdrawals')
    .where('user_id', '=', userId)
    .$if(from !== null, (lines) => lines.where('created_at', '>=', from))
    .$if(until !== null, (lines) => lines.where('created_at', '<', until))
    .$if(input.type !== 'A', (lines) => lines.where('state', input.type === 'C' ? '=' : '!=', 'returned'))
    .$if(input.search !== '', (lines) =>
      lines.where((eb) =>
        eb.or([
          containing('reference', input.search),
          containing('account_last4', input.search),
          containing('ifsc', input.search),
        ]),
      ),
    );
  const { rows, total } = await paged(query, input, (found) => found.selectAll().orderBy('id', 'desc'));
  return { rows: rows.map(withdrawalView), total };
};
