import {
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { useOffline } from '../../state/offline.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { marketFeed } from './feed.ts';
import { importFiles, type ImportedFile, type OnBad } from './import-files.ts';
import { ImportReport } from './import-report.tsx';
import { importedLists } from './lists.ts';

const useStyles = makeStyles({
  picker: { display: 'none' },
  drop: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    '& > button': { flexShrink: 0 },
  },
});

const badRows: Readonly<Record<OnBad, string>> = labels({
  'keep-good': 'Leave it out and keep the good rows',
  'refuse-file': 'Refuse the whole file',
});

/** Price history from CSV files: how it goes while it runs, and a report per file. */
export const ImportSection = () => {
  const styles = useStyles();
  const { isOffline } = useOffline();
  const picker = useRef<HTMLInputElement>(null);
  const [onBad, setOnBad] = useState<OnBad>('keep-good');
  const [progress, setProgress] = useState({ done: 0, total: 0, name: '' });
  const [reports, setReports] = useState<readonly ImportedFile[]>([]);
  const run = useAction(
    (input: { files: readonly File[]; onBad: OnBad }) =>
      importFiles(input, (done) => {
        setReports(done);
        setProgress((before) => ({ ...before, done: done.length }));
      }),
    { presentation: 'dialog' },
  );
  useEffect(
    () => onStreamEvent(['import'], ({ name }) => setProgress((before) => ({ ...before, name }))),
    [],
  );
  const start = async (files: readonly File[]) => {
    if (files.length === 0 || isOffline) return;
    setReports([]);
    setProgress({ done: 0, total: files.length, name: files[0]?.name ?? '' });
    await run.run({ files, onBad });
    if (picker.current) picker.current.value = '';
    // What was imported before a failure is kept.
    void marketFeed.reload();
    void importedLists.reload();
  };
  return (
    <SectionCard title={t('Import price history')}>
      <ChoiceField label={t('When a row is bad')} value={onBad} labels={badRows} onChoose={setOnBad} />
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void start([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={picker}
          className={styles.picker}
          type="file"
          accept=".csv,text/csv"
          multiple
          aria-label={t('CSV files')}
          onChange={(event) => void start([...(event.target.files ?? [])])}
        />
        <OnlineButton
          appearance="primary"
          disabledFocusable={run.isRunning}
          onClick={() => picker.current?.click()}
        >
          {t('Choose CSV files…')}
        </OnlineButton>
        <span>
          {t(
            'or drop them here: candles of days or minutes, of shares and of contracts, bhavcopy, India VIX (INDIAVIX.csv), the exchange’s lists of corporate actions and of symbol changes, or a list of the members of an index',
          )}
        </span>
      </div>
      {run.isRunning && (
        <Field
          label={t('Importing {{files}} files', { files: formatCount(progress.total) })}
          validationState="none"
          validationMessage={progress.name}
        >
          <ProgressBar
            value={progress.done === 0 ? undefined : progress.done}
            max={progress.total}
            aria-label={t('Progress of the import')}
          />
        </Field>
      )}
      {run.failure && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{failureSentence(run.failure, t('what is imported'))}</MessageBarBody>
        </MessageBar>
      )}
      {!run.isRunning && reports.length > 0 && <ImportReport reports={reports} />}
    </SectionCard>
  );
};
