import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { RunDetail, RunResult } from '../../../shared/contract/backtests.ts';
import type { MetricName } from '../../../shared/metric-names.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { BarRows } from '../../ui/bar-rows.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { Figure } from './figure.tsx';
import { exitText, hasFewTrades, METRIC_LABELS, TRADES_NEEDED, tradesNeededText } from './run-labels.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

const useStyles = makeStyles({
  tiles: { gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))' },
  halves: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  text: { margin: 0 },
});

/** The four that stand large; the rest follow in the order they are defined. */
const LARGE: readonly MetricName[] = ['returnPercent', 'maxDrawdownPercent', 'sharpe', 'trades'];

const Tiles = ({ figures }: { figures: RunResult['figures'] }) => {
  const hints: Readonly<Partial<Record<MetricName, ReactNode>>> = {
    returnPercent: <MoneyChange paise={figures.netProfit ?? 0} />,
    maxDrawdownPercent: <Figure metric="maxDrawdown" figures={figures} />,
    sharpe: hasFewTrades(figures)
      ? t('too few trades: {{number}} are needed', { number: formatCount(TRADES_NEEDED) })
      : t('after charges'),
    trades: t('{{percent}} won', { percent: formatPercent(figures.winRatePercent ?? 0) }),
  };
  return (
    <StatRow label={t('Main figures')} className={useStyles().tiles}>
      {LARGE.map((name) => (
        <StatTile
          key={name}
          label={METRIC_LABELS[name]}
          value={<Figure metric={name} figures={figures} />}
          hint={hints[name]}
        />
      ))}
    </StatRow>
  );
};

const AllFigures = ({ run, result }: { run: RunDetail; result: RunResult }) => (
  <SectionCard title={t('Statistics')}>
    <FigureList
      figures={run.definitions.map(({ metric, explanation, source }) => ({
        name: METRIC_LABELS[metric],
        explanation: t('{{explanation}} Source: {{source}}', { explanation, source }),
        value: <Figure metric={metric} figures={result.figures} />,
      }))}
    />
    {hasFewTrades(result.figures) && <p>{tradesNeededText()}</p>}
  </SectionCard>
);

const decimal = (value: number | null): string => (value === null ? '–' : value.toFixed(2).replace('-', '−'));

const BenchmarkCard = ({ benchmark }: { benchmark: NonNullable<RunResult['benchmark']> }) => (
  <SectionCard title={serverText(benchmark.label)}>
    <FigureList
      figures={[
        { name: t('Benchmark return'), value: <PercentChange percent={benchmark.returnPercent} hasMark /> },
        {
          name: t('Excess return'),
          value: <PercentChange percent={benchmark.excessPercent} hasMark />,
        },
        { name: t('Benchmark drawdown'), value: formatPercent(benchmark.maxDrawdownPercent) },
        {
          name: t('Beta'),
          value: decimal(benchmark.beta),
          explanation: t('Covariance of the daily returns of both ÷ variance of those of the benchmark.'),
        },
        {
          name: t('Correlation'),
          value: decimal(benchmark.correlation),
          explanation: t('Of the daily returns of both: 1 moves alike, 0 has nothing to do with it.'),
        },
      ]}
    />
  </SectionCard>
);

type Exit = RunResult['exits'][number];
const exitColumns = (): readonly Column<Exit>[] => [
  { key: 'why', title: t('Exit reasons'), render: (exit) => exitText(exit.why) },
  {
    key: 'trades',
    title: t('Trades'),
    align: 'end',
    render: (exit) => formatCount(exit.trades),
    sortBy: (exit) => exit.trades,
  },
  {
    key: 'net',
    title: t('Net'),
    align: 'end',
    render: (exit) => <MoneyChange paise={exit.net} />,
    sortBy: (exit) => exit.net,
  },
];

type OfSymbol = RunResult['bySymbol'][number];
const symbolColumns = (): readonly Column<OfSymbol>[] => [
  { key: 'symbol', title: t('Instrument'), render: (row) => row.symbol },
  {
    key: 'trades',
    title: t('Trades'),
    align: 'end',
    render: (row) => formatCount(row.trades),
    sortBy: (row) => row.trades,
  },
  {
    key: 'won',
    title: t('Won'),
    align: 'end',
    render: (row) => formatPercent(row.winRatePercent),
    sortBy: (row) => row.winRatePercent,
  },
  {
    key: 'net',
    title: t('Net'),
    align: 'end',
    render: (row) => <MoneyChange paise={row.net} />,
    sortBy: (row) => row.net,
  },
];

