import { makeStyles } from '@fluentui/react-components';
import { AreaSeries, type IChartApi } from 'lightweight-charts';
import { useMemo } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { csvDay } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { chartTime, resultFormat, useChart } from './chart-canvas.ts';
import { ChartFrame } from './chart-frame.tsx';
import { changeColumn, rupeesColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import type { AppTokens } from '../../ui/tokens.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

/** A moment (ISO) and a result in paise. */
interface EquityPoint {
  at: string;
  value: number;
}

// The library's own layers stay below the bar over the page.
const useStyles = makeStyles({ canvas: { height: CHART_HEIGHTS.equity, isolation: 'isolate' } });

/** The library wants rising times; of points in one second the last counts. */
const lineOf = (points: readonly EquityPoint[]) =>
  [...new Map(points.map((point) => [chartTime(Date.parse(point.at)), point.value]))]
    .sort(([a], [b]) => a - b)
    .map(([time, value]) => ({ time, value }));

interface Results {
  equity: readonly EquityPoint[];
  drawdown: readonly EquityPoint[];
}

const buildEquity = (chart: IChartApi) => {
  const shared = { priceFormat: resultFormat, priceLineVisible: false, lineWidth: 2 } as const;
  const result = chart.addSeries(AreaSeries, shared);
  const fall = chart.addSeries(AreaSeries, { ...shared, invertFilledArea: true }, 1);
  chart.panes()[0]?.setStretchFactor(3);
  chart.panes()[1]?.setStretchFactor(1);
  return ({ equity, drawdown }: Results, colours: AppTokens): void => {
    result.applyOptions({
      lineColor: colours.chart1,
      topColor: `${colours.chart1}1A`,
      bottomColor: `${colours.chart1}1A`,
    });
    result.setData(lineOf(equity));
    fall.applyOptions({
      lineColor: colours.chartBenchmark,
      topColor: `${colours.chartBenchmark}1A`,
      bottomColor: `${colours.chartBenchmark}33`,
    });
    fall.setData(lineOf(drawdown.map(({ at, value }) => ({ at, value: -Math.abs(value) }))));
  };
};

interface Row extends EquityPoint {
  fall: number;
}

const columnsOf = (): readonly Column<Row>[] => [
  { key: 'at', title: t('Day'), render: (row) => dayText(Date.parse(row.at)), csv: (row) => csvDay(row.at) },
  changeColumn('value', t('Net P&L'), (row) => row.value),
  rupeesColumn('fall', t('Fall from peak'), (row) => Math.abs(row.fall)),
];

const ROWS_IN_TABLE = 50;

const summaryOf = (equity: readonly EquityPoint[], drawdown: readonly EquityPoint[]): string => {
  const first = equity[0];
  const last = equity.at(-1);
  if (!first || !last) return t('No results yet.');
  const worst = Math.max(0, ...drawdown.map((point) => Math.abs(point.value)));
  return t(
    'From {{from}} to {{to}}: net {{net}}, max drawdown {{fall}}. The lower part shows the drawdown from the peak.',
    {
      from: dayText(Date.parse(first.at)),
      to: dayText(Date.parse(last.at)),
      net: formatRupees(last.value),
      fall: formatRupees(worst),
    },
  );
};

interface EquityChartProps {
  /** Net result after charges. */
  equity: readonly EquityPoint[];
  /** Fall from the highest point so far. */
  drawdown: readonly EquityPoint[];
}

/** Equity above, drawdown below. */
export const EquityChart = ({ equity, drawdown }: EquityChartProps) => {
  const styles = useStyles();
  const data = useMemo(() => ({ equity, drawdown }), [equity, drawdown]);
  const subject = `${equity[0]?.at} ${equity.length}`; // A further point shows the whole line again.
  const canvas = useChart({ build: buildEquity, data, subject, isDaily: true });
  const rows = equity.map((point, index) => ({ ...point, fall: drawdown[index]?.value ?? 0 })).reverse();
  return (
    <ChartFrame
      summary={summaryOf(equity, drawdown)}
      chart={<div ref={canvas} className={styles.canvas} />}
      table={
        <DataTable
          label={t('Equity by day')}
          columns={columnsOf()}
          rows={rows.slice(0, ROWS_IN_TABLE)}
          rowKey={(row) => row.at}
          csv={{ name: 'equity', rows: () => rows }}
        />
      }
    />
  );
};
