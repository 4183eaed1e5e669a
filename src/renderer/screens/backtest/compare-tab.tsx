import { Button, makeStyles, Select, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { RunDetail } from '../../../shared/contract/backtests.ts';
import { METRIC_NAMES, type MetricName } from '../../../shared/metric-names.ts';
import { formatPercentChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { backtestSearch } from './backtest-search.ts';
import { Figure } from './figure.tsx';
import { METRIC_LABELS, metricCell, runLine, tradesNeededText } from './run-labels.ts';
import { comparedRuns, runsList } from './runs.ts';

const ResultChart = lazy(() =>
  import('../../features/charts/result-chart.tsx').then((part) => ({ default: part.ResultChart })),
);

const MOST = 4;

const useStyles = makeStyles({
  chosen: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const idsOf = (text: string): number[] =>
  text
    .split('.')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** Return in percent of the capital, to compare runs of any size. */
const returnLine = (run: RunDetail) => ({
  label: run.name,
  time: run.result?.equity.time ?? [],
  value: (run.result?.equity.equity ?? []).map((value) => (100 * (value - run.capital)) / run.capital),
});

const columnsFor = (runs: readonly RunDetail[]): readonly Column<MetricName>[] => [
  {
    key: 'metric',
    title: t('Figure'),
    render: (metric) => METRIC_LABELS[metric],
    csv: (metric) => METRIC_LABELS[metric],
  },
  ...runs.map((run): Column<MetricName> => ({
    key: String(run.backtestId),
    title: run.name,
    align: 'end',
    render: (metric) => <Figure metric={metric} figures={run.result?.figures} />,
    csv: (metric) => metricCell(metric, run.result?.figures),
  })),
];

/** Up to four runs beside each other: their lines and their figures. Runs on other prices may not be compared. */
export const CompareTab = ({ run }: { run: RunDetail }) => {
  const styles = useStyles();
  const [{ with: text }, setSearch] = useUrlSearch(backtestSearch);
  const { rows } = runsList.use();
  const here = comparedRuns.useHere();
  const { value } = here.use();
  const ids = useMemo(() => idsOf(text).filter((id) => id !== run.backtestId), [text, run.backtestId]);
  useEffect(() => {
    if (ids.length > 0) void here.load({ ids });
  }, [here, ids]);
  const runs = useMemo(() => {
    const isComparable = (other: RunDetail) =>
      ids.includes(other.backtestId) && other.source === run.source && other.result !== null;
    return [run, ...(value ?? []).filter(isComparable)].slice(0, MOST);
  }, [run, value, ids]);
  const others = runs.slice(1);
  const lines = useMemo(() => runs.map(returnLine), [runs]);
  const choose = (next: readonly number[]) => setSearch({ with: next.join('.') }, { replace: true });
  const offered = rows.filter(
    (row) =>
      row.state === 'done' &&
      row.source === run.source &&
      row.backtestId !== run.backtestId &&
      !ids.includes(row.backtestId),
  );
  return (
    <>
      <SectionCard title={t('Compare')}>
        <div className={styles.chosen}>
          {others.map((other) => (
            <Button
              key={other.backtestId}
              size="small"
              title={runLine(other)}
              onClick={() => choose(ids.filter((id) => id !== other.backtestId))}
            >
              {t('Take {{name}} out', { name: other.name })}
            </Button>
          ))}
          {runs.length < MOST && (
            <Select
              size="small"
              aria-label={t('Add a run to compare with')}
              value=""
              onChange={(_, data) => data.value !== '' && choose([...ids, Number(data.value)])}
            >
              <option value="">{t('Add a run…')}</option>
              {offered.map((row) => (
                <option key={row.backtestId} value={row.backtestId}>
                  {row.name}, {runLine(row)}
                </option>
              ))}
            </Select>
          )}
        </div>
        <p className={styles.note}>
          {t(
            'Only finished runs on the same prices are offered; figures of other prices mean something else.',
          )}{' '}
          {tradesNeededText()}
        </p>
        <Suspense fallback={<BlockSkeleton height={340} />}>
          <ResultChart
            lines={lines}
            fall={null}
            summary={t('Return in percent of the capital: {{names}}.', {
              names: runs.map(({ name }) => name).join(', '),
            })}
            unit="percent"
            isDaily={runs.every(({ timeframe }) => timeframe === '1d')}
            format={formatPercentChange}
          />
        </Suspense>
      </SectionCard>
      <DataTable
        label={t('Figures beside each other')}
        columns={columnsFor(runs)}
        rows={METRIC_NAMES}
        rowKey={(metric) => metric}
        csv={{ name: 'compared-runs' }}
      />
    </>
  );
};
