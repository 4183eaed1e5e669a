import type { WalletEntry, WalletName } from '../../../shared/contract/wallet.ts';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { walletAmount, walletChange } from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { inOrder, saidColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SignedAmount } from '../../ui/money.tsx';

const USDT_MILLIONTHS = 1_000_000;
/** Millionths as a spreadsheet reads a number, exactly. */
const csvUsdt = (millionths: number): string => {
  const whole = Math.trunc(millionths / USDT_MILLIONTHS);
  const rest = String(Math.abs(millionths % USDT_MILLIONTHS)).padStart(6, '0');
  return `${millionths < 0 && whole === 0 ? '-' : ''}${whole}.${rest}`;
};

/** Subject of an entry, in one line. */
const entryText = ({ note, counterparty }: WalletEntry): string =>
  // A sentence of the server is known by itself only, not behind a name.
  [counterparty, serverText(note)].filter(Boolean).join(' · ');

/** All columns of a wallet entry, in the order of a file. Tables, files and statements choose from them. */
export const entryColumns = (wallet: WalletName): readonly Column<WalletEntry>[] => {
  const csvAmount = wallet === 'usdt' ? csvUsdt : csvRupees;
  return [
    timeColumn('at', t('Time (IST)'), (row) => row.at),
    saidColumn('what', t('Type'), (row) => row.title),
    textColumn('with', t('With'), (row) => row.counterparty ?? ''),
    saidColumn('note', t('Note'), (row) => row.note),
    // Two columns of a file in one.
    { ...saidColumn('about', t('Details'), entryText, { kind: 'wrap' }), csv: undefined },
    {
      key: 'amount',
      title: t('Amount'),
      align: 'end',
      render: (row) => <SignedAmount text={walletChange(wallet, row.amount)} />,
      csv: (row) => csvAmount(row.amount),
      print: (row) => walletChange(wallet, row.amount),
    },
    {
      key: 'balance',
      title: t('Balance'),
      align: 'end',
      render: (row) => walletAmount(wallet, row.balance),
      csv: (row) => csvAmount(row.balance),
      print: (row) => walletAmount(wallet, row.balance),
    },
    textColumn('reference', t('Reference'), (row) => row.reference, { kind: 'quiet' }),
  ];
};

const IN_TABLE = ['what', 'at', 'about', 'amount', 'balance', 'reference'];

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
    columns={inOrder(entryColumns(wallet), IN_TABLE)}
    rows={rows}
    rowKey={(row) => row.entryId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
