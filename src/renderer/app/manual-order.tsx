import { useEffect } from 'react';
import { useManualOrder } from '../state/manual-order.ts';
import { onDemand } from '../ui/on-demand.ts';

const ticket = onDemand(() => import('../features/manual/order-dialog.tsx'));

/** The order by hand, over any page. It is loaded ahead: a market does not wait for a ticket. */
export const ManualOrder = () => {
  const isAsking = useManualOrder(({ draft }) => draft !== null);
  const loaded = ticket.use();
  const isMissing = isAsking && loaded === null;
  useEffect(() => {
    if (isMissing) void ticket.load();
  }, [isMissing]);
  return isAsking && loaded ? <loaded.ManualOrderFlow /> : null;
};
