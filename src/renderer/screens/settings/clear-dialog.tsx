import { Button, Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

/** Main compares them once more; typed in Latin letters in every language. */
const WORDS = 'DELETE MY DATA';

interface ClearDialogProps {
  isSaving: boolean;
  onBackUp: () => void;
  onClose: () => void;
}

/** Deletes everything, for typed words and after a last backup was offered. */
export const ClearDialog = ({ isSaving, onBackUp, onClose }: ClearDialogProps) => {
  const [typed, setTyped] = useState('');
  const clear = useAction((words: string) => desktop('data.clear', { words }), { presentation: 'dialog' });
  const onConfirm = async () => {
    const result = await clear.run(typed);
    if (!result.ok) return;
    onClose();
    notify({ tone: 'success', message: t('Your data is deleted. TrickDesk begins anew.') });
  };
  return (
    <ConfirmDialog
      title={t('Delete all your data?')}
      action={t('Delete everything')}
      isDangerous
      isRunning={clear.isRunning}
      isActionDisabled={typed !== WORDS || isSaving}
      problem={clear.failure?.message}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <span>
        {t(
          'Strategies, positions, the books, messages and the backups beside them are deleted, for everybody who signs in on this computer. It cannot be undone.',
        )}
      </span>
      <div>
        <Button disabledFocusable={isSaving} onClick={onBackUp}>
          {t('Save a last backup…')}
        </Button>
      </div>
      <Field label={t('Type {{words}} to confirm', { words: WORDS })}>
        <Input value={typed} autoComplete="off" onChange={(_, { value }) => setTyped(value)} />
      </Field>
    </ConfirmDialog>
  );
};
