import type { Order } from '../../shared/contract/positions.ts';
import { orderRow } from '../i18n/order-row.ts';
import { t } from '../i18n/translate.ts';
import { header } from '../state/header.ts';
import type { OrderRow } from '../ui/orders-table.tsx';

/**
 * React hook: makes of an order what tables show of it. One that is to be sent to an exchange which takes no orders now
 * waits for its next session.
 */
export const useOrderRow = (): ((order: Order) => OrderRow) => {
  const phase = header.use(({ value }) => value?.live?.state ?? null);
  const isShut = phase !== null && phase !== 'open';
  return (order) => {
    const row = orderRow(order);
    const isWaiting = isShut && order.mode === 'live' && order.state === 'intended';
    return isWaiting ? { ...row, stateText: t('Waits for the next session') } : row;
  };
};
