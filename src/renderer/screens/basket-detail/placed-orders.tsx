import { useEffect, useState } from 'react';
import type { BasketExecution } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { Order } from '../../../shared/contract/positions.ts';
import { formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { ORDER_STATE_LABELS, ORDER_STATE_TONES } from '../../i18n/strategy-labels.ts';
import { useGoTo } from '../../state/navigation.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';

type Placed = BasketExecution['orders'][number];

/**
 * The latest of every order that was reported since this is used. An order may be filled before the call that placed it
 * has answered, so it is used from before the call.
 */
export const useReportedOrders = (): readonly Order[] => {
  const [reported, setReported] = useState<ReadonlyMap<number, Order>>(new Map());
  useEffect(
    () =>
      onStreamEvent(['order'], ({ order }) =>
        setReported((before) => new Map(before).set(order.orderId, order)),
      ),
    [],
  );
  return [...reported.values()];
};

/** A placed order as it stands by now; one that waited for the sales is known by what it buys. */
const asReported = (row: Placed, strategyId: number, reported: readonly Order[]): Placed => {
  const now = reported.findLast((order) =>
    row.orderId === null
      ? row.isWaiting &&
        order.strategyId === strategyId &&
        order.symbol === row.symbol &&
        order.side === row.side
      : order.orderId === row.orderId,
  );
  return now ? { ...row, orderId: now.orderId, state: now.state, isWaiting: false } : row;
};

const columns = (): readonly Column<Placed>[] => [
  { key: 'symbol', title: t('Share', { context: 'equity' }), render: (row) => row.symbol },
  { key: 'side', title: t('Side'), render: (row) => t(row.side === 'buy' ? 'Buy' : 'Sell') },
  { key: 'quantity', title: t('Shares'), align: 'end', render: (row) => row.quantity },
  {
    key: 'state',
    title: t('Status'),
    kind: 'wrap',
    render: (row) =>
      row.isWaiting ? (
        <StatusText tone="neutral">{t('Waits for the sales')}</StatusText>
      ) : row.state === null ? (
        <StatusText tone="bad">{row.problem ?? t('Not placed')}</StatusText>
      ) : (
        <StatusText tone={ORDER_STATE_TONES[row.state]}>{ORDER_STATE_LABELS[row.state]}</StatusText>
      ),
  },
];

interface PlacedOrdersProps {
  executed: BasketExecution;
  /** Orders that were reported since before they were placed. */
  reported: readonly Order[];
  mode: Mode;
  onDone: () => void;
}

/** The orders placed for a basket, each in its present state. */
export const PlacedOrders = ({ executed, reported, mode, onDone }: PlacedOrdersProps) => {
  const goTo = useGoTo();
  return (
    <ConfirmDialog
      title={t('Review orders')}
      action={t('Order history')}
      cancel={t('Done')}
      isWide
      onConfirm={() => goTo(`/order-history?mode=${mode}`)}
      onClose={onDone}
    >
      <span>
        {mode === 'live'
          ? t('Real orders: what becomes of each stands with the basket.')
          : t('Paper orders: each fills at the next price of its share.')}{' '}
        {t('{{amount}} stay in cash at the previewed prices.', { amount: formatRupees(executed.cashLeft) })}
      </span>
      <DataTable
        label={t('Orders placed')}
        columns={columns()}
        rows={executed.orders.map((row) => asReported(row, executed.strategyId, reported))}
        rowKey={(row) => `${row.symbol} ${row.side}`}
      />
    </ConfirmDialog>
  );
};
