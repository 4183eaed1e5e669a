import { lazy, Suspense, useMemo } from 'react';
import type { RunDetail, RunResult } from '../../../shared/contract/backtests.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const ResultChart = lazy(() =>
  import('../../features/charts/result-chart.tsx').then((part) => ({ default: part.ResultChart })),
);

type Drawdown = RunResult['drawdowns'][number];

const day = (iso: string): string => dayText(Date.parse(iso));

const columns = (): readonly Column<Drawdown>[] => [
  { key: 'from', title: t('Peak'), render: (fall) => day(fall.from), sortBy: (fall) => fall.from },
  { key: 'lowest', title: t('Trough'), render: (fall) => day(fall.lowest) },
  { key: 'to', title: t('Recovery'), render: (fall) => (fall.to === null ? t('Not yet') : day(fall.to)) },
  {
    key: 'days',
    title: t('Days'),
    align: 'end',
    render: (fall) => formatCount(fall.days),
    sortBy: (fall) => fall.days,
  },
  { key: 'amount', title: t('Drawdown'), align: 'end', render: (fall) => formatRupees(fall.amount) },
  {
    key: 'percent',
    title: t('Drawdown %'),
    align: 'end',
    render: (fall) => formatPercent(fall.percent),
    sortBy: (fall) => fall.percent,
  },
];

const summaryOf = (run: RunDetail, { equity, figures, benchmark }: RunResult): string => {
  const last = equity.equity.at(-1) ?? run.capital;
  const sentences = [
    t('From {{capital}} to {{last}}, max drawdown {{percent}}.', {
      capital: formatRupees(run.capital),
      last: formatRupees(last),
      percent: formatPercent(figures.maxDrawdownPercent ?? 0),
    }),
    ...(benchmark
      ? [
          t('{{benchmark}}, would stand at {{value}}.', {
            benchmark: serverText(benchmark.label),
            value: formatRupees(equity.benchmark?.at(-1) ?? 0),
          }),
        ]
      : []),
    t('The lower part shows the fall from the peak.'),
  ];
  return sentences.join(' ');
};

/** The account over time with its benchmark, and the deepest falls. */
export const EquityTab = ({ run, result }: { run: RunDetail; result: RunResult }) => {
  const sort = useUrlSort();
  const { time, equity, benchmark, drawdownPercent } = result.equity;
  const lines = useMemo(
    () => [
      { label: run.name, time, value: equity },
      ...(benchmark
        ? [
            {
              label: result.benchmark ? serverText(result.benchmark.label) : t('Benchmark'),
              time,
              value: benchmark,
              isBenchmark: true,
            },
          ]
        : []),
    ],
    [run.name, time, equity, benchmark, result.benchmark],
  );
  const fall = useMemo(() => ({ time, percent: drawdownPercent }), [time, drawdownPercent]);
  return (
    <>
      <SectionCard title={t('Equity and drawdown')}>
        <Suspense fallback={<BlockSkeleton height={340} />}>
          <ResultChart
            lines={lines}
            fall={fall}
            summary={summaryOf(run, result)}
            unit="rupees"
            isDaily={run.timeframe === '1d'}
            format={formatRupees}
          />
        </Suspense>
      </SectionCard>
      {result.drawdowns.length > 0 && (
        <DataTable
          label={t('Top drawdowns')}
          columns={columns()}
          rows={result.drawdowns}
          rowKey={(fallen) => fallen.from}
          {...sort}
        />
      )}
    </>
  );
};
