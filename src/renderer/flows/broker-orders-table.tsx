import { formatCount, formatPrice } from '../../shared/money.ts';
import { brokerStateWords } from '../i18n/trick-words.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { BrokerOrder } from './unknown-orders.ts';

const columns: readonly Column<BrokerOrder>[] = [
  { key: 'id', title: 'Broker’s number', render: (row) => row.brokerOrderId },
  { key: 'symbol', title: 'Symbol', render: (row) => row.symbol },
  { key: 'side', title: 'Side', render: (row) => (row.side === 'buy' ? 'Buy' : 'Sell') },
  {
    key: 'quantity',
    title: 'Filled / qty',
    align: 'end',
    render: (row) => `${formatCount(row.filledQuantity)} / ${formatCount(row.quantity)}`,
  },
  { key: 'price', title: 'Price', align: 'end', render: (row) => formatPrice(row.price) },
  { key: 'state', title: 'State there', render: (row) => brokerStateWords(row.state) },
  {
    key: 'ours',
    title: 'Known as',
    kind: 'quiet',
    render: (row) => (row.orderId === null ? '–' : `Order ${row.orderId}`),
  },
  { key: 'reason', title: 'Reason', kind: 'wrap', render: (row) => <span dir="auto">{row.reason}</span> },
];

/** The broker's order book of today, in the broker's words. */
export const BrokerOrdersTable = ({ rows }: { rows: readonly BrokerOrder[] }) => (
  <DataTable
    label="Order book of the broker, today"
    columns={columns}
    rows={rows}
    rowKey={(row) => row.brokerOrderId}
  />
);
