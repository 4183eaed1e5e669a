import type { Withdrawal } from '../../../shared/contract/wallet.ts';
import { WITHDRAWAL_TONES, WITHDRAWAL_LABELS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import {
  inOrder,
  rupeesColumn,
  saidColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';

/** All columns of a withdrawal, in the order of a file. Tables and files choose from them. */
export const withdrawalColumns = (): readonly Column<Withdrawal>[] => [
  timeColumn('at', t('Time (IST)'), (row) => row.at),
  rupeesColumn('amount', t('Amount'), (row) => row.amount),
  statusColumn(
    'state',
    t('Status'),
    (row) => WITHDRAWAL_LABELS[row.state],
    (row) => WITHDRAWAL_TONES[row.state],
  ),
  {
    key: 'account',
    title: t('Account'),
    fullTitle: t('Account ending in'),
    render: (row) => `••${row.accountLast4}, ${row.ifsc}`,
    csv: (row) => row.accountLast4,
  },
  textColumn('ifsc', 'IFSC', (row) => row.ifsc),
  textColumn('reference', t('Reference'), (row) => row.reference, { kind: 'quiet' }),
  timeColumn('ended', t('Ended', { context: 'time' }), (row) => row.settledAt),
  saidColumn('message', t('Message'), (row) => row.message, { kind: 'wrap' }),
];

const IN_TABLE = ['at', 'amount', 'state', 'account', 'reference', 'message'];

interface WithdrawalsTableProps {
  rows: readonly Withdrawal[];
  selectedId: number | null;
  onOpen: (row: Withdrawal) => void;
}

/** Money that went to the bank, or came back, newest first. */
export const WithdrawalsTable = ({ rows, selectedId, onOpen }: WithdrawalsTableProps) => (
  <DataTable
    label={t('Withdrawals to the bank')}
    columns={inOrder(withdrawalColumns(), IN_TABLE)}
    rows={rows}
    rowKey={(row) => row.withdrawalId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
