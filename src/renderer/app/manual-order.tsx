import { lazy, Suspense } from 'react';
import { useManualOrder } from '../state/manual-order.ts';

const Flow = lazy(() =>
  import('../features/manual/order-dialog.tsx').then((part) => ({ default: part.ManualOrderFlow })),
);

/** The order by hand, over any page; loaded when one is first asked for. */
export const ManualOrder = () => {
  const isAsking = useManualOrder(({ draft }) => draft !== null);
  return isAsking ? (
    <Suspense>
      <Flow />
    </Suspense>
  ) : null;
};