type Rejection = RunResult['rejections'][number];
const rejectionColumns = (): readonly Column<Rejection>[] => [
  {
    key: 'reason',
    title: t('Skipped signals'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.reason}</SaidByServer>,
  },
  { key: 'count', title: t('Times'), align: 'end', render: (row) => formatCount(row.count) },
];

const edge = (percent: number): string =>
  `${percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(Number.isInteger(percent) ? 0 : 2)}%`;

const MonteCarlo = ({ band }: { band: NonNullable<RunResult['monteCarlo']> }) => {
  const styles = useStyles();
  return (
    <SectionCard title={t('Monte Carlo drawdown')}>
      <p className={styles.text}>
        {t(
          'Of {{shuffles}} shuffled orders of the same trades, half fell at most {{median}} from a peak, 95 in 100 at most {{percentile95}}, 99 in 100 at most {{percentile99}}; the worst fell {{worst}}. Counted when trades close, so a fall while they were open is not in it; trades are taken as independent of each other.',
          {
            shuffles: formatCount(band.shuffles),
            median: formatPercent(band.median),
            percentile95: formatPercent(band.percentile95),
            percentile99: formatPercent(band.percentile99),
            worst: formatPercent(band.worst),
          },
        )}
      </p>
    </SectionCard>
  );
};

const SurvivorshipCard = ({ survivorship }: { survivorship: NonNullable<RunResult['survivorship']> }) => {
  const { index, shares, net, cost } = survivorship;
  return (
    <SectionCard title={t('Survivorship')}>
      <FigureList
        figures={[
          {
            name: t('Profit over the members of the last day'),
            value: <MoneyChange paise={net} />,
            explanation: t(
              'Of the same rules over the shares that were in {{index}} on the last day of the run ({{shares}}), traded on all days.',
              { index, shares: formatCount(shares) },
            ),
          },
          {
            name: t('Cost of survivorship'),
            value: <MoneyChange paise={cost} />,
            explanation: t(
              'That profit less the profit of this run, which entered the members of each day. Nobody could have earned it: who would stay was not known.',
            ),
          },
        ]}
      />
    </SectionCard>
  );
};

/** Everything about a run in figures. */
export const SummaryTab = ({ run, result }: { run: RunDetail; result: RunResult }) => {
  const styles = useStyles();
  const exitSort = useUrlSort('sort-exits');
  const symbolSort = useUrlSort();
  return (
    <>
      <Tiles figures={result.figures} />
      {result.survivorship && <SurvivorshipCard survivorship={result.survivorship} />}
      {result.benchmark && <BenchmarkCard benchmark={result.benchmark} />}
      <AllFigures run={run} result={result} />
      {result.distribution.length > 0 && (
        <SectionCard title={t('P&L distribution')}>
          <BarRows
            label={t('Trades by net result in percent of the entry value')}
            rows={result.distribution.map(({ fromPercent, toPercent, trades }) => ({
              name: t('{{from}} to {{to}}', { from: edge(fromPercent), to: edge(toPercent) }),
              value: trades,
              text: formatCount(trades),
              tone: fromPercent >= 0 ? 'up' : 'down',
            }))}
          />
        </SectionCard>
      )}
      {result.monteCarlo && <MonteCarlo band={result.monteCarlo} />}
      <div className={styles.halves}>
        {result.exits.length > 0 && (
          <DataTable
            label={t('Exit reasons')}
            columns={exitColumns()}
            rows={result.exits}
            rowKey={(row) => row.why}
            {...exitSort}
          />
        )}
        {result.bySymbol.length > 1 && (
          <DataTable
            label={t('By instrument')}
            columns={symbolColumns()}
            rows={result.bySymbol}
            rowKey={(row) => row.symbol}
            {...symbolSort}
          />
        )}
        {result.rejections.length > 0 && (
          <DataTable
            label={t('Skipped signals')}
            columns={rejectionColumns()}
            rows={result.rejections}
            rowKey={(row) => row.reason}
          />
        )}
      </div>
    </>
  );
};
