import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Order } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { askManualChange } from '../../state/manual-change.ts';
import type { Column } from '../../ui/data-table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { isCancellable, isChangeable, isToSettle } from '../manual/order-change.ts';

const useStyles = makeStyles({
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
  action: { minWidth: 0 },
});

/** React hook: cancels a working order, and says so. `onDone` follows each attempt. */
export const useCancelOrder = (onDone: () => void = () => undefined) => {
  const { run, isRunning } = useAction(api.positions.cancelOrder);
  const cancel = async ({ orderId }: Pick<Order, 'orderId'>): Promise<void> => {
    const result = await run({ orderId });
    if (result.ok)
      notify({
        tone: 'success',
        message: result.message ?? t('Order {{orderId}} is cancelled.', { orderId }),
      });
    onDone();
  };
  return { cancel, isRunning };
};

const RowActions = ({ order }: { order: Order }) => {
  const styles = useStyles();
  const { cancel, isRunning } = useCancelOrder();
  return (
    <span className={styles.actions}>
      {isChangeable(order) && (
        <Button
          size="small"
          className={styles.action}
          data-act="change"
          aria-label={t('Change order {{orderId}} in {{symbol}}', {
            orderId: order.orderId,
            symbol: order.symbol,
          })}
          onClick={() => askManualChange(order)}
        >
          {t('Change…')}
        </Button>
      )}
      <Button
        size="small"
        className={styles.action}
        appearance="subtle"
        aria-label={t('Cancel order {{orderId}} in {{symbol}}', {
          orderId: order.orderId,
          symbol: order.symbol,
        })}
        disabledFocusable={isRunning}
        onClick={() => void cancel(order)}
      >
        {t('Cancel')}
      </Button>
    </span>
  );
};

interface SettleButtonProps {
  order: Order;
  onOpen: (order: Order) => void;
}

/** Opens the particulars of an unknown order, where it is settled. */
const SettleButton = ({ order, onOpen }: SettleButtonProps) => {
  const styles = useStyles();
  const { orderId, symbol } = order;
  return (
    <span className={styles.actions}>
      <Button
        size="small"
        className={styles.action}
        aria-label={t('Settle order {{orderId}} in {{symbol}}', { orderId, symbol })}
        onClick={() => onOpen(order)}
      >
        {t('Settle…')}
      </Button>
    </span>
  );
};

/** Whether an order has actions in its row. */
export const hasRowActions = (order: Order): boolean => isCancellable(order) || isToSettle(order);

/** Change, cancel and settling in a row. An order that is done has none. */
export const orderActionsColumn = (onOpen: (order: Order) => void): Column<Order> => ({
  key: 'actions',
  title: t('Actions'),
  isTitleHidden: true,
  isPinned: true,
  render: (order) =>
    isToSettle(order) ? (
      <SettleButton order={order} onOpen={onOpen} />
    ) : (
      isCancellable(order) && <RowActions order={order} />
    ),
});
