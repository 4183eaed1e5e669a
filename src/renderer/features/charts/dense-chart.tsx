import { makeStyles } from '@fluentui/react-components';
import { useContext, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatPrice } from '../../../shared/money.ts';
import { DAY_MS, istMinute } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { ChartFrame } from './chart-frame.tsx';
import { dayColumn, priceColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { computedTokens, LookContext } from '../../ui/tokens.ts';

const HEIGHT = 420;
/** Pixels that a day in words takes on the axis, with air. */
const ROOM_FOR_DAY = 110;
const AXIS_FONT_SIZE = '12px';

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

/** The words under a bar: its day where the next mark is a day away or more, else its clock time. */
const axisText = (time: readonly number[], marks: readonly number[]): string[] => {
  const at = (mark: number) => time[Math.max(0, Math.min(Math.round(mark), time.length - 1))] ?? 0;
  const step = at(marks[1] ?? 0) - at(marks[0] ?? 0);
  return marks.map((mark) => (step >= DAY_MS ? dayText(at(mark)) : istMinute(at(mark))));
};

/** Bars stand side by side, whatever time lies between them: nights and holidays take no room. */
const optionsFor = (element: Element, time: readonly number[]): uPlot.Options => {
  const colours = computedTokens(element);
  const font = `${AXIS_FONT_SIZE} ${getComputedStyle(element).fontFamily}`;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: true, y: false } },
    scales: { x: { time: false } },
    axes: [
      {
        stroke: colours.chartAxis,
        font,
        space: ROOM_FOR_DAY,
        grid: { show: false },
        ticks: { show: false },
        values: (_plot, marks) => axisText(time, marks),
      },
      {
        side: 1,
        size: 84,
        stroke: colours.chartAxis,
        font,
        grid: { stroke: colours.chartGrid, width: 1 },
        ticks: { show: false },
        values: (_plot, marks) => marks.map(formatPrice),
      },
    ],
    series: [{}, { stroke: colours.chart1, width: 1.75, fill: `${colours.chart1}1A` }],
  };
};

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
  const look = useContext(LookContext);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const data: uPlot.AlignedData = [[...time.keys()], [...value]];
    const plot = new uPlot(optionsFor(element, time), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [time, value, look]);
  const columns: readonly Column<Row>[] = [
    (isDaily ? dayColumn : timeColumn)('at', t('Time (IST)'), (row: Row) => row.at),
    priceColumn('value', t('Value'), (row) => row.value),
  ];
  const rowsFrom = (first: number): Row[] =>
    time
      .slice(first)
      .map((at, index): Row => ({ at, value: value[first + index] ?? 0 }))
      .reverse();
  return (
    <ChartFrame
      summary={summary}
      chart={<div ref={container} className={styles.canvas} />}
      table={
        <DataTable
          label={summary}
          columns={columns}
          rows={rowsFrom(Math.max(0, time.length - ROWS_IN_TABLE))}
          rowKey={(row) => row.at}
          csv={{ name: 'prices', rows: () => rowsFrom(0) }}
        />
      }
    />
  );
};
