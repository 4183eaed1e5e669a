import { Button } from '@fluentui/react-components';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { PURCHASE_TONES, PURCHASE_LABELS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';

interface PurchasesTableProps {
  rows: readonly Purchase[];
  selectedId: number | null;
  onOpen: (row: Purchase) => void;
  onRetry: (row: Purchase) => void;
}

const columnsWith = (onRetry: PurchasesTableProps['onRetry']): readonly Column<Purchase>[] => [
  { key: 'what', title: t('What'), render: (row) => row.text },
  { key: 'at', title: t('Time (IST)'), render: (row) => dateTimeText(Date.parse(row.at)) },
  { key: 'total', title: t('Total'), align: 'end', render: (row) => formatRupees(row.total) },
  { key: 'gst', title: t('Of it GST'), align: 'end', render: (row) => formatRupees(row.gst) },
  {
    key: 'state',
    title: t('State'),
    render: (row) => <StatusText tone={PURCHASE_TONES[row.state]}>{PURCHASE_LABELS[row.state]}</StatusText>,
  },
  {
    key: 'message',
    title: t('Message'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.message}</SaidByServer>,
  },
  { key: 'invoice', title: t('Invoice'), kind: 'quiet', render: (row) => row.invoiceNumber ?? '–' },
  {
    key: 'retry',
    title: t('Pay again'),
    isTitleHidden: true,
    render: (row) =>
      row.canRetry && (
        <Button
          size="small"
          aria-label={t('Pay for {{text}}', { text: row.text })}
          onClick={() => onRetry(row)}
        >
          {t('Pay now')}
        </Button>
      ),
  },
];

/** What was bought, newest first. */
export const PurchasesTable = ({ rows, selectedId, onOpen, onRetry }: PurchasesTableProps) => (
  <DataTable
    label={t('My transactions')}
    columns={columnsWith(onRetry)}
    rows={rows}
    rowKey={(row) => row.transactionId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);
