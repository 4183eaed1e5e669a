import { makeStyles, tokens } from '@fluentui/react-components';
import { useContext, useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { dayColumn, priceColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { appTokens, computedTokens, LookContext } from '../../ui/tokens.ts';
import { ChartFrame } from './chart-frame.tsx';
import { type ChartLine, formatValue, lineText, lineTextAt } from './chart-lines.ts';
import { DENSE_HEIGHTS, denseStroke, openDensePlots } from './dense-plots.ts';

const useStyles = makeStyles({
  canvas: { minHeight: `${DENSE_HEIGHTS.prices}px`, '& .u-legend': { display: 'none' } },
  names: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

interface DenseChartProps {
  /** One sentence that says what the chart shows. */
  summary: string;
  /** Epoch ms, rising. */
  time: readonly number[];
  /** Paise, one for each time. */
  value: readonly number[];
  /** Indicators, one value for each time. */
  lines?: readonly ChartLine[];
  isDaily: boolean;
}

type Drawn = Required<Omit<DenseChartProps, 'summary'>>;

const NO_LINES: readonly ChartLine[] = [];
const ROWS_IN_TABLE = 50;

/** Sample of the line that a name stands for. */
const Sample = ({ number }: { number: number | null }) => {
  const { colour, dash } =
    number === null ? { colour: 'chart1' as const, dash: 'solid' } : denseStroke(number);
  return (
    <svg width={18} height={8} aria-hidden style={{ forcedColorAdjust: 'none' }}>
      <line
        x1={0}
        x2={18}
        y1={4}
        y2={4}
        strokeWidth={2}
        stroke={appTokens[colour]}
        strokeDasharray={dash === 'solid' ? undefined : '4 3'}
      />
    </svg>
  );
};

/** Lines with their names and values. Under no pointer the values are the last ones. */
const Plots = ({ time, value, lines, isDaily }: Drawn) => {
  const styles = useStyles();
  const container = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const look = useContext(LookContext);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    return openDensePlots(
      element,
      { time, value, lines },
      {
        colours: computedTokens(element),
        fontFamily: getComputedStyle(element).fontFamily,
        onPointed: setPointed,
      },
    );
  }, [time, value, lines, look]);
  // A replay that goes back has fewer bars than the pointer was over.
  const at = Math.min(pointed ?? Infinity, time.length - 1);
  const when = time[at];
  return (
    <>
      <ul className={styles.names} aria-hidden>
        <li className={styles.name}>
          <Sample number={null} />
          {t('Close', { context: 'candle' })} {formatPrice(value[at] ?? 0)}
        </li>
        {lines.map((line, number) => (
          <li key={`${number} ${line.label}`} className={styles.name}>
            <Sample number={number} />
            {lineTextAt(line, at)}
          </li>
        ))}
        {when !== undefined && <li>{isDaily ? dayText(when) : `${dateTimeText(when)} IST`}</li>}
      </ul>
      <div ref={container} className={styles.canvas} />
    </>
  );
};

interface Row {
  at: number;
  index: number;
}

/** Column of an indicator; empty where it has no value yet. */
const lineColumn = ({ label, value, format }: ChartLine, number: number): Column<Row> => {
  const of = ({ index }: Row): number => value[index] ?? Number.NaN;
  const text = formatValue(format);
  return {
    key: `line-${number}`,
    title: label,
    align: 'end',
    render: (row) => (Number.isFinite(of(row)) ? text(of(row)) : '—'),
    csv: (row) =>
      !Number.isFinite(of(row))
        ? ''
        : format === 'price'
          ? csvRupees(Math.round(of(row)))
          : csvNumber(of(row)),
  };
};

/**
 * A line of hundreds of thousands of points with its indicators. Drag chooses a stretch to look at, a double click
 * shows everything again.
 */
export const DenseChart = ({ summary, time, value, lines = NO_LINES, isDaily }: DenseChartProps) => {
  const columns: readonly Column<Row>[] = [
    (isDaily ? dayColumn : timeColumn)('at', t('Time (IST)'), (row: Row) => row.at),
    priceColumn('value', t('Value'), (row) => value[row.index] ?? 0),
    ...lines.map(lineColumn),
  ];
  const rowsFrom = (first: number): Row[] =>
    time
      .slice(first)
      .map((at, index): Row => ({ at, index: first + index }))
      .reverse();
  return (
    <ChartFrame
      summary={lines.length === 0 ? summary : `${summary}. ${lines.map(lineText).join(' ')}`}
      chart={<Plots time={time} value={value} lines={lines} isDaily={isDaily} />}
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
