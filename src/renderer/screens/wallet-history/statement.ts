import type { WalletEntry, WalletName } from '../../../shared/contract/wallet.ts';
import { fail, succeed, type Result } from '../../../shared/failure.ts';
import { FIRST_PAGE } from '../../../shared/page-size.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
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
  /** Oldest first. */
  readonly lines: readonly WalletEntry[];
}

interface Period {
  readonly wallet: WalletName;
  /** `YYYY-MM-DD`; empty is open. */
  readonly from: string;
  readonly to: string;
}

const balanceBefore = async ({ wallet, from }: Period): Promise<Result<number>> => {
  if (from === '') return succeed(0);
  const before = await api.wallet.history({
    wallet_id: WALLET_IDS[wallet],
    to_date: istDate(istDayStart(from) - DAY_MS),
    pageNumber: FIRST_PAGE,
    pageSize: 1,
  });
  return before.ok ? succeed(before.value.wallet_transaction_list[0]?.balance ?? 0) : before;
};

const sumOf = (lines: readonly WalletEntry[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The figures of lines in the order in which they were written; null when they do not follow from each other. */
export const statementOf = (opening: number, lines: readonly WalletEntry[]): Statement | null => {
  let balance = opening;
  for (const line of lines) {
    balance += line.amount;
    if (line.balance !== balance) return null;
  }
  const credits = sumOf(lines.filter(({ amount }) => amount > 0));
  const debits = -sumOf(lines.filter(({ amount }) => amount < 0));
  return { opening, credits, debits, closing: balance, lines };
};

/** Asks for every line of the period and for the balance before it. What does not add up is not printed. */
export const askForStatement = async (period: Period): Promise<Result<Statement>> => {
  const opening = await balanceBefore(period);
  if (!opening.ok) return opening;
  const rows = await allRows(
    (page) =>
      api.wallet.history({
        wallet_id: WALLET_IDS[period.wallet],
        from_date: period.from || undefined,
        to_date: period.to || undefined,
        ...page,
      }),
    (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
    ({ entryId }) => entryId,
  );
  if (!rows.ok) return rows;
  const statement = statementOf(opening.value, rows.value.toReversed());
  return statement
    ? succeed(statement)
    : fail('conflict', t('The wallet changed while its statement was written. Print it again.'));
};
