import { Button } from '@fluentui/react-components';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { PURCHASE_TONES, PURCHASE_LABELS } from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import {
  inOrder,
  rupeesColumn,
  saidColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';

/** All columns of a purchase, in the order of a file. Tables and files choose from them. */
export const purchaseColumns = (): readonly Column<Purchase>[] => [
  timeColumn('at', t('Time (IST)'), (row) => row.at),
  saidColumn('what', t('Type'), (row) => row.text),
  rupeesColumn('total', t('Total'), (row) => row.total),
  rupeesColumn('gst', t('Of it GST'), (row) => row.gst),
  statusColumn(
    'state',
    t('Status'),
    (row) => PURCHASE_LABELS[row.state],
    (row) => PURCHASE_TONES[row.state],
  ),
  {
    key: 'invoice',
    title: t('Invoice'),
    kind: 'quiet',
    render: (row) => row.invoiceNumber ?? '–',
    csv: (row) => row.invoiceNumber ?? '',
  },
  textColumn('reference', t('Reference'), (row) => row.reference),
  saidColumn('message', t('Message'), (row) => row.message, { kind: 'wrap' }),
];

const IN_TABLE = ['what', 'at', 'total', 'gst', 'state', 'message', 'invoice'];

interface PurchasesTableProps {
  rows: readonly Purchase[];
  selectedId: number | null;
  onOpen: (row: Purchase) => void;
  onRetry: (row: Purchase) => void;
}

const columnsWith = (onRetry: PurchasesTableProps['onRetry']): readonly Column<Purchase>[] => [
  ...inOrder(purchaseColumns(), IN_TABLE),
  {
    key: 'retry',
    title: t('Pay again'),
    isTitleHidden: true,
    render: (row) =>
      row.canRetry && (
        <Button
          size="small"
          aria-label={t('Pay for {{text}}', { text: serverText(row.text) })}
          onClick={() => onRetry(row)}
        >
          {t('Pay now')}
        </Button>
      ),
  },
];

/** Purchases, newest first. */
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
