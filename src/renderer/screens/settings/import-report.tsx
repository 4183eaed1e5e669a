import { makeStyles, tokens } from '@fluentui/react-components';
import { formatCount } from '../../../shared/money.ts';
import { labels, t } from '../../i18n/translate.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ImportProblems, outcomeColumn } from '../../ui/imported-files.tsx';
import type { ImportedFile } from './import-files.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  total: { margin: 0 },
});

const FORMAT_LABELS: Readonly<Record<ImportedFile['format'], string>> = labels({
  'daily-candles': 'Daily candles',
  'minute-candles': '1-minute candles',
  'bhavcopy-udiff': 'Bhavcopy (UDiFF)',
  'bhavcopy-legacy': 'Bhavcopy (legacy)',
  'derivatives-legacy': 'F&O bhavcopy (legacy)',
  'derivatives-activity': 'F&O activity report',
  'corporate-actions': 'Corporate actions',
  'symbol-changes': 'Symbol changes',
  'index-members': 'Members of indices',
  unknown: 'Unknown format',
});

const sum = (
  reports: readonly ImportedFile[],
  key: 'rowsRead' | 'rowsKept' | 'rowsRepeated' | 'rowsOutsideSession' | 'rowsRefused',
) => reports.reduce((all, file) => all + file[key], 0);

const columnsOf = (): readonly Column<ImportedFile>[] => [
  textColumn('name', t('File'), (file) => file.name),
  outcomeColumn(),
  textColumn('format', t('Format'), (file) => FORMAT_LABELS[file.format], { kind: 'quiet' }),
  countColumn('read', t('Rows read'), (file) => file.rowsRead),
  countColumn('kept', t('Kept'), (file) => file.rowsKept),
  countColumn('repeated', t('Repeated'), (file) => file.rowsRepeated),
  countColumn('outside', t('Outside hours'), (file) => file.rowsOutsideSession),
  countColumn('untraded', t('Not traded'), (file) => file.rowsUntraded),
  countColumn('refused', t('Refused'), (file) => file.rowsRefused),
];

/** Outcome of every file, with line and reason of refused rows. */
export const ImportReport = ({ reports }: { reports: readonly ImportedFile[] }) => {
  const styles = useStyles();
  return (
    <div className={styles.root} role="status">
      <p className={styles.total}>
        {t('{{files}} files: {{kept}} of {{read}} rows kept, {{repeated}} repeated, {{refused}} refused.', {
          files: formatCount(reports.length),
          count: reports.length,
          kept: formatCount(sum(reports, 'rowsKept')),
          read: formatCount(sum(reports, 'rowsRead')),
          repeated: formatCount(sum(reports, 'rowsRepeated')),
          refused: formatCount(sum(reports, 'rowsRefused')),
        })}
      </p>
      <DataTable
        label={t('Imported files')}
        columns={columnsOf()}
        rows={reports}
        rowKey={(file) => file.name}
        csv={{ name: 'import-report' }}
      />
      <ImportProblems files={reports} />
    </div>
  );
};
