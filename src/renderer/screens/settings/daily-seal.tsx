import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { DataState } from '../../../shared/desktop.ts';
import { desktop } from '../../api/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { DialogForm } from './dialog-form.tsx';
import { isGoodPassphrase, NOTHING_TYPED, PassphraseFields } from './passphrase-fields.tsx';

const FORM = 'seal-daily';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

const said = (daily: DataState['daily']): string =>
  ({
    open: t('The backups of every day have no passphrase.'),
    sealed: t('The backups of every day have a passphrase, which the keychain of this computer keeps.'),
    waiting: t(
      'No backup of a day is made: its passphrase is not at hand. Unlock your keychain, or set it again.',
    ),
  })[daily];

interface DailySealProps {
  daily: DataState['daily'];
  onChange: () => void;
}

/** Whether daily backups have a passphrase, and a form for another. */
export const DailySeal = ({ daily, onChange }: DailySealProps) => {
  const styles = useStyles();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const seal = useAction((passphrase: string | null) => desktop('data.seal-daily', { passphrase }), {
    presentation: 'dialog',
  });
  const close = () => {
    setAsking(false);
    setTyped(NOTHING_TYPED);
    seal.clear();
  };
  const set = async (passphrase: string | null) => {
    const result = await seal.run(passphrase);
    if (!result.ok) return;
    close();
    onChange();
  };
  return (
    <>
      <div className={styles.line}>
        <span>{said(daily)}</span>
        <Button size="small" onClick={() => setAsking(true)}>
          {daily === 'open' ? t('Set a passphrase…') : t('Another passphrase…')}
        </Button>
        {daily !== 'open' && (
          <Button size="small" disabledFocusable={seal.isRunning} onClick={() => void set(null)}>
            {t('Do without a passphrase')}
          </Button>
        )}
      </div>
      {!isAsking && <FormProblem message={seal.failure?.message} />}
      {isAsking && (
        <ConfirmDialog
          title={t('Passphrase of the backups of every day')}
          action={t('Use it from now on')}
          isRunning={seal.isRunning}
          isActionDisabled={!isGoodPassphrase(typed)}
          problem={seal.failure?.message}
          form={FORM}
          onClose={close}
        >
          <span>
            {t(
              'The keychain of this computer keeps it. Backups that are there already stay as they are. Write it down: on another computer it has to be typed.',
            )}
          </span>
          <DialogForm
            id={FORM}
            isReady={isGoodPassphrase(typed) && !seal.isRunning}
            onSubmit={() => void set(typed.first)}
          >
            <PassphraseFields typed={typed} onChange={setTyped} />
          </DialogForm>
        </ConfirmDialog>
      )}
    </>
  );
};
