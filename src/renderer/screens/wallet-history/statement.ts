import type { WalletEntry, WalletName } from '../../../shared/contract/wallet.ts';
import { fail, succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { WALLET_IDS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { allRows } from '../../state/all-rows.ts';

/** A period of a wallet; amounts as its lines have them. */
export interface Statement {
  readonly opening: number;
  /** Everything that came in, and everything that went out; both positive. */
  readonly credits: number;
  readonly debits: number;
  readonly closing: number;
  /** Oldest first, each with the balance after it. */
  readonly lines: readonly WalletEntry[];
}

interface Period {
  readonly wallet: WalletName;
  /** `YYYY-MM-DD`; empty is open. */
  readonly from: string;
  readonly to: string;
}

/** Balances of the wallet before and after a period, from the server. */
type Ends = Pick<Statement, 'opening' | 'closing'>;

const sumOf = (lines: readonly WalletEntry[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** By their time, and lines of one time as they were written: a clock that was set back leaves that order. */
const byTime = (one: WalletEntry, other: WalletEntry): number =>
  Date.parse(one.at) - Date.parse(other.at) || one.entryId - other.entryId;

/** The figures of a period, each line with the balance after it; null when one end does not follow from the other. */
export const statementOf = (
  { opening, closing }: Ends,
  entries: readonly WalletEntry[],
): Statement | null => {
  let balance = opening;
  const lines = entries.toSorted(byTime).map((line) => ({ ...line, balance: (balance += line.amount) }));
  if (balance !== closing) return null;
  const credits = sumOf(lines.filter(({ amount }) => amount > 0));
  const debits = -sumOf(lines.filter(({ amount }) => amount < 0));
  return { opening, credits, debits, closing, lines };
};

/** Load a period's entries and the wallet's balances at its ends. What does not add up is not printed. */
export const loadStatement = async ({ wallet, from, to }: Period): Promise<Result<Statement>> => {
  const ends: Ends[] = [];
  const rows = await allRows(
    (page) =>
      api.wallet.history({
        wallet_id: WALLET_IDS[wallet],
        from_date: from || undefined,
        to_date: to || undefined,
        ...page,
      }),
    (answer) => {
      ends.push(answer);
      return { rows: answer.wallet_transaction_list, total: answer.total };
    },
    ({ entryId }) => entryId,
  );
  if (!rows.ok) return rows;
  // What is written while the pages are read comes in above them: the first page's ends are those of these lines.
  const statement = ends[0] ? statementOf(ends[0], rows.value) : null;
  return statement
    ? succeed(statement)
    : fail('conflict', t('The wallet changed while its statement was written. Print it again.'));
};
