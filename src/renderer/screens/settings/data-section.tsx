import { Button, makeStyles, ProgressBar, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { BackupSummary } from '../../../shared/backup.ts';
import { desktop } from '../../api/desktop.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { createResource } from '../../state/resource.ts';
import { settings } from '../../state/settings.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { ClearDialog } from './clear-dialog.tsx';
import { DailySeal } from './daily-seal.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { SaveBackupDialog } from './save-backup-dialog.tsx';
import { UnlockBackupDialog } from './unlock-backup-dialog.tsx';

const data = createResource(() => desktop('data.state', {}));
/** Time between checks of the work's progress. */
const POLL_MS = 500;
const MEGABYTE = 1024 * 1024;
const sizeText = (bytes: number): string =>
  t('{{size}} MB', { size: Math.max(0.1, bytes / MEGABYTE).toFixed(1) });

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  kept: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
});

/** Backups of the embedded backend's data; restoring or deleting it all. */
export const DataSection = () => {
  const styles = useStyles();
  const { backups } = settings.use();
  const { value } = data.use();
  const [found, setFound] = useState<BackupSummary | null>(null);
  const [asked, setAsked] = useState<'save' | 'unlock' | 'clear' | null>(null);
  const save = useAction((passphrase: string | undefined) => desktop('data.backup', { passphrase }), {
    presentation: 'dialog',
  });
  const unlock = useAction((passphrase: string) => desktop('data.unlock', { passphrase }), {
    presentation: 'dialog',
  });
  const check = useAction((day: string | undefined) => desktop('data.check', { day }), {
    presentation: 'dialog',
  });
  const change = useAction(settings.change);
  useEffect(() => {
    void data.load(undefined);
  }, []);
  const isBusy = save.isRunning || check.isRunning || unlock.isRunning;
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => void data.load(undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [isBusy]);

  /** Close the dialog and forget the problem of the last backup. */
  const close = () => {
    setAsked(null);
    save.clear();
    unlock.clear();
  };
  const backUp = async (passphrase?: string) => {
    const result = await save.run(passphrase);
    if (!result.ok || result.value.path === null) return;
    setAsked((now) => (now === 'save' ? null : now));
    notify({ tone: 'success', message: t('The backup is saved, and was checked by reading it back.') });
  };
  const choose = async (day?: string) => {
    const result = await check.run(day);
    if (!result.ok) return;
    setFound(result.value.backup);
    if (result.value.needsPassphrase) setAsked('unlock');
  };
  const open = async (passphrase: string) => {
    const result = await unlock.run(passphrase);
    if (!result.ok) return;
    setAsked(null);
    setFound(result.value.backup);
  };

  if (value?.isEmbedded === false)
    return (
      <SectionCard title={t('Your data')}>
        <span>{t('Your data lies on the server, and is backed up there.')}</span>
      </SectionCard>
    );
  return (
    <>
      <SectionCard title={t('Backups')}>
        <span>
          {t(
            'A backup is one file with everything TrickDesk keeps on this computer. Secrets in it stay sealed with a key of this computer.',
          )}
        </span>
        <span>
          {t(
            'A restore sets aside what was there before, in a folder beside the data; the last three are kept.',
          )}
        </span>
        <Switch
          label={t('Keep a backup of every day, the last seven')}
          checked={backups.isDaily}
          onChange={(_, { checked }) => void change.run({ backups: { isDaily: checked } })}
        />
        {value && <DailySeal daily={value.daily} onChange={() => void data.load(undefined)} />}
        {typeof value?.dailyProblem === 'string' && (
          <FormProblem
            message={t('The last backup of a day could not be made: {{reason}}', {
              reason: value.dailyProblem,
            })}
          />
        )}
        <div className={styles.line}>
          <Button appearance="primary" disabledFocusable={isBusy} onClick={() => setAsked('save')}>
            {t('Save a backup…')}
          </Button>
          <Button disabledFocusable={isBusy} onClick={() => void choose()}>
            {t('Restore from a file…')}
          </Button>
        </div>
        {isBusy && (
          <ProgressBar
            aria-label={t('Working on your data')}
            max={100}
            {...(typeof value?.percent === 'number' ? { value: value.percent } : {})}
          />
        )}
        <FormProblem message={check.failure?.message} />
        {value && value.kept.length > 0 && (
          <ul className={styles.kept} aria-label={t('Backups of every day')}>
            {value.kept.map(({ day, bytes }) => (
              <li key={day} className={styles.line}>
                <span>{writtenDay(day)}</span>
                <span>{sizeText(bytes)}</span>
                <Button size="small" disabledFocusable={isBusy} onClick={() => void choose(day)}>
                  {t('Restore…')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
      <SectionCard title={t('Delete my data')}>
        <span>
          {t(
            'Deletes what TrickDesk keeps on this computer, the backups beside it too. Save a backup first.',
          )}
        </span>
        <div>
          <Button onClick={() => setAsked('clear')}>{t('Delete my data…')}</Button>
        </div>
      </SectionCard>
      {found && <RestoreDialog backup={found} onClose={() => setFound(null)} />}
      {asked === 'save' && (
        <SaveBackupDialog
          isRunning={save.isRunning}
          problem={save.failure?.message}
          onSave={(passphrase) => void backUp(passphrase)}
          onClose={close}
        />
      )}
      {asked === 'unlock' && (
        <UnlockBackupDialog
          isRunning={unlock.isRunning}
          problem={unlock.failure?.message}
          onUnlock={(passphrase) => void open(passphrase)}
          onClose={close}
        />
      )}
      {asked === 'clear' && (
        <ClearDialog isSaving={save.isRunning} onBackUp={() => void backUp()} onClose={close} />
      )}
    </>
  );
};
