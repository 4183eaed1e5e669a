import { makeStyles } from '@fluentui/react-components';
import { AreaSeries, LineSeries, LineStyle, type IChartApi, type ISeriesApi } from 'lightweight-charts';
import { useCallback, useMemo } from 'react';
import { formatPercentChange } from '../../../shared/money.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { chartTime, resultFormat, useChart } from './chart-canvas.ts';
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
const STYLES = [LineStyle.Solid, LineStyle.Dotted, LineStyle.SparseDotted, LineStyle.LargeDashed] as const;
const COLOURS = ['chart1', 'chart2', 'chart3', 'chartAxis'] as const;

/** The library wants rising times; of points in one second the last counts. */
const pointsOf = (time: readonly number[], value: readonly number[]) =>
  [...new Map(time.map((at, index) => [chartTime(at), value[index] ?? 0]))]
    .sort(([a], [b]) => a - b)
    .map(([at, reached]) => ({ time: at, value: reached }));

const percentFormat = { type: 'custom', minMove: 0.01, formatter: formatPercentChange } as const;

interface Shown {
  lines: readonly ResultLine[];
  /** Fall from the highest point so far in percent, zero or negative. */
  fall: { time: readonly number[]; percent: readonly number[] } | null;
}

const buildResult = (
  chart: IChartApi,
  kinds: readonly boolean[],
  hasFall: boolean,
  unit: 'rupees' | 'percent',
) => {
  const priceFormat = unit === 'rupees' ? resultFormat : percentFormat;
  let own = 0;
  const series = kinds.map(
    (isBenchmark): [ISeriesApi<'Line'>, (typeof COLOURS)[number] | 'chartBenchmark'] => {
      const turn = isBenchmark ? 0 : own++;
      const line = chart.addSeries(LineSeries, {
        priceFormat,
        priceLineVisible: false,
        lineWidth: isBenchmark ? 1 : 2,
        lineStyle: isBenchmark ? LineStyle.Dashed : (STYLES[turn] ?? LineStyle.Solid),
      });
      return [line, isBenchmark ? 'chartBenchmark' : (COLOURS[turn] ?? 'chart1')];
    },
  );
  const fallSeries = hasFall
    ? chart.addSeries(
        AreaSeries,
        {
          priceFormat: percentFormat,
          priceLineVisible: false,
          lineWidth: 1,
          invertFilledArea: true,
          title: t('Drawdown'),
        },
        1,
      )
    : null;
  if (hasFall) {
    chart.panes()[0]?.setStretchFactor(3);
    chart.panes()[1]?.setStretchFactor(1);
  }
  return ({ lines, fall }: Shown, colours: AppTokens): void => {
    for (const [index, [line, colour]] of series.entries()) {
      const shown = lines[index];
      if (!shown) continue;
      line.applyOptions({ color: colours[colour], title: lines.length > 1 ? shown.label : '' });
      line.setData(pointsOf(shown.time, shown.value));
    }
    if (!fallSeries || !fall) return;
    fallSeries.applyOptions({
      lineColor: colours.chartBenchmark,
      topColor: `${colours.chartBenchmark}1A`,
      bottomColor: `${colours.chartBenchmark}33`,
    });
    fallSeries.setData(pointsOf(fall.time, fall.percent));
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
    (chart: IChartApi) =>
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
