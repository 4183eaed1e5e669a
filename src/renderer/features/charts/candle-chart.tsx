import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useMemo } from 'react';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { barColumns, barsOf, type Candles } from './bars.ts';
import type { TradeMark } from './trade-marks.ts';
import { useChart } from './chart-canvas.ts';
import { addLines, type ChartLine, lineText, shapesOf } from './chart-lines.ts';
import type { AxisKind, ChartPort, PortMark } from './chart-port.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartBoard } from './drawings/board.ts';
import { surfaceOf } from './drawings/surface.ts';
import type { OwnedLine } from './lines/owned-line.ts';
import { OwnedTable } from './lines/owned-table.tsx';
import { firstView, viewAfter } from './chart-view.ts';
import { drawnLevel, type PriceLevel } from './price-level.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { IN_PANE } from '../../ui/page-width.ts';
import type { AppTokens } from '../../ui/tokens.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

// The library's own layers stay below the bar over the page.
const useStyles = makeStyles({
  canvas: { height: CHART_HEIGHTS.candles, isolation: 'isolate' },
  page: { height: CHART_HEIGHTS.page, [IN_PANE]: { height: CHART_HEIGHTS.pane } },
  board: { ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' } },
});

/** Start of the bar that holds a moment. A mark stands on that bar. */
const barOf = (times: readonly number[], at: number): number | undefined => {
  let low = 0;
  let high = times.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const time = times[middle] ?? 0;
    if (time <= at) low = middle + 1;
    else high = middle - 1;
  }
  return times[high];
};

const markersOf = (candles: Candles, marks: readonly TradeMark[], colours: AppTokens): PortMark[] =>
  marks
    .flatMap((mark): PortMark[] => {
      const bar = barOf(candles.time, mark.at);
      if (bar === undefined) return [];
      const isBuy = mark.side === 'buy';
      const colour = mark.kind === 'entry' ? colours.chart1 : colours.chart2;
      return [{ time: bar, isBuy, colour, text: mark.label }];
    })
    .sort((one, other) => one.time - other.time);

/** About half of a letter: a label stands in the middle over its bar. */
const HALF_LETTER_PX = 4;
const ARROW_PX = 12;

/** Room beside the last bar for its arrow and label. Half of the longest label would be cut off there. */
const roomFor = (marks: readonly TradeMark[]): number =>
  Math.max(0, ...marks.map(({ label }) => Math.max(ARROW_PX, label.length * HALF_LETTER_PX)));

interface Shown {
  candles: Candles;
  marks: readonly TradeMark[];
  levels: readonly PriceLevel[];
  lines: readonly ChartLine[];
  axis: AxisKind;
}

/** Share of the candles in the height of the chart; a part below them has one. */
const CANDLES_SHARE = 4;

interface Built {
  hasVolume: boolean;
  isHollow: boolean;
  shapes: string;
  board: ChartBoard | undefined;
}

const buildCandles = (
  chart: ChartPort,
  leaveView: () => void,
  { hasVolume, isHollow, shapes, board }: Built,
) => {
  const series = chart.candles();
  board?.connect({ chart, series, leaveView });
  const volume = hasVolume ? chart.line({ kind: 'columns', format: 'volume', pane: 1, isQuiet: true }) : null;
  const added = addLines(chart, shapes, hasVolume ? 2 : 1);
  const below = added.panes + (hasVolume ? 1 : 0);
  if (below > 0) chart.share([CANDLES_SHARE, ...Array.from({ length: below }, () => 1)]);
  let before: (Shown & { colours: AppTokens }) | null = null;
  return ({ candles, marks, levels, lines, axis }: Shown, colours: AppTokens, keepsView: boolean): void => {
    const isSameLook = before?.colours === colours;
    const areSameCandles = before?.candles === candles;
    // A price that moves is a level alone: a thousand candles are not drawn anew for it.
    if (!isSameLook || before?.levels !== levels) {
      series.look({
        up: colours.pnlUp,
        down: colours.pnlDown,
        isHollow,
        // Where the last price is drawn as a level, the close of the last bar is not drawn as one, too.
        hasLastLine: !levels.some(({ kind }) => kind === 'ltp'),
      });
      series.level(levels.map((level) => drawnLevel(level, colours)));
    }
    if (axis !== (before?.axis ?? 'price')) series.axis(axis);
    // The candle at hand grows with each price: those before it, and their volumes, are the same.
    const areSameBars = areSameCandles || (before !== null && hasGrown(before.candles, candles));
    const view = keepsView && !areSameBars ? chart.view() : null;
    if (!areSameBars) series.show(candles);
    else if (!areSameCandles) series.grow(candles);
    if (!areSameBars || !isSameLook || before?.marks !== marks) {
      series.mark(markersOf(candles, marks, colours));
      if (!keepsView) chart.leaveRoom(roomFor(marks));
    }
    if (!areSameBars || !isSameLook) {
      volume?.look({ colour: colours.chartGrid });
      volume?.show(candles.time, candles.volume);
    }
    if (!areSameCandles || !isSameLook) board?.show(candles, colours);
    if (!areSameCandles || !isSameLook || before?.lines !== lines) added.show(lines, candles.time, colours);
    if (view) chart.showView(viewAfter(view, before?.candles.time ?? [], candles.time));
    before = { candles, marks, levels, lines, axis, colours };
  };
};

