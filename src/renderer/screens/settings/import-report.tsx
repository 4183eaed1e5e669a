import { makeStyles, tokens } from '@fluentui/react-components';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import type { ImportedFile } from './import-files.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  problems: {
    maxHeight: '240px',
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
  },
  total: { margin: 0 },
});

const sum = (
  reports: readonly ImportedFile[],
  key: 'rowsRead' | 'rowsKept' | 'rowsRepeated' | 'rowsOutsideSession' | 'rowsRefused',
) => reports.reduce((all, file) => all + file[key], 0);

const columnsOf = (): readonly Column<ImportedFile>[] => [
  textColumn('name', t('File'), (file) => file.name),
  {
    key: 'outcome',
    title: t('Outcome'),
    csv: (file) => file.outcome,
    render: (file) => (
      <StatusText tone={file.outcome === 'refused' ? 'bad' : file.rowsRefused > 0 ? 'warning' : 'good'}>
        {t(file.outcome === 'refused' ? 'Refused' : file.rowsRefused > 0 ? 'Imported in part' : 'Imported')}
      </StatusText>
    ),
  },
  textColumn('format', t('Format'), (file) => file.format.replaceAll('-', ' '), { kind: 'quiet' }),
  countColumn('read', t('Rows read'), (file) => file.rowsRead),
  countColumn('kept', t('Kept'), (file) => file.rowsKept),
  countColumn('repeated', t('Repeated'), (file) => file.rowsRepeated),
  countColumn('outside', t('Outside hours'), (file) => file.rowsOutsideSession),
  countColumn('refused', t('Refused'), (file) => file.rowsRefused),
];

/** What became of every file, with line and reason of every row that was refused. */
export const ImportReport = ({ reports }: { reports: readonly ImportedFile[] }) => {
  const styles = useStyles();
  const withProblems = reports.filter((file) => file.problems.length > 0);
  return (
    <div className={styles.root} role="status">
      <p className={styles.total}>
        {t('{{files}} files: {{kept}} of {{read}} rows kept, {{repeated}} repeated, {{refused}} refused.', {
          files: formatCount(reports.length),
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
      {withProblems.map((file) => (
        <details key={file.name} open={withProblems.length === 1}>
          <summary>
            {t('{{file}}: {{problems}} problems', {
              file: file.name,
              problems: formatCount(file.problems.length),
            })}
          </summary>
          <ul
            className={styles.problems}
            tabIndex={0}
            aria-label={t('Problems in {{file}}', { file: file.name })}
          >
            {file.problems.map((problem) => (
              <li key={`${problem.line}-${problem.reason}`}>
                {problem.line === 0 ? t('Whole file') : t('Line {{line}}', { line: problem.line })}:{' '}
                <SaidByServer>{problem.reason}</SaidByServer>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
};
