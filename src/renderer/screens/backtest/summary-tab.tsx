import { makeStyles, tokens } from '@fluentui/react-components';
import type { RunDetail, RunResult } from '../../../shared/contract/backtests.ts';
import type { ReactNode } from 'react';
import type { MetricName } from '../../../shared/metric-names.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { BarRows } from '../../ui/bar-rows.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { Figure } from './figure.tsx';
import { exitWords } from './run-words.ts';

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

const Tiles = ({ run, result }: { run: RunDetail; result: RunResult }) => {
  const label = (name: MetricName) => run.definitions.find(({ metric }) => metric === name)?.label ?? name;
  const hints: Readonly<Partial<Record<MetricName, ReactNode>>> = {
    returnPercent: <MoneyChange paise={result.figures.netProfit ?? 0} />,
    maxDrawdownPercent: <Figure metric="maxDrawdown" value={result.figures.maxDrawdown} />,
    sharpe: 'after charges',
    trades: `${formatPercent(result.figures.winRatePercent ?? 0)} won`,
  };
  return (
    <StatRow label="Main figures" className={useStyles().tiles}>
      {LARGE.map((name) => (
        <StatTile
          key={name}
          label={label(name)}
          value={<Figure metric={name} value={result.figures[name]} />}
          hint={hints[name]}
        />
      ))}
    </StatRow>
  );
};

const AllFigures = ({ run, result }: { run: RunDetail; result: RunResult }) => (
  <SectionCard title="All figures">
    <FigureList
      figures={run.definitions.map(({ metric, label, explanation, source }) => ({
        name: label,
        explanation: `${explanation} Source: ${source}`,
        value: <Figure metric={metric} value={result.figures[metric]} />,
      }))}
    />
  </SectionCard>
);

const decimal = (value: number | null): string => (value === null ? '–' : value.toFixed(2).replace('-', '−'));

const BenchmarkCard = ({ benchmark }: { benchmark: NonNullable<RunResult['benchmark']> }) => (
  <SectionCard title={benchmark.label}>
    <FigureList
      figures={[
        { name: 'Its return', value: <PercentChange percent={benchmark.returnPercent} hasMark /> },
        { name: 'Ahead of it by', value: <PercentChange percent={benchmark.excessPercent} hasMark /> },
        { name: 'Its worst fall', value: formatPercent(benchmark.maxDrawdownPercent) },
        {
          name: 'Beta',
          value: decimal(benchmark.beta),
          explanation: 'Covariance of the daily returns of both ÷ variance of those of the benchmark.',
        },
        {
          name: 'Correlation',
          value: decimal(benchmark.correlation),
          explanation: 'Of the daily returns of both: 1 moves alike, 0 has nothing to do with it.',
        },
      ]}
    />
  </SectionCard>
);

type Exit = RunResult['exits'][number];
const exitColumns: readonly Column<Exit>[] = [
  { key: 'why', title: 'Why trades ended', render: (exit) => exitWords(exit.why) },
  {
    key: 'trades',
    title: 'Trades',
    align: 'end',
    render: (exit) => formatCount(exit.trades),
    sortBy: (exit) => exit.trades,
  },
  {
    key: 'net',
    title: 'Net',
    align: 'end',
    render: (exit) => <MoneyChange paise={exit.net} />,
    sortBy: (exit) => exit.net,
  },
];

type OfSymbol = RunResult['bySymbol'][number];
const symbolColumns: readonly Column<OfSymbol>[] = [
  { key: 'symbol', title: 'Instrument', render: (row) => row.symbol },
  {
    key: 'trades',
    title: 'Trades',
    align: 'end',
    render: (row) => formatCount(row.trades),
    sortBy: (row) => row.trades,
  },
  {
    key: 'won',
    title: 'Won',
    align: 'end',
    render: (row) => formatPercent(row.winRatePercent),
    sortBy: (row) => row.winRatePercent,
  },
  {
    key: 'net',
    title: 'Net',
    align: 'end',
    render: (row) => <MoneyChange paise={row.net} />,
    sortBy: (row) => row.net,
  },
];

type Rejection = RunResult['rejections'][number];
const rejectionColumns: readonly Column<Rejection>[] = [
  { key: 'reason', title: 'Signals that were not taken', kind: 'wrap', render: (row) => row.reason },
  { key: 'count', title: 'Times', align: 'end', render: (row) => formatCount(row.count) },
];

const edge = (percent: number): string => `${percent.toFixed(Number.isInteger(percent) ? 0 : 2)}%`;

const MonteCarlo = ({ band }: { band: NonNullable<RunResult['monteCarlo']> }) => {
  const styles = useStyles();
  return (
    <SectionCard title="Had the trades come in another order">
      <p className={styles.text}>
        Of {formatCount(band.shuffles)} shuffled orders of the same trades, half fell at most{' '}
        {formatPercent(band.median)} from a peak, 95 in 100 at most {formatPercent(band.percentile95)}, 99 in
        100 at most {formatPercent(band.percentile99)}; the worst fell {formatPercent(band.worst)}. It takes
        the trades as independent of each other.
      </p>
    </SectionCard>
  );
};

/** Everything about a run in figures. */
export const SummaryTab = ({ run, result }: { run: RunDetail; result: RunResult }) => {
  const styles = useStyles();
  return (
    <>
      <Tiles run={run} result={result} />
      {result.benchmark && <BenchmarkCard benchmark={result.benchmark} />}
      <AllFigures run={run} result={result} />
      {result.distribution.length > 0 && (
        <SectionCard title="How the trades are spread">
          <BarRows
            label="Trades by net result in percent of the entry value"
            rows={result.distribution.map(({ fromPercent, toPercent, trades }) => ({
              name: `${edge(fromPercent)} to ${edge(toPercent)}`,
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
            label="Why trades ended"
            columns={exitColumns}
            rows={result.exits}
            rowKey={(row) => row.why}
          />
        )}
        {result.bySymbol.length > 1 && (
          <DataTable
            label="By instrument"
            columns={symbolColumns}
            rows={result.bySymbol}
            rowKey={(row) => row.symbol}
          />
        )}
        {result.rejections.length > 0 && (
          <DataTable
            label="Signals that were not taken"
            columns={rejectionColumns}
            rows={result.rejections}
            rowKey={(row) => row.reason}
          />
        )}
      </div>
    </>
  );
};
