import type { WalletEntry, WalletName } from '../../shared/contract/wallet.ts';
import { dateTimeText } from '../i18n/dates.ts';
import { walletAmount, walletChange } from '../i18n/money-labels.ts';
import { t } from '../i18n/translate.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { SignedAmount } from '../ui/money.tsx';
import { SaidByServer } from '../ui/said-by-server.tsx';

/** What an entry is about, in one line. */
export const entryText = ({ note, counterparty }: WalletEntry): string =>
  [counterparty, note].filter(Boolean).join(' · ');

const columnsOf = (wallet: WalletName): readonly Column<WalletEntry>[] => [
  { key: 'what', title: t('What'), render: (row) => row.title },
  { key: 'at', title: t('Time (IST)'), render: (row) => dateTimeText(Date.parse(row.at)) },
  {
    key: 'about',
    title: t('About'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{entryText(row)}</SaidByServer>,
  },
  {
    key: 'amount',
    title: t('Amount'),
    align: 'end',
    render: (row) => <SignedAmount text={walletChange(wallet, row.amount)} />,
  },
  { key: 'balance', title: t('Balance'), align: 'end', render: (row) => walletAmount(wallet, row.balance) },
  { key: 'reference', title: t('Reference'), kind: 'quiet', render: (row) => row.reference },
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
