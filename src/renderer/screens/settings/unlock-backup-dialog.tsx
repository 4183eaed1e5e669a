import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { LONGEST_PASSPHRASE } from '../../../shared/backup.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

const FORM = 'unlock-backup';

interface UnlockBackupDialogProps {
  isRunning: boolean;
  problem?: string | undefined;
  onUnlock: (passphrase: string) => void;
  onClose: () => void;
}

/** Asks for the passphrase of a backup that is to be restored. */
export const UnlockBackupDialog = ({ isRunning, problem, onUnlock, onClose }: UnlockBackupDialogProps) => {
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      title={t('This backup has a passphrase')}
      action={t('Open the backup')}
      isRunning={isRunning}
      isActionDisabled={typed === ''}
      problem={problem}
      form={FORM}
      onClose={onClose}
    >
      <DialogForm id={FORM} isReady={typed !== '' && !isRunning} onSubmit={() => onUnlock(typed)}>
        <Field label={t('Passphrase')} hint={t('Type the one that it was saved with.')}>
          <Input
            type="password"
            autoComplete="off"
            maxLength={LONGEST_PASSPHRASE}
            value={typed}
            onChange={(_, { value }) => setTyped(value)}
          />
        </Field>
      </DialogForm>
    </ConfirmDialog>
  );
};
