import { dateTimeText } from '../../i18n/dates.ts';
import type { WalletEntry, WalletName, Withdrawal } from '../../../shared/contract/wallet.ts';
import { succeed, type Result } from '../../../shared/failure.ts';

import { api } from '../../api/api.ts';
import { WALLET_IDS, WITHDRAWAL_WORDS } from '../../i18n/money-words.ts';
import { inEnglish } from '../../i18n/translate.ts';
import { allRows, csvRupees, type CsvTable } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const ENTRY_TYPES = ['A', 'C', 'D'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
export const WALLET_NAMES = ['main', 'held', 'reward', 'usdt'] as const satisfies readonly WalletName[];

export const historySearch = urlSearch({
  show: searchField.oneOf(['wallet', 'bank'], 'wallet'),
  wallet: searchField.oneOf(WALLET_NAMES, 'main'),
  type: searchField.oneOf(ENTRY_TYPES, 'A'),
  search: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  entry: searchField.id(),
});

interface Filter {
  type: EntryType;
  search: string;
  from: string;
  to: string;
}
type WalletFilter = Filter & { wallet: WalletName };

const wire = ({ type, search, from, to }: Filter) => ({
  type,
  Search: search,
  from_date: from || undefined,
  to_date: to || undefined,
});

const askEntries = ({ wallet, type, search, from, to, ...page }: WalletFilter & PageRequest) =>
  api.wallet.history({
    wallet_id: WALLET_IDS[wallet],
    displayMode: 'wallet',
    ...wire({ type, search, from, to }),
    ...page,
  });

const askWithdrawals = ({ type, search, from, to, ...page }: Filter & PageRequest) =>
  api.wallet.bankHistory({ displayMode: 'bank', ...wire({ type, search, from, to }), ...page });

const everything: Filter = { type: 'A', search: '', from: '', to: '' };

export const entriesList = createPagedList({
  call: askEntries,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (entry) => entry.entryId,
  filter: { ...everything, wallet: 'main' },
});

export const withdrawalsList = createPagedList({
  call: askWithdrawals,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (withdrawal) => withdrawal.withdrawalId,
  filter: everything,
});

const USDT_MILLIONTHS = 1_000_000;
/** Millionths as a spreadsheet reads a number, exactly. */
const csvUsdt = (millionths: number): string => {
  const whole = Math.trunc(millionths / USDT_MILLIONTHS);
  const rest = String(Math.abs(millionths % USDT_MILLIONTHS)).padStart(6, '0');
  return `${millionths < 0 && whole === 0 ? '-' : ''}${whole}.${rest}`;
};

const entryRow =
  (wallet: WalletName) =>
  (entry: WalletEntry): string[] => {
    const amount = wallet === 'usdt' ? csvUsdt : csvRupees;
    return [
      dateTimeText(Date.parse(entry.at)),
      entry.title,
      entry.counterparty ?? '',
      entry.note,
      amount(entry.amount),
      amount(entry.balance),
      entry.reference,
    ];
  };

/** Every line that the filters let through, for a spreadsheet. */
export const entriesTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = entriesList.get();
  const rows = await allRows(
    (page) => askEntries({ ...filter, ...page }),
    (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: `wallet-${filter.wallet}`,
    columns: ['Time (IST)', 'What', 'With', 'Note', 'Amount', 'Balance', 'Reference'],
    rows: inEnglish(() => rows.value.map(entryRow(filter.wallet))),
  });
};

const withdrawalRow = (row: Withdrawal): string[] => [
  dateTimeText(Date.parse(row.at)),
  csvRupees(row.amount),
  WITHDRAWAL_WORDS[row.state],
  row.accountLast4,
  row.ifsc,
  row.reference,
  row.settledAt === null ? '' : dateTimeText(Date.parse(row.settledAt)),
  row.message,
];

/** Every withdrawal that the filters let through, for a spreadsheet. */
export const withdrawalsTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = withdrawalsList.get();
  const rows = await allRows(
    (page) => askWithdrawals({ ...filter, ...page }),
    (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: 'wallet-to-bank',
    columns: ['Time (IST)', 'Amount', 'State', 'Account ending in', 'IFSC', 'Reference', 'Ended', 'Message'],
    rows: inEnglish(() => rows.value.map(withdrawalRow)),
  });
};
