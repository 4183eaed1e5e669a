import type { WalletName } from '../../../shared/contract/wallet.ts';
import { api } from '../../api/api.ts';
import { entryColumns } from '../../features/money/entries-table.tsx';
import { WALLET_IDS } from '../../i18n/money-labels.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { withdrawalColumns } from './withdrawals-table.tsx';

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
  search,
  from_date: from || undefined,
  to_date: to || undefined,
});

const loadEntries = ({ wallet, type, search, from, to, ...page }: WalletFilter & PageRequest) =>
  api.wallet.history({
    wallet_id: WALLET_IDS[wallet],
    displayMode: 'wallet',
    ...wire({ type, search, from, to }),
    ...page,
  });

const loadWithdrawals = ({ type, search, from, to, ...page }: Filter & PageRequest) =>
  api.wallet.bankHistory({ displayMode: 'bank', ...wire({ type, search, from, to }), ...page });

const everything: Filter = { type: 'A', search: '', from: '', to: '' };

export const entriesList = createPagedList({
  call: loadEntries,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (entry) => entry.entryId,
  filter: { ...everything, wallet: 'main' },
});

export const withdrawalsList = createPagedList({
  call: loadWithdrawals,
  page: (answer) => ({ rows: answer.wallet_transaction_list, total: answer.total }),
  idOf: (withdrawal) => withdrawal.withdrawalId,
  filter: everything,
});

/** Every line that the filters let through, for a spreadsheet. */
export const entriesCsv = ({
  filter: { wallet },
  all,
}: FilteredRows<typeof entriesList>): ReturnType<CsvSource> =>
  csvTableOf(`wallet-${wallet}`, entryColumns(wallet), all());

/** Every withdrawal that the filters let through, for a spreadsheet. */
export const withdrawalsCsv = ({ all }: FilteredRows<typeof withdrawalsList>): ReturnType<CsvSource> =>
  csvTableOf('wallet-to-bank', withdrawalColumns(), all());
