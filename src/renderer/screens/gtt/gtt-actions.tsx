import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { isChangeable } from './change-steps.ts';

const useStyles = makeStyles({
  root: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
  button: { minWidth: 0, whiteSpace: 'nowrap' },
});

interface GttActionsProps {
  order: GttOrder;
  onChanged: () => void;
}

const SettleDialog = ({ order, onChanged, onClose }: GttActionsProps & { onClose: () => void }) => {
  const settle = useAction(api.gtt.settle);
  const run = async (): Promise<void> => {
    const result = await settle.run({ gttId: order.gttId, isUnderstood: true });
    if (result.ok) notify({ tone: 'news', message: result.message ?? t('The GTT order is settled.') });
    onChanged();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('Is this GTT order in {{symbol}} not at the broker?', { symbol: order.symbol })}
      action={t('It is not there')}
      isRunning={settle.isRunning}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'Look in the app of Angel One first. Its money is free then, and it counts as not placed. Should it turn up there after all, TrickDesk cancels it.',
        )}
      </span>
    </ConfirmDialog>
  );
};

/** Buttons of a GTT order that may trigger. It is changed, cancelled, or declared not to be there. */
export const GttActions = ({ order, onChanged, onChange }: GttActionsProps & { onChange: () => void }) => {
  const styles = useStyles();
  const cancel = useAction(api.gtt.cancel);
  const [isSettling, setIsSettling] = useState(false);
  const { gttId, symbol, state, isEnding } = order;
  const run = async (): Promise<void> => {
    const result = await cancel.run({ gttId });
    if (result.ok) notify({ tone: 'news', message: result.message ?? t('The GTT order is cancelled.') });
    onChanged();
  };
  return (
    <span className={styles.root}>
      {state === 'unknown' && (
        <Button size="small" className={styles.button} onClick={() => setIsSettling(true)}>
          {t('Not there…')}
        </Button>
      )}
      {isChangeable(order) && (
        <Button
          size="small"
          className={styles.button}
          data-act="change"
          aria-label={t('Change the GTT order in {{symbol}}', { symbol })}
          onClick={onChange}
        >
          {t('Change…')}
        </Button>
      )}
      {!isEnding && (
        <Button
          size="small"
          className={styles.button}
          appearance="subtle"
          aria-label={t('Cancel the GTT order in {{symbol}}', { symbol })}
          disabledFocusable={cancel.isRunning}
          onClick={() => void run()}
        >
          {t('Cancel')}
        </Button>
      )}
      {isSettling && (
        <SettleDialog order={order} onChanged={onChanged} onClose={() => setIsSettling(false)} />
      )}
    </span>
  );
};
