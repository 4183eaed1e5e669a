import { makeStyles, tokens } from '@fluentui/react-components';
import type { BasketConstituent, ConstituentOrder } from '../../../shared/contract/baskets.ts';
import { formatCount, formatPercent, formatPrice } from '../../../shared/money.ts';
import { PLAN_ORDER_TONES, planOrderText } from '../../i18n/basket-labels.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { changeColumn, countColumn, rupeesColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { StatusText } from '../../ui/status-text.tsx';
import { WeightBar } from './weight-bar.tsx';

const useStyles = makeStyles({
  name: { display: 'flex', flexDirection: 'column', padding: `${tokens.spacingVerticalXS} 0` },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const Name = ({ row }: { row: BasketConstituent }) => {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      <strong>{row.symbol}</strong>
      <span className={styles.quiet}>{row.name}</span>
    </span>
  );
};

const LastOrder = ({ order }: { order: ConstituentOrder }) => {
  const styles = useStyles();
  const { side, quantity, filledQuantity, state, reason } = order;
  const isPartlyFilled = filledQuantity > 0 && filledQuantity < quantity;
  const counts = { filled: formatCount(filledQuantity), quantity: formatCount(quantity) };
  return (
    <span className={styles.name} title={reason}>
      <StatusText tone={PLAN_ORDER_TONES[state]}>{planOrderText(state)}</StatusText>
      <span className={styles.quiet}>
        {isPartlyFilled
          ? t(side === 'buy' ? 'Buy {{filled}} of {{quantity}}' : 'Sell {{filled}} of {{quantity}}', counts)
          : t(side === 'buy' ? 'Buy {{quantity}}' : 'Sell {{quantity}}', counts)}
      </span>
    </span>
  );
};

/** Constituents of a basket; with quantities and results where it is held. */
export const ConstituentsTable = ({
  basketId,
  rows,
  isHeld,
}: {
  basketId: number;
  rows: readonly BasketConstituent[];
  isHeld: boolean;
}) => {
  const most = Math.max(...rows.map((row) => Math.max(row.targetWeight, row.weightNow ?? 0)), 1);
  const plain: readonly Column<BasketConstituent>[] = [
    {
      key: 'symbol',
      title: t('Share', { context: 'equity' }),
      render: (row) => <Name row={row} />,
      sortBy: (row) => row.symbol,
      csv: (row) => row.symbol,
    },
    {
      key: 'weight',
      title: isHeld ? t('Weight now, mark: target') : t('Weight'),
      render: (row) => (
        <WeightBar
          symbol={row.symbol}
          now={isHeld ? row.weightNow : row.targetWeight}
          target={row.targetWeight}
          most={most}
        />
      ),
      csv: (row) => csvNumber(isHeld ? row.weightNow : row.targetWeight),
    },
    {
      key: 'target',
      title: t('Target'),
      align: 'end',
      render: (row) => formatPercent(row.targetWeight),
      sortBy: (row) => row.targetWeight,
      csv: (row) => csvNumber(row.targetWeight),
    },
    {
      key: 'ltp',
      title: t('LTP'),
      align: 'end',
      render: (row) =>
        row.problem?.action === 'wait' ? (
          <StatusText tone="warning">{t('No price')}</StatusText>
        ) : (
          `₹${formatPrice(row.ltp ?? 0)}`
        ),
      csv: (row) => csvRupees(row.problem?.action === 'wait' ? null : row.ltp),
    },
  ];
  const held: readonly Column<BasketConstituent>[] = [
    countColumn('quantity', t('Shares'), (row) => row.quantity),
    {
      key: 'average',
      title: t('Average'),
      align: 'end',
      render: (row) => (row.averagePrice === null ? '–' : `₹${formatPrice(row.averagePrice)}`),
      csv: (row) => csvRupees(row.averagePrice),
    },
    rupeesColumn('value', t('Value', { context: 'money' }), (row) => row.value, { isSortable: true }),
    changeColumn('pnl', t('Gross P&L'), (row) => row.pnl, { isSortable: true }),
  ];
  const orders: Column<BasketConstituent> = {
    key: 'orders',
    title: t('Last order'),
    kind: 'wrap',
    render: (row) =>
      row.orders.map((order) => <LastOrder key={order.orderId ?? order.state} order={order} />),
    csv: (row) =>
      row.orders
        .map(({ side, filledQuantity, quantity, state }) => `${side} ${filledQuantity}/${quantity} ${state}`)
        .join(', '),
  };
  const sort = useUrlSort();
  const hasOrders = isHeld && rows.some((row) => row.orders.length > 0);
  const columns = isHeld ? [...plain, ...held, ...(hasOrders ? [orders] : [])] : plain;
  useCsvExport(csvOfRows(`basket-${basketId}`, columns, sortedRows(rows, columns, sort.sorting)));
  return (
    <DataTable
      label={t('Shares of the basket')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.symbol}
      {...sort}
    />
  );
};
