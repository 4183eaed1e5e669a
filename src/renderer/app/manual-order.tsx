import { lazy, Suspense, useEffect } from 'react';
import { useArmedKeys } from '../state/armed-keys.ts';
import { useManualChange } from '../state/manual-change.ts';
import { useManualFlatten } from '../state/manual-flatten.ts';
import { useManualOrder } from '../state/manual-order.ts';
import { onDemand } from '../ui/on-demand.ts';

const ticket = onDemand(() => import('../features/manual/order-dialog.tsx'));
const ChangeFlow = lazy(() =>
  import('../features/manual/change-dialog.tsx').then((part) => ({ default: part.ManualChangeFlow })),
);

const Armed = lazy(() =>
  import('../features/manual/armed-dialog.tsx').then((part) => ({ default: part.ArmedKeysFlow })),
);
const Flatten = lazy(() =>
  import('../features/manual/flatten-dialog.tsx').then((part) => ({ default: part.FlattenFlow })),
);

/** The order by hand and the change of one, over any page. The ticket is loaded ahead: a market does not wait for it. */
export const ManualOrder = () => {
  const isAsking = useManualOrder(({ draft }) => draft !== null);
  const isChanging = useManualChange(({ change }) => change !== null);
  const isFlattening = useManualFlatten(({ wish }) => wish !== null);
  const isArming = useArmedKeys(({ asking }) => asking !== null);
  const loaded = ticket.use();
  const isMissing = isAsking && loaded === null;
  useEffect(() => {
    if (isMissing) void ticket.load();
  }, [isMissing]);
  return (
    <Suspense>
      {isAsking && loaded && <loaded.ManualOrderFlow />}
      {isChanging && <ChangeFlow />}
      {isFlattening && <Flatten />}
      {isArming && <Armed />}
    </Suspense>
  );
};
