import type { Order } from '../../../shared/contract/positions.ts';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { useCancelOrder } from './order-actions.tsx';

interface CancelDialogProps {
  order: Order;
  onClose: () => void;
}

/** Question whether a working order shall be cancelled, for a key alone. */
export const CancelDialog = ({ order, onClose }: CancelDialogProps) => {
  const { cancel, isRunning } = useCancelOrder(onClose);
  const { orderId, symbol, side, quantity, filledQuantity, mode } = order;
  const values = {
    ...{ orderId, symbol },
    filled: formatCount(filledQuantity),
    quantity: formatCount(quantity),
  };
  return (
    <ConfirmDialog
      title={t('Cancel order {{orderId}} in {{symbol}}?', { orderId, symbol })}
      action={t('Cancel order')}
      cancel={t('Keep the order')}
      isRunning={isRunning}
      onConfirm={() => void cancel(order)}
      onClose={onClose}
    >
      <span>
        <ModeChip mode={mode} />{' '}
        {side === 'buy'
          ? t('Buy order {{orderId}}, {{filled}} of {{quantity}} filled.', values)
          : t('Sell order {{orderId}}, {{filled}} of {{quantity}} filled.', values)}{' '}
        {t('What is filled stays.')}
      </span>
    </ConfirmDialog>
  );
};
