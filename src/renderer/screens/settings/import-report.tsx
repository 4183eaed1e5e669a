import { makeStyles, tokens } from '@fluentui/react-components';
import { formatCount } from '../../../shared/money.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
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

const columns: readonly Column<ImportedFile>[] = [
  { key: 'name', title: 'File', render: (file) => file.name },
  {
    key: 'outcome',
    title: 'Outcome',
    render: (file) => (
      <StatusText tone={file.outcome === 'refused' ? 'bad' : file.rowsRefused > 0 ? 'warning' : 'good'}>
        {file.outcome === 'refused' ? 'Refused' : file.rowsRefused > 0 ? 'Imported in part' : 'Imported'}
      </StatusText>
    ),
  },
  { key: 'format', title: 'Format', kind: 'quiet', render: (file) => file.format.replaceAll('-', ' ') },
  { key: 'read', title: 'Rows read', align: 'end', render: (file) => formatCount(file.rowsRead) },
  { key: 'kept', title: 'Kept', align: 'end', render: (file) => formatCount(file.rowsKept) },
  { key: 'repeated', title: 'Repeated', align: 'end', render: (file) => formatCount(file.rowsRepeated) },
  {
    key: 'outside',
    title: 'Outside hours',
    align: 'end',
    render: (file) => formatCount(file.rowsOutsideSession),
  },
  { key: 'refused', title: 'Refused', align: 'end', render: (file) => formatCount(file.rowsRefused) },
];

/** What became of every file, with line and reason of every row that was refused. */
export const ImportReport = ({ reports }: { reports: readonly ImportedFile[] }) => {
  const styles = useStyles();
  const withProblems = reports.filter((file) => file.problems.length > 0);
  return (
    <div className={styles.root} role="status">
      <p className={styles.total}>
        {formatCount(reports.length)} files: {formatCount(sum(reports, 'rowsKept'))} of{' '}
        {formatCount(sum(reports, 'rowsRead'))} rows kept, {formatCount(sum(reports, 'rowsRepeated'))}{' '}
        repeated, {formatCount(sum(reports, 'rowsRefused'))} refused.
      </p>
      <DataTable label="Imported files" columns={columns} rows={reports} rowKey={(file) => file.name} />
      {withProblems.map((file) => (
        <details key={file.name} open={withProblems.length === 1}>
          <summary>
            {file.name}: {formatCount(file.problems.length)} problems
          </summary>
          <ul className={styles.problems} tabIndex={0} aria-label={`Problems in ${file.name}`}>
            {file.problems.map((problem) => (
              <li key={`${problem.line}-${problem.reason}`}>
                {problem.line === 0 ? 'Whole file' : `Line ${problem.line}`}: {problem.reason}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
};
