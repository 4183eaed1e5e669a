import { Button, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { BeakerRegular } from '@fluentui/react-icons';
import type { RunSummary } from '../../../shared/contract/backtests.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { CsvButton } from '../../features/export/csv-button.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { backtestSearch } from './backtest-search.ts';
import { Examples } from './examples.tsx';
import { KIND_LABELS, metricCell, runLine, STATE_TONES, STATE_LABELS } from './run-labels.ts';
import { isOver, runsList } from './runs.ts';

const useStyles = makeStyles({
  save: { display: 'flex', justifyContent: 'flex-end' },
  name: { display: 'flex', flexDirection: 'column', padding: '4px 0', whiteSpace: 'normal' },
  line: {
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  progress: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: '150px' },
});

const Name = ({ run }: { run: RunSummary }) => {
  const styles = useStyles();
  return (
    <span className={styles.name}>
      {run.name}
      <span className={styles.line}>
        {KIND_LABELS[run.kind]} · {runLine(run)}
      </span>
    </span>
  );
};

const State = ({ run }: { run: RunSummary }) => {
  const styles = useStyles();
  if (isOver(run)) return <StatusText tone={STATE_TONES[run.state]}>{STATE_LABELS[run.state]}</StatusText>;
  return (
    <span className={styles.progress}>
      <ProgressBar
        aria-label={`${run.name}: ${STATE_LABELS[run.state]}`}
        value={run.state === 'queued' ? undefined : run.progressPercent / 100}
      />
      {run.state === 'queued' ? STATE_LABELS.queued : formatPercent(run.progressPercent).replace(/\.\d+/, '')}
    </span>
  );
};

const CancelButton = ({ run }: { run: RunSummary }) => {
  const cancel = useAction(api.backtests.cancel);
  return (
    <Button
      size="small"
      disabledFocusable={cancel.isRunning}
      aria-label={t('Cancel {{name}}', { name: run.name })}
      onClick={() => void cancel.run({ backtestId: run.backtestId }).then(() => runsList.reload())}
    >
      {t('Cancel')}
    </Button>
  );
};

const columns = (): readonly Column<RunSummary>[] => [
  {
    key: 'name',
    title: t('Run', { context: 'backtest' }),
    render: (run) => <Name run={run} />,
    csv: (run) => `${run.name}, ${KIND_LABELS[run.kind]}, ${runLine(run)}`,
  },
  {
    key: 'state',
    title: t('Status'),
    render: (run) => <State run={run} />,
    csv: (run) => run.state,
  },
  {
    key: 'return',
    title: t('Return'),
    align: 'end',
    render: ({ figures }) =>
      typeof figures?.returnPercent === 'number' ? <PercentChange percent={figures.returnPercent} /> : '–',
    csv: ({ figures }) => metricCell('returnPercent', figures),
  },
  {
    key: 'fall',
    title: t('Max drawdown'),
    align: 'end',
    render: ({ figures }) =>
      typeof figures?.maxDrawdownPercent === 'number' ? formatPercent(figures.maxDrawdownPercent) : '–',
    csv: ({ figures }) => metricCell('maxDrawdownPercent', figures),
  },
  {
    key: 'trades',
    title: t('Trades'),
    align: 'end',
    render: ({ figures }) => (typeof figures?.trades === 'number' ? formatCount(figures.trades) : '–'),
    csv: ({ figures }) => metricCell('trades', figures),
  },
  {
    key: 'cancel',
    title: t('Cancel'),
    isTitleHidden: true,
    align: 'end',
    render: (run) => (isOver(run) ? null : <CancelButton run={run} />),
  },
];

interface RunRowsProps {
  openedId: number | null;
  onOpen: (backtestId: number) => void;
}

/** The person's runs with their progress; the chosen one is opened below. */
export const RunRows = ({ openedId, onOpen }: RunRowsProps) => {
  const [{ page }, setSearch] = useUrlSearch(backtestSearch);
  const runs = runsList.useHere();
  const list = runs.use();
  const styles = useStyles();
  const source = () => csvTableOf('backtests', columns(), runs.all());
  // With a run opened below, the key is for its trades.
  useCsvExport(openedId === null ? source : null);
  return (
    <>
      <PagedListView
        list={{ ...list, retry: () => void runs.load({ pageNumber: page }) }}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton rows={4} />}
        empty={{
          icon: <BeakerRegular fontSize={32} />,
          sentence: t('No run yet. Try one of these on the days that are there, or fill in the form.'),
          action: <Examples />,
        }}
      >
        <DataTable
          label={t('Runs')}
          columns={columns()}
          rows={list.rows}
          rowKey={(run) => run.backtestId}
          selectedKey={openedId}
          onOpen={(run) => onOpen(run.backtestId)}
        />
      </PagedListView>
      {openedId !== null && (
        <div className={styles.save}>
          <CsvButton source={source} label={t('Runs')} />
        </div>
      )}
    </>
  );
};
