import { makeStyles, tokens } from '@fluentui/react-components';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import { formatCount, formatPrice } from '../../shared/money.ts';
import { istTime } from '../../shared/time.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Facts } from './details-drawer.tsx';
import { ModeChip } from './mode-chip.tsx';
import { StatusText, type StatusTone } from './status-text.tsx';

/** An order as tables show it; `stateWords` and `tone` come from the caller's vocabulary. */
export interface OrderRow {
  orderId: number;
  trickName: string;
  symbol: string;
  mode: 'test' | 'live';
  side: 'buy' | 'sell';
  purpose: string;
  quantity: number;
  filledQuantity: number;
  averagePrice: number | null;
  stateWords: string;
  tone: StatusTone;
  reason: string;
  placedAt: string;
  life: readonly { stateWords: string; at: string; reason: string }[];
}

const columns: readonly Column<OrderRow>[] = [
  {
    key: 'time',
    title: 'Time (IST)',
    render: (row) => `${dayText(Date.parse(row.placedAt))}, ${istTime(Date.parse(row.placedAt))}`,
  },
  { key: 'symbol', title: 'Symbol', render: (row) => row.symbol },
  { key: 'side', title: 'Side', render: (row) => (row.side === 'buy' ? 'Buy' : 'Sell') },
  {
    key: 'quantity',
    title: 'Filled / qty',
    align: 'end',
    render: (row) => `${formatCount(row.filledQuantity)} / ${formatCount(row.quantity)}`,
  },
  {
    key: 'price',
    title: 'Avg price',
    align: 'end',
    render: (row) => (row.averagePrice === null ? '–' : formatPrice(row.averagePrice)),
  },
  {
    key: 'state',
    title: 'State',
    render: (row) => <StatusText tone={row.tone}>{row.stateWords}</StatusText>,
  },
  { key: 'trick', title: 'Strategy', kind: 'quiet', render: (row) => row.trickName },
  { key: 'reason', title: 'Reason', kind: 'wrap', render: (row) => <span dir="auto">{row.reason}</span> },
];

interface OrdersTableProps {
  label: string;
  rows: readonly OrderRow[];
  selectedId: number | null;
  onOpen: (row: OrderRow) => void;
  hasStrategy?: boolean;
}

/** Orders, newest first; a refusal shows its reason in full. */
export const OrdersTable = ({ label, rows, selectedId, onOpen, hasStrategy = true }: OrdersTableProps) => (
  <DataTable
    label={label}
    columns={hasStrategy ? columns : columns.filter((column) => column.key !== 'trick')}
    rows={rows}
    rowKey={(row) => row.orderId}
    selectedKey={selectedId}
    onOpen={onOpen}
  />
);

const useStyles = makeStyles({
  life: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    paddingLeft: '20px',
  },
  when: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
});

/** One order with its whole life. */
export const OrderFacts = ({ order }: { order: OrderRow }) => {
  const styles = useStyles();
  return (
    <>
      <Facts
        facts={[
          ['State', <StatusText tone={order.tone}>{order.stateWords}</StatusText>],
          ['Mode', <ModeChip mode={order.mode} />],
          ['Strategy', order.trickName],
          ['Symbol', order.symbol],
          ['Side', order.side === 'buy' ? 'Buy' : 'Sell'],
          ['Purpose', order.purpose],
          ['Quantity', `${formatCount(order.filledQuantity)} of ${formatCount(order.quantity)} filled`],
          ['Average price', order.averagePrice === null ? '–' : formatPrice(order.averagePrice)],
          ['Order number', String(order.orderId)],
        ]}
      />
      <h3 className={styles.title}>What happened</h3>
      <ol className={styles.life}>
        {order.life.map((step) => (
          <li key={`${step.at}-${step.stateWords}`}>
            {step.stateWords}
            {step.reason && <span dir="auto">: {step.reason}</span>}
            <span className={styles.when}>{dateTimeText(Date.parse(step.at))}</span>
          </li>
        ))}
      </ol>
    </>
  );
};
