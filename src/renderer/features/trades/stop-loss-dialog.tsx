import { Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useMoveProtection } from './move-protection.ts';
import { draftOf, ProtectionFields, protectionOf, type ProtectionDraft } from './protection-fields.tsx';
import { notify } from '../../ui/toasts.tsx';

interface StopLossDialogProps {
  position: Position;
  onDone: () => void;
  onClose: () => void;
}

/** A dialog to move stop-loss, target and trailing stop. They are those of the strategy that holds the position. */
export const StopLossDialog = ({ position, onDone, onClose }: StopLossDialogProps) => {
  const { strategyId, strategyName } = position;
  const [draft, setDraft] = useState<ProtectionDraft | null>(null);
  const read = useAction(api.strategies.details, { presentation: 'dialog' });
  const save = useMoveProtection(strategyId, 'dialog');
  const readDetails = read.run;
  useEffect(() => {
    void readDetails({ strategyId }).then((result) => {
      if (!result.ok) return;
      const { stopLoss, target, trailing } = result.value.settings;
      setDraft({ stopLoss: draftOf(stopLoss), target: draftOf(target), trailing: draftOf(trailing) });
    });
  }, [strategyId, readDetails]);
  const protection = draft && protectionOf(draft);
  const run = async () => {
    if (!protection) return;
    const result = await save.run(protection);
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: t('Stop-loss and target of {{name}} are moved.', { name: strategyName }),
    });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Stop-loss of {{name}}', { name: strategyName })}
      action={save.isExit(protection) ? t('Update and square off') : t('Update')}
      isRunning={save.isRunning}
      isActionDisabled={!protection}
      problem={failureSentence(read.failure ?? save.failure, t('the strategy'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t('Applies at once to every open position of the strategy. The protection is moved, never dropped.')}
      </span>
      {draft ? (
        <ProtectionFields draft={draft} onChange={setDraft} />
      ) : (
        <Spinner label={t('Reading the settings…')} />
      )}
    </ConfirmDialog>
  );
};
