import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatPrice } from '../../shared/money.ts';
import { istMinute } from '../../shared/time.ts';
import { dateTimeText, dayText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { computedDeskTokens, type DeskTokens } from './desk-tokens.ts';

const HEIGHT = 420;
/** Days before this many milliseconds of an axis need no clock. */
const DAY_MS = 86_400_000;
const AXIS_FONT = '12px system-ui, sans-serif';

const useStyles = makeStyles({
  canvas: { height: `${HEIGHT}px`, '& .u-legend': { display: 'none' } },
});

interface DenseChartProps {
  /** One sentence that says what the chart shows. */
  summary: string;
  /** Epoch ms, rising. */
  time: readonly number[];
  /** Paise, one for each time. */
  value: readonly number[];
  isDaily: boolean;
}

const axisTime = (at: number, stepMs: number): string => (stepMs >= DAY_MS ? dayText(at) : istMinute(at));

const optionsFor = (width: number, colours: DeskTokens): uPlot.Options => ({
  width,
  height: HEIGHT,
  ms: 1,
  cursor: { drag: { x: true, y: false } },
  axes: [
    {
      stroke: colours.chartAxis,
      font: AXIS_FONT,
      grid: { show: false },
      values: (_plot, splits) => splits.map((at) => axisTime(at, (splits[1] ?? at) - (splits[0] ?? at))),
    },
    {
      side: 1,
      size: 84,
      stroke: colours.chartAxis,
      font: AXIS_FONT,
      grid: { stroke: colours.chartGrid, width: 1 },
      values: (_plot, splits) => splits.map(formatPrice),
    },
  ],
  series: [{}, { stroke: colours.chart1, width: 1.75, fill: `${colours.chart1}1A` }],
});

const ROWS_IN_TABLE = 50;

interface Row {
  at: number;
  value: number;
}

/**
 * A line of hundreds of thousands of points, painted at once. Drag chooses a stretch to look at, a double click shows
 * everything again.
 */
export const DenseChart = ({ summary, time, value, isDaily }: DenseChartProps) => {
  const styles = useStyles();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const data: uPlot.AlignedData = [[...time], [...value]];
    const plot = new uPlot(optionsFor(element.clientWidth, computedDeskTokens(element)), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [time, value]);
  const columns: readonly Column<Row>[] = [
    {
      key: 'at',
      title: t('Time (IST)'),
      render: (row) => (isDaily ? dayText(row.at) : dateTimeText(row.at)),
    },
    { key: 'value', title: t('Value'), align: 'end', render: (row) => formatPrice(row.value) },
  ];
  const from = Math.max(0, time.length - ROWS_IN_TABLE);
  const rows = time
    .slice(from)
    .map((at, index): Row => ({ at, value: value[from + index] ?? 0 }))
    .reverse();
  return (
    <ChartFrame
      summary={summary}
      chart={<div ref={container} className={styles.canvas} />}
      table={<DataTable label={summary} columns={columns} rows={rows} rowKey={(row) => row.at} />}
    />
  );
};
