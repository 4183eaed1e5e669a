import { Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { isGoodPassphrase, NOTHING_TYPED, PassphraseFields } from './passphrase-fields.tsx';

const FORM = 'save-backup';

interface SaveBackupDialogProps {
  isRunning: boolean;
  problem?: string | undefined;
  /** Without a passphrase the file is open to whoever has it. */
  onSave: (passphrase?: string) => void;
  onClose: () => void;
}

/** The question for a backup's passphrase. It comes before the system asks where the backup goes. */
export const SaveBackupDialog = ({ isRunning, problem, onSave, onClose }: SaveBackupDialogProps) => {
  const [isSealed, setSealed] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const isReady = !isSealed || isGoodPassphrase(typed);
  return (
    <ConfirmDialog
      title={t('Save a backup')}
      action={t('Save…')}
      isRunning={isRunning}
      isActionDisabled={!isReady}
      problem={problem}
      form={FORM}
      onClose={onClose}
    >
      <DialogForm
        id={FORM}
        isReady={isReady && !isRunning}
        onSubmit={() => (isSealed ? onSave(typed.first) : onSave())}
      >
        <Switch
          label={t('Protect it with a passphrase')}
          checked={isSealed}
          onChange={(_, { checked }) => setSealed(checked)}
        />
        {isSealed ? (
          <PassphraseFields typed={typed} onChange={setTyped} />
        ) : (
          <span>{t('Without one, whoever has the file can read strategies, trades and the books.')}</span>
        )}
      </DialogForm>
    </ConfirmDialog>
  );
};
