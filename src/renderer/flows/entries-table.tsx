import { dateTimeText } from '../i18n/dates.ts';
import type { WalletEntry, WalletName } from '../../shared/contract/wallet.ts';

import { walletAmount, walletChange } from '../i18n/money-words.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { SignedAmount } from '../ui/money.tsx';

/** What an entry is about, in one line. */
export const entryText = ({ note, counterparty }: WalletEntry): string =>
  [counterparty, note].filter(Boolean).join(' · ');

const columnsOf = (wallet: WalletName): readonly Column<WalletEntry>[] => [
  { key: 'what', title: 'What', render: (row) => row.title },
  { key: 'at', title: 'Time (IST)', render: (row) => dateTimeText(Date.parse(row.at)) },
  { key: 'about', title: 'About', kind: 'wrap', render: (row) => <span dir="auto">{entryText(row)}</span> },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: (row) => <SignedAmount text={walletChange(wallet, row.amount)} />,
  },
  { key: 'balance', title: 'Balance', align: 'end', render: (row) => walletAmount(wallet, row.balance) },
  { key: 'reference', title: 'Reference', kind: 'quiet', render: (row) => row.reference },
];

interface EntriesTableProps {
  label: string;
  wallet: WalletName;
  rows: readonly WalletEntry[];
  selectedId?: number | null;
  onOpen: (row: WalletEntry) => void;
}

/** Lines of a wallet, newest first, with the balance after each. */
export const EntriesTable = ({ label, wallet, rows, selectedId, onOpen }: EntriesTableProps) => (
  <DataTable
    label={label}
    columns={columnsOf(wallet)}
    rows={rows}
    rowKey={(row) => row.entryId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
