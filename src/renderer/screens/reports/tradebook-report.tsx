import { makeStyles, tokens } from '@fluentui/react-components';
import type { TradebookReport } from '../../../shared/contract/tradebook.ts';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { BROKER_WORDS } from './tradebook.ts';

const useStyles = makeStyles({
  problems: {
    maxHeight: '240px',
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
  },
});

const columns = (): readonly Column<TradebookReport>[] => [
  textColumn('name', t('File'), (file) => file.name),
  {
    key: 'outcome',
    title: t('Outcome'),
    csv: (file) => file.outcome,
    render: (file) => (
      <StatusText tone={file.outcome === 'refused' ? 'bad' : file.rowsRefused > 0 ? 'warning' : 'good'}>
        {file.outcome === 'refused'
          ? t('Refused')
          : file.rowsRefused > 0
            ? t('Imported in part')
            : t('Imported')}
      </StatusText>
    ),
  },
  {
    key: 'broker',
    title: t('Broker'),
    render: (file) => (file.broker ? BROKER_WORDS[file.broker] : '–'),
    csv: (file) => (file.broker ? BROKER_WORDS[file.broker] : ''),
  },
  countColumn('read', t('Rows read'), (file) => file.rowsRead),
  countColumn('kept', t('Kept'), (file) => file.rowsKept),
  countColumn('repeated', t('Repeated'), (file) => file.rowsRepeated),
  countColumn('refused', t('Refused'), (file) => file.rowsRefused),
];

/** What became of each file, with line and reason of every row that was refused. */
export const TradebookOutcome = ({ reports }: { reports: readonly TradebookReport[] }) => {
  const styles = useStyles();
  return (
    <div role="status">
      <DataTable
        label={t('Files just read')}
        columns={columns()}
        rows={reports}
        rowKey={(file) => file.name}
        csv={{ name: 'import-report' }}
      />
      {reports
        .filter(({ problems }) => problems.length > 0)
        .map(({ name, problems }) => (
          <details key={name} open>
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
                  {line === 0 ? t('Whole file') : t('Line {{line}}', { line })}: {reason}
                </li>
              ))}
            </ul>
          </details>
        ))}
    </div>
  );
};
