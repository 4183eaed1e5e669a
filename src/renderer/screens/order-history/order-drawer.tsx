import { Button } from '@fluentui/react-components';
import type { Order } from '../../../shared/contract/positions.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { ChangeLiveOrder } from '../../features/manual/change-live-order.tsx';
import { useStrategyHref } from '../../features/strategies/strategy-link.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { OrderFacts } from '../../features/trades/orders-table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

const isCancellable = ({ state }: Order): boolean => WORKING_STATES.includes(state) && state !== 'unknown';

interface OrderDrawerProps {
  order: Order;
  onChanged: () => void;
  onClose: () => void;
}

/** One order: its life, and what can still be done about it. */
export const OrderDrawer = ({ order, onChanged, onClose }: OrderDrawerProps) => {
  const cancel = useAction(api.positions.cancelOrder);
  const href = useStrategyHref(order.strategyId, 'orders');
  const onCancel = async () => {
    const result = await cancel.run({ orderId: order.orderId });
    if (result.ok)
      notify({ tone: 'success', message: t('Order {{orderId}} is cancelled.', { orderId: order.orderId }) });
    onChanged();
  };
  const onCopy = async () => {
    await copyText(String(order.orderId));
    notify({ tone: 'news', message: t('Order number copied.') });
  };
  return (
    <DetailsDrawer title={t('Order {{orderId}}', { orderId: order.orderId })} onClose={onClose}>
      <OrderFacts order={order} />
      <Toolbar
        start={
          <>
            {isCancellable(order) && (
              <Button disabledFocusable={cancel.isRunning} onClick={() => void onCancel()}>
                {t('Cancel order')}
              </Button>
            )}
            <ChangeLiveOrder order={order} onChanged={onChanged} />
            <Button onClick={() => void onCopy()}>{t('Copy number')}</Button>
            <Button as="a" href={href}>
              {t('Open {{name}}', { name: order.strategyName })}
            </Button>
          </>
        }
      />
    </DetailsDrawer>
  );
};
