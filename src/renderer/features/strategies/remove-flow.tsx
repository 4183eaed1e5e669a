import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface RemoveFlowProps {
  strategy: StrategySummary;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks, and takes one's own strategy out of every list; one that runs or holds something is refused with the reason. */
export const RemoveFlow = ({ strategy, onRemoved, onClose }: RemoveFlowProps) => {
  const { strategyId, name } = strategy;
  const remove = useAction(api.strategies.add, { presentation: 'dialog' });
  const run = async () => {
    const result = await remove.run({ url: 'remove', strategyId });
    if (!result.ok) return;
    notify({ tone: 'success', message: t('{{name}} is removed.', { name }) });
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={t('Remove {{name}}?', { name })}
      action={t('Remove')}
      isDangerous
      isRunning={remove.isRunning}
      problem={failureSentence(remove.failure, t('My strategies'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>{t('It is in no list any more. Its trades and orders stay in the history.')}</span>
    </ConfirmDialog>
  );
};
