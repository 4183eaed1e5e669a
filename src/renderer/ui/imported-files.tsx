import { makeStyles, tokens } from '@fluentui/react-components';
import { formatCount } from '../../shared/money.ts';
import { t } from '../i18n/translate.ts';
import type { Column } from './data-table.tsx';
import { SaidByServer } from './said-by-server.tsx';
import { StatusText } from './status-text.tsx';

/** Result of a file that was read row by row. */
interface ImportedFile {
  readonly name: string;
  readonly outcome: 'imported' | 'refused';
  readonly rowsRefused: number;
  /** Line 0 is the file as a whole. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

const useStyles = makeStyles({
  problems: {
    maxHeight: '240px',
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
  },
});

const Outcome = ({ file: { outcome, rowsRefused } }: { file: ImportedFile }) => {
  if (outcome === 'refused') return <StatusText tone="bad">{t('Refused')}</StatusText>;
  if (rowsRefused > 0) return <StatusText tone="warning">{t('Imported in part')}</StatusText>;
  return <StatusText tone="good">{t('Imported')}</StatusText>;
};

/** Whether the file was accepted, in part or not at all. */
export const outcomeColumn = (): Column<ImportedFile> => ({
  key: 'outcome',
  title: t('Outcome'),
  render: (file) => <Outcome file={file} />,
  csv: (file) => file.outcome,
});

/** Line and reason of every row that was refused, file by file; a single file lies open. */
export const ImportProblems = ({ files }: { files: readonly ImportedFile[] }) => {
  const styles = useStyles();
  const withProblems = files.filter(({ problems }) => problems.length > 0);
  return withProblems.map(({ name, problems }) => (
    <details key={name} open={withProblems.length === 1}>
      <summary>
        {t('{{name}}: {{number}} problems', {
          name,
          count: problems.length,
          number: formatCount(problems.length),
        })}
      </summary>
      <ul className={styles.problems} tabIndex={0} aria-label={t('Problems in {{name}}', { name })}>
        {problems.map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            {line === 0 ? t('Whole file') : t('Line {{line}}', { line })}:{' '}
            <SaidByServer>{reason}</SaidByServer>
          </li>
        ))}
      </ul>
    </details>
  ));
};
