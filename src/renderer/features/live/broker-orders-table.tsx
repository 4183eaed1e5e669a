import { formatCount, formatPrice } from '../../../shared/money.ts';
import { brokerStateText, SIDE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import type { BrokerOrder } from './unknown-orders.ts';

const columnsOf = (): readonly Column<BrokerOrder>[] => [
  { key: 'id', title: t('Broker’s number'), render: (row) => row.brokerOrderId },
  { key: 'symbol', title: t('Symbol'), render: (row) => row.symbol },
  { key: 'side', title: t('Side'), render: (row) => SIDE_LABELS[row.side] },
  {
    key: 'quantity',
    title: t('Filled/Qty'),
    align: 'end',
    render: (row) => `${formatCount(row.filledQuantity)} / ${formatCount(row.quantity)}`,
  },
  { key: 'price', title: t('Price'), align: 'end', render: (row) => formatPrice(row.price) },
  { key: 'state', title: t('State there'), render: (row) => brokerStateText(row.state) },
  {
    key: 'ours',
    title: t('Known as'),
    kind: 'quiet',
    render: (row) => (row.orderId === null ? '–' : t('Order {{number}}', { number: row.orderId })),
  },
  {
    key: 'reason',
    title: t('Reason'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.reason}</SaidByServer>,
  },
];

/** The broker's order book of today, in the broker's words. */
export const BrokerOrdersTable = ({ rows }: { rows: readonly BrokerOrder[] }) => (
  <DataTable
    label={t('Order book of the broker, today')}
    columns={columnsOf()}
    rows={rows}
    rowKey={(row) => row.brokerOrderId}
  />
);
