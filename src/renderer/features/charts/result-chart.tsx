import { makeStyles } from '@fluentui/react-components';
import { useCallback, useMemo } from 'react';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { useChart } from './chart-canvas.ts';
import type { ChartPort, Dash, PortLine } from './chart-port.ts';
import { ChartFrame } from './chart-frame.tsx';
import { dayColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import type { AppTokens } from '../../ui/tokens.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

/** A line over time: epoch ms and what was reached then. */
export interface ResultLine {
  readonly label: string;
  readonly time: readonly number[];
  readonly value: readonly number[];
  /** Whether it is the benchmark: dashed and neutral. */
  readonly isBenchmark?: boolean;
}

const useStyles = makeStyles({ canvas: { height: CHART_HEIGHTS.result } });

/** Dashes of the lines: colour alone does not tell them apart. */
const STYLES: readonly Dash[] = ['solid', 'dotted', 'sparse', 'long'];
const COLOURS = ['chart1', 'chart2', 'chart3', 'chartAxis'] as const;

interface Shown {
  lines: readonly ResultLine[];
  /** Fall from the highest point so far in percent, zero or negative. */
  fall: { time: readonly number[]; percent: readonly number[] } | null;
}

const buildResult = (
  chart: ChartPort,
  kinds: readonly boolean[],
  hasFall: boolean,
  unit: 'rupees' | 'percent',
) => {
  const format = unit === 'rupees' ? 'result' : 'percent';
  let own = 0;
  const series = kinds.map((isBenchmark): [PortLine, (typeof COLOURS)[number] | 'chartBenchmark'] => {
    const turn = isBenchmark ? 0 : own++;
    const line = chart.line({
      kind: 'line',
      format,
      width: isBenchmark ? 1 : 2,
      dash: isBenchmark ? 'dashed' : (STYLES[turn] ?? 'solid'),
    });
    return [line, isBenchmark ? 'chartBenchmark' : (COLOURS[turn] ?? 'chart1')];
  });
  const fallLine = hasFall
    ? chart.line({ kind: 'area', format: 'percent', width: 1, isInverted: true, pane: 1 })
    : null;
  if (hasFall) chart.share([3, 1]);
  return ({ lines, fall }: Shown, colours: AppTokens): void => {
    for (const [index, [line, colour]] of series.entries()) {
      const shown = lines[index];
      if (!shown) continue;
      line.look({ colour: colours[colour], title: lines.length > 1 ? shown.label : '' });
      line.show(shown.time, shown.value);
    }
    if (!fallLine || !fall) return;
    const down = colours.chartBenchmark;
    fallLine.look({ colour: down, top: `${down}1A`, bottom: `${down}33`, title: t('Drawdown') });
    fallLine.show(fall.time, fall.percent);
  };
};

interface Row {
  label: string;
  at: number;
  value: number;
}

const ROWS_IN_TABLE = 50;

interface ResultChartProps extends Shown {
  /** One sentence that says what the chart shows. */
  summary: string;
  unit: 'rupees' | 'percent';
  isDaily: boolean;
  format: (value: number) => string;
}

/** Up to four results over time, the fall from the peak below. A benchmark is dashed. */
export const ResultChart = ({ lines, fall, summary, unit, isDaily, format }: ResultChartProps) => {
  const styles = useStyles();
  const kinds = lines.map((line) => (line.isBenchmark ? 'b' : 'l')).join('');
  const hasFall = fall !== null;
  const build = useCallback(
    (chart: ChartPort) =>
      buildResult(
        chart,
        [...kinds].map((kind) => kind === 'b'),
        hasFall,
        unit,
      ),
    [kinds, hasFall, unit],
  );
  const data = useMemo(() => ({ lines, fall }), [lines, fall]);
  const subject = lines.map(({ label, time }) => `${label} ${time[0]} ${time.length}`).join('|');
  const canvas = useChart({ build, data, subject, isDaily });
  const columns: readonly Column<Row>[] = [
    (isDaily ? dayColumn : timeColumn)('at', t('Time (IST)'), (row: Row) => row.at),
    textColumn('label', t('Line'), (row) => row.label),
    {
      key: 'value',
      title: t('Value'),
      align: 'end',
      render: (row) => format(row.value),
      csv: (row) => (unit === 'rupees' ? csvRupees(row.value) : csvNumber(row.value)),
    },
  ];
  /** Newest first, line after line. */
  const rowsOf = (most: number): Row[] =>
    lines.flatMap((line) =>
      line.time
        .map((at, index): Row => ({ label: line.label, at, value: line.value[index] ?? 0 }))
        .slice(-most)
        .reverse(),
    );
  return (
    <ChartFrame
      summary={summary}
      chart={<div ref={canvas} className={styles.canvas} />}
      table={
        <DataTable
          label={summary}
          columns={columns}
          rows={rowsOf(Math.floor(ROWS_IN_TABLE / lines.length))}
          rowKey={(row) => `${row.label} ${row.at}`}
          csv={{ name: 'result', rows: () => rowsOf(Infinity) }}
        />
      }
    />
  );
};
