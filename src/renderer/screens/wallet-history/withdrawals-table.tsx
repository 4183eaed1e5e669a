import type { Withdrawal } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { WITHDRAWAL_TONES, WITHDRAWAL_LABELS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const columns = (): readonly Column<Withdrawal>[] => [
  { key: 'at', title: t('Time (IST)'), render: (row) => dateTimeText(Date.parse(row.at)) },
  { key: 'amount', title: t('Amount'), align: 'end', render: (row) => formatRupees(row.amount) },
  {
    key: 'state',
    title: t('State'),
    render: (row) => (
      <StatusText tone={WITHDRAWAL_TONES[row.state]}>{WITHDRAWAL_LABELS[row.state]}</StatusText>
    ),
  },
  { key: 'account', title: t('Account'), render: (row) => `••${row.accountLast4}, ${row.ifsc}` },
  { key: 'reference', title: t('Reference'), kind: 'quiet', render: (row) => row.reference },
  {
    key: 'message',
    title: t('Message'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.message}</SaidByServer>,
  },
];

interface WithdrawalsTableProps {
  rows: readonly Withdrawal[];
  selectedId: number | null;
  onOpen: (row: Withdrawal) => void;
}

/** Money that went to the bank, or came back, newest first. */
export const WithdrawalsTable = ({ rows, selectedId, onOpen }: WithdrawalsTableProps) => (
  <DataTable
    label={t('Withdrawals to the bank')}
    columns={columns()}
    rows={rows}
    rowKey={(row) => row.withdrawalId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