const areSame = (before: readonly number[], after: readonly number[], length: number): boolean => {
  if (before === after) return true;
  for (let at = 0; at < length; at += 1) if (before[at] !== after[at]) return false;
  return true;
};

/** Whether only the last candle is another: it has grown. */
const hasGrown = (before: Candles, after: Candles): boolean => {
  const { length } = after.time;
  return (
    before.time.length === length &&
    (['time', 'open', 'volume'] as const).every((column) => areSame(before[column], after[column], length)) &&
    (['high', 'low', 'close'] as const).every((column) => areSame(before[column], after[column], length - 1))
  );
};

/** View with which the chart of a page begins. */
const firstOfPage = ({ candles, levels }: Shown) =>
  firstView(
    candles.time.length,
    levels.some(({ kind }) => kind !== 'ltp'),
  );
const allOfPart = () => null;

/** Whether bars keep their places. Labels of trades need room beside the last one. */
const barsStay = (before: Shown, after: Shown): boolean =>
  before.marks === after.marks &&
  (before.candles === after.candles || hasGrown(before.candles, after.candles));

const ROWS_IN_TABLE = 50;

const summaryOf = (candles: Candles, marks: readonly TradeMark[], isDaily: boolean): string => {
  const last = candles.close.at(-1);
  const lastTime = candles.time.at(-1);
  if (last === undefined || lastTime === undefined)
    return t('No candles of {{symbol}}.', { symbol: candles.symbol });
  const high = Math.max(...candles.high);
  const low = Math.min(...candles.low);
  return t(
    '{{symbol}}: {{bars}} candles to {{time}}, between {{low}} and {{high}}, last {{last}}; {{fills}} fills marked.',
    {
      symbol: candles.symbol,
      bars: formatCount(candles.time.length),
      time: isDaily ? dayText(lastTime) : `${dateTimeText(lastTime)} IST`,
      low: formatPrice(low),
      high: formatPrice(high),
      last: formatPrice(last),
      fills: formatCount(marks.length),
      count: marks.length,
    },
  );
};

const levelText = ({ label, price }: PriceLevel): string => `${label} ${formatPrice(price)}.`;

interface CandleChartProps {
  candles: Candles;
  marks: readonly TradeMark[];
  /** Prices that are drawn across the chart. */
  levels?: readonly PriceLevel[];
  /** Orders and levels of positions among them, which the table lists. */
  owned?: readonly OwnedLine[];
  /** Lines over the candles or below them, such as indicators. */
  lines?: readonly ChartLine[];
  isDaily: boolean;
  /** Rising bars hollow: direction without relying on colour. */
  isHollow: boolean;
  /** The chart is as tall as the page, which shows nothing else. */
  isPage?: boolean;
  /** How prices stand on the axis. */
  axis?: AxisKind;
  /** Board for drawing by keys and pointer; without one the chart is looked at only. */
  board?: ChartBoard;
}

const NO_LEVELS: readonly PriceLevel[] = [];
const NO_OWNED: readonly OwnedLine[] = [];
const NO_LINES: readonly ChartLine[] = [];

/** A chart of candles, trades and price lines. ▲ stands where something was bought and ▼ where it was sold. */
export const CandleChart = ({
  candles,
  marks,
  levels = NO_LEVELS,
  owned = NO_OWNED,
  lines = NO_LINES,
  isDaily,
  isHollow,
  isPage = false,
  axis = 'price',
  board,
}: CandleChartProps) => {
  const styles = useStyles();
  const { symbol, timeframe, hasVolume } = candles;
  const shapes = shapesOf(lines);
  const build = useCallback(
    (chart: ChartPort, leaveView: () => void) =>
      buildCandles(chart, leaveView, { hasVolume, isHollow, shapes, board }),
    [hasVolume, isHollow, shapes, board],
  );
  const leave = useCallback((chart: ChartPort) => board?.disconnect(chart), [board]);
  const data = useMemo(
    () => ({ candles, marks, levels, lines, axis }),
    [candles, marks, levels, lines, axis],
  );
  const canvas = useChart({
    ...{ build, leave, data, isDaily, subject: `${symbol} ${timeframe}` },
    firstView: isPage ? firstOfPage : allOfPart,
    stays: barsStay,
  });
  return (
    <ChartFrame
      summary={[summaryOf(candles, marks, isDaily), ...levels.map(levelText), ...lines.map(lineText)].join(
        ' ',
      )}
      chart={
        <div
          ref={canvas}
          className={mergeClasses(styles.canvas, isPage && styles.page, board && styles.board)}
          {...(board && surfaceOf(board, symbol))}
        />
      }
      table={
        <>
          {owned.length > 0 && <OwnedTable symbol={candles.symbol} lines={owned} />}
          <DataTable
            label={t('Last candles of {{symbol}}', { symbol: candles.symbol })}
            columns={barColumns()}
            rows={barsOf(candles).slice(0, ROWS_IN_TABLE)}
            rowKey={(bar) => bar.time}
            csv={{ name: `bars-${candles.symbol}`, rows: () => barsOf(candles) }}
          />
        </>
      }
    />
  );
};
