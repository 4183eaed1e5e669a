import { makeStyles, tokens } from '@fluentui/react-components';
import type { Order } from '../../../shared/contract/positions.ts';
import { formatCount, priceOrDash } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { ORDER_PURPOSE_LABELS, ORDER_STATE_LABELS, ORDER_STATE_TONES } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { PRODUCT_LABELS, TYPE_LABELS } from '../manual/order-labels.ts';
import { hasRowActions, orderActionsColumn } from './order-actions.tsx';
import { orderColumns, sideText } from './order-columns.tsx';
import { useOrderStateText } from './order-state-text.ts';

interface OrdersTableProps {
  label: string;
  rows: readonly Order[];
  selectedId: number | null;
  onOpen: (row: Order) => void;
  hasStrategy?: boolean;
  /** Whether working orders are changed, cancelled and settled in their rows. */
  hasActions?: boolean;
}

/** Orders, newest first; a refusal shows its reason in full. */
export const OrdersTable = ({
  label,
  rows,
  selectedId,
  onOpen,
  hasStrategy = true,
  hasActions = false,
}: OrdersTableProps) => {
  const stateText = useOrderStateText();
  const columns = orderColumns(stateText, hasStrategy);
  // Where nothing works, the figures have the room.
  const isActive = hasActions && rows.some(hasRowActions);
  return (
    <DataTable
      label={label}
      columns={isActive ? [...columns, orderActionsColumn(onOpen)] : columns}
      rows={rows}
      rowKey={(row) => row.orderId}
      selectedKey={selectedId}
      onOpen={onOpen}
    />
  );
};

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

/** Prices that an order was sent with, each by its name. */
const pricesOf = ({ limitPrice, triggerPrice }: Order): readonly (readonly [string, string])[] =>
  (
    [
      [t('Trigger'), triggerPrice],
      [t('Limit'), limitPrice],
    ] as const
  ).flatMap(([name, price]) => (price === null ? [] : [[name, priceOrDash(price)] as const]));

/** Type and product of an entry by hand. Of another order they are not kept. */
const termsOf = ({ terms }: Order): readonly (readonly [string, string])[] =>
  terms
    ? [
        [t('Order type'), TYPE_LABELS[terms.type]],
        [t('Product'), PRODUCT_LABELS[terms.product]],
      ]
    : [];

/** One order with its whole life. */
export const OrderFacts = ({ order }: { order: Order }) => {
  const styles = useStyles();
  const stateText = useOrderStateText();
  return (
    <>
      <Facts
        facts={[
          [t('Status'), <StatusText tone={ORDER_STATE_TONES[order.state]}>{stateText(order)}</StatusText>],
          [t('Mode'), <ModeChip mode={order.mode} />],
          [t('Strategy'), order.strategyName],
          [t('Symbol'), order.symbol],
          [t('Side'), sideText(order.side)],
          [t('Order tag'), ORDER_PURPOSE_LABELS[order.purpose]],
          [
            t('Quantity'),
            t('{{filled}} of {{quantity}} filled', {
              filled: formatCount(order.filledQuantity),
              quantity: formatCount(order.quantity),
            }),
          ],
          ...termsOf(order),
          ...pricesOf(order),
          [t('Avg. price'), priceOrDash(order.averagePrice)],
          [t('Order number'), String(order.orderId)],
        ]}
      />
      <h3 className={styles.title}>{t('What happened')}</h3>
      <ol className={styles.life}>
        {order.life.map((step, index) => (
          <li key={`${index}-${step.at}`}>
            {ORDER_STATE_LABELS[step.state]}
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
