import { Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { closeFlatten, type FlattenWish, useManualFlatten } from '../../state/manual-flatten.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { flattenByHand, type HeldByHand, heldByHand } from './hand-sweep.ts';

const realIn = ({ positions }: HeldByHand): number => positions.filter(({ mode }) => mode === 'live').length;

const Held = ({ held }: { held: HeldByHand }) => (
  <>
    <span>
      {t('Cancels {{count}} orders that could still open something.', { count: held.orders.length })}{' '}
      {realIn(held) === 0
        ? t('Closes {{count}} positions by hand at the market price.', { count: held.positions.length })
        : t('Closes {{count}} positions by hand.', { count: held.positions.length })}
    </span>
    {held.unsettled.length > 0 && (
      <span>
        {t(
          'Nobody knows yet of {{count}} orders whether they are at the broker, so they are not cancelled here. Settle them first, in Order history.',
          { count: held.unsettled.length },
        )}
      </span>
    )}
    {realIn(held) > 0 && (
      <strong>
        {t(
          '{{count}} of them are real: orders go to your broker as limits with room, and may not fill at once.',
          { count: realIn(held) },
        )}
      </strong>
    )}
  </>
);

const FlattenDialog = ({ wish }: { wish: FlattenWish }) => {
  const [held, setHeld] = useState<HeldByHand | null>(null);
  const [isRunning, setRunning] = useState(false);
  // One for each position, however often the button is pressed, until its answer is known.
  const [keys] = useState(() => new Map<number, string>());
  useEffect(() => {
    let isOver = false;
    void heldByHand(wish).then((found) => !isOver && setHeld(found));
    return () => {
      isOver = true;
    };
  }, [wish]);
  const run = async (): Promise<void> => {
    if (!held) return;
    setRunning(true);
    const isDone = await flattenByHand(wish, held, keys);
    setRunning(false);
    if (!isDone) {
      // The next press ends what is left, and what could not be read before.
      setHeld(await heldByHand(wish));
      return;
    }
    notify({ tone: 'success', message: t('What was held by hand is being closed.') });
    closeFlatten();
  };
  const isNothing = held !== null && held.isAll && held.orders.length + held.positions.length === 0;
  const isEmpty = isNothing && held.unsettled.length === 0;
  return (
    <ConfirmDialog
      title={wish === 'all' ? t('Flatten all by hand?') : t('Flatten {{symbol}}?', { symbol: wish.symbol })}
      action={t('Flatten')}
      isRunning={isRunning}
      isActionDisabled={held === null || isNothing}
      onConfirm={() => void run()}
      onClose={closeFlatten}
    >
      {held === null && <Spinner label={t('Looking at what is open…')} />}
      {isEmpty && <span>{t('Nothing is held or ordered by hand.')}</span>}
      {held !== null && !isEmpty && <Held held={held} />}
    </ConfirmDialog>
  );
};

/** Question before everything by hand is closed, wherever it was asked for. */
export const FlattenFlow = () => {
  const wish = useManualFlatten((state) => state.wish);
  return wish && <FlattenDialog wish={wish} />;
};
