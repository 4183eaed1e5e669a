import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { csvDay } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useChart } from './chart-canvas.ts';
import type { ChartPort, PortLine } from './chart-port.ts';
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

const show = (line: PortLine, points: readonly EquityPoint[], valueOf: (value: number) => number): void =>
  line.show(
    points.map(({ at }) => Date.parse(at)),
    points.map(({ value }) => valueOf(value)),
  );

interface Results {
  equity: readonly EquityPoint[];
  drawdown: readonly EquityPoint[];
}

const buildEquity = (chart: ChartPort) => {
  const result = chart.line({ kind: 'area', format: 'result' });
  const fall = chart.line({ kind: 'area', format: 'result', isInverted: true, pane: 1 });
  chart.share([3, 1]);
  return ({ equity, drawdown }: Results, colours: AppTokens): void => {
    result.look({ colour: colours.chart1, top: `${colours.chart1}1A`, bottom: `${colours.chart1}1A` });
    show(result, equity, (value) => value);
    const down = colours.chartBenchmark;
    fall.look({ colour: down, top: `${down}1A`, bottom: `${down}33` });
    show(fall, drawdown, (value) => -Math.abs(value));
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
