import { Button } from '@fluentui/react-components';
import type { Order } from '../../../shared/contract/positions.ts';
import { SettleOrders } from '../../features/live/settle-orders.tsx';
import { brokerOrders } from '../../features/live/unknown-orders.ts';
import { ChangeLiveOrder } from '../../features/manual/change-live-order.tsx';
import { useStrategyHref } from '../../features/strategies/strategy-link.tsx';
import { t } from '../../i18n/translate.ts';
import { askManualChange } from '../../state/manual-change.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { isCancellable, isChangeable, isToSettle } from '../../features/manual/order-change.ts';
import { useCancelOrder } from '../../features/trades/order-actions.tsx';
import { OrderFacts } from '../../features/trades/orders-table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

interface OrderDrawerProps {
  order: Order;
  onChanged: () => void;
  onClose: () => void;
}

/** One order: its life, and what can still be done about it. */
export const OrderDrawer = ({ order, onChanged, onClose }: OrderDrawerProps) => {
  const { cancel, isRunning } = useCancelOrder(onChanged);
  const href = useStrategyHref({ ...order, strategyTab: 'orders' });
  const onCopy = async () => {
    await copyText(String(order.orderId));
    notify({ tone: 'news', message: t('Order number copied.') });
  };
  return (
    <DetailsDrawer title={t('Order {{orderId}}', { orderId: order.orderId })} onClose={onClose}>
      {isToSettle(order) && <SettleOrders orders={[order]} onSettled={onChanged} />}
      <OrderFacts order={order} />
      <Toolbar
        start={
          <>
            {isToSettle(order) && (
              <Button onClick={() => void brokerOrders.load(undefined)}>{t('Ask the broker again')}</Button>
            )}
            {isChangeable(order) && (
              <Button onClick={() => askManualChange(order)}>{t('Change order…')}</Button>
            )}
            {isCancellable(order) && (
              <Button disabledFocusable={isRunning} onClick={() => void cancel(order)}>
                {t('Cancel order')}
              </Button>
            )}
            <ChangeLiveOrder order={order} />
            <Button onClick={() => void onCopy()}>{t('Copy number')}</Button>
            <Button as="a" href={href}>
              {order.isManual ? t('Positions by hand') : t('Open {{name}}', { name: order.strategyName })}
            </Button>
          </>
        }
      />
    </DetailsDrawer>
  );
};
