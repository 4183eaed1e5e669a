import { makeStyles, tokens } from '@fluentui/react-components';
import { formatCount, priceOrDash } from '../../shared/money.ts';
import { istTime } from '../../shared/time.ts';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Facts } from './details-drawer.tsx';
import { ModeChip } from './mode-chip.tsx';
import { SaidByServer } from './said-by-server.tsx';
import { StatusText, type StatusTone } from './status-text.tsx';

/** An order as tables show it; the words and `tone` come from the caller's vocabulary. */
export interface OrderRow {
  orderId: number;
  strategyName: string;
  symbol: string;
  mode: 'test' | 'live';
  side: 'buy' | 'sell';
  purposeText: string;
  quantity: number;
  filledQuantity: number;
  averagePrice: number | null;
  stateText: string;
  tone: StatusTone;
  reason: string;
  placedAt: string;
  /** `said` is in the words of whoever told of it, such as the broker; empty where nothing was said. */
  life: readonly { stateText: string; at: string; reason: string; said: string }[];
}

const sideText = ({ side }: OrderRow): string => t(side === 'buy' ? 'Buy' : 'Sell');

const columnsOf = (): readonly Column<OrderRow>[] => [
  {
    key: 'time',
    title: t('Time (IST)'),
    render: (row) => `${dayText(Date.parse(row.placedAt))}, ${istTime(Date.parse(row.placedAt))}`,
  },
  { key: 'symbol', title: t('Symbol'), render: (row) => row.symbol },
  { key: 'side', title: t('Side'), render: sideText },
  {
    key: 'quantity',
    title: t('Filled/Qty'),
    align: 'end',
    render: (row) => `${formatCount(row.filledQuantity)} / ${formatCount(row.quantity)}`,
  },
  {
    key: 'price',
    title: t('Avg price'),
    align: 'end',
    render: (row) => priceOrDash(row.averagePrice),
  },
  {
    key: 'state',
    title: t('State'),
    render: (row) => <StatusText tone={row.tone}>{row.stateText}</StatusText>,
  },
  { key: 'strategy', title: t('Strategy'), kind: 'quiet', render: (row) => row.strategyName },
  {
    key: 'reason',
    title: t('Reason'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.reason}</SaidByServer>,
  },
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
    columns={columnsOf().filter((column) => hasStrategy || column.key !== 'strategy')}
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
  said: { display: 'block', fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
});

/** One order with its whole life. */
export const OrderFacts = ({ order }: { order: OrderRow }) => {
  const styles = useStyles();
  return (
    <>
      <Facts
        facts={[
          [t('State'), <StatusText tone={order.tone}>{order.stateText}</StatusText>],
          [t('Mode'), <ModeChip mode={order.mode} />],
          [t('Strategy'), order.strategyName],
          [t('Symbol'), order.symbol],
          [t('Side'), sideText(order)],
          [t('Order tag'), order.purposeText],
          [
            t('Quantity'),
            t('{{filled}} of {{quantity}} filled', {
              filled: formatCount(order.filledQuantity),
              quantity: formatCount(order.quantity),
            }),
          ],
          [t('Avg. price'), priceOrDash(order.averagePrice)],
          [t('Order number'), String(order.orderId)],
        ]}
      />
      <h3 className={styles.title}>{t('What happened')}</h3>
      <ol className={styles.life}>
        {order.life.map((step, index) => (
          <li key={`${index}-${step.at}`}>
            {step.stateText}
            {step.reason && (
              <>
                : <SaidByServer>{step.reason}</SaidByServer>
              </>
            )}
            {step.said !== '' && step.said !== step.reason && (
              <span className={styles.said}>
                <SaidByServer>{`“${step.said}”`}</SaidByServer>
              </span>
            )}
            <span className={styles.when}>{dateTimeText(Date.parse(step.at))}</span>
          </li>
        ))}
      </ol>
    </>
  );
};
