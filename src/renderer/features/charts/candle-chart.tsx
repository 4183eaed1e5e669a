import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useCallback, useMemo } from 'react';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { barColumns, barsOf, type Candles } from './bars.ts';
import type { TradeMark } from './trade-marks.ts';
import { chartTime, priceFormat, useChart, volumeFormat } from './chart-canvas.ts';
import { ChartFrame } from './chart-frame.tsx';
import { viewAfter } from './chart-view.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { AppTokens } from '../../ui/tokens.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

/** A price to draw a line at, named on its axis. */
export interface PriceLevel {
  /** Paise. */
  price: number;
  kind: 'ltp' | 'entry' | 'stop-loss' | 'target';
  label: string;
}

// The library's own layers stay below the bar over the page.
const useStyles = makeStyles({
  canvas: { height: CHART_HEIGHTS.candles, isolation: 'isolate' },
  page: { height: CHART_HEIGHTS.page },
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

const markersOf = (candles: Candles, marks: readonly TradeMark[], colours: AppTokens) =>
  marks
    .flatMap((mark): SeriesMarker<UTCTimestamp>[] => {
      const bar = barOf(candles.time, mark.at);
      if (bar === undefined) return [];
      const isBuy = mark.side === 'buy';
      return [
        {
          time: chartTime(bar),
          position: isBuy ? 'belowBar' : 'aboveBar',
          shape: isBuy ? 'arrowUp' : 'arrowDown',
          color: mark.kind === 'entry' ? colours.chart1 : colours.chart2,
          text: mark.label,
        },
      ];
    })
    .sort((a, b) => a.time - b.time);

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
}

const lineOf = ({ price, kind, label }: PriceLevel, colours: AppTokens) => ({
  price,
  title: label,
  lineWidth: 1 as const,
  lineStyle: kind === 'ltp' ? LineStyle.Dotted : LineStyle.Dashed,
  color: {
    ltp: colours.chartAxis,
    entry: colours.chart1,
    'stop-loss': colours.pnlDown,
    target: colours.pnlUp,
  }[kind],
});

const candleColours = (colours: AppTokens, isHollow: boolean) => ({
  upColor: isHollow ? 'transparent' : colours.pnlUp,
  downColor: colours.pnlDown,
  borderUpColor: colours.pnlUp,
  borderDownColor: colours.pnlDown,
  wickUpColor: colours.pnlUp,
  wickDownColor: colours.pnlDown,
});

const addVolume = (chart: IChartApi) => {
  const volume = chart.addSeries(
    HistogramSeries,
    { priceFormat: volumeFormat, priceLineVisible: false, lastValueVisible: false },
    1,
  );
  chart.panes()[0]?.setStretchFactor(4);
  chart.panes()[1]?.setStretchFactor(1);
  return volume;
};

const buildCandles = (chart: IChartApi, hasVolume: boolean, isHollow: boolean) => {
  const series = chart.addSeries(CandlestickSeries, { priceFormat });
  const markers = createSeriesMarkers<Time>(series, []);
  const volume = hasVolume ? addVolume(chart) : null;
  let before: readonly number[] = [];
  let lines: IPriceLine[] = [];
  return ({ candles, marks, levels }: Shown, colours: AppTokens, keepsView: boolean): void => {
    const view = keepsView ? chart.timeScale().getVisibleLogicalRange() : null;
    // Where the last price is drawn as a level, the close of the last bar is not drawn as one, too.
    const isLtpDrawn = levels.some(({ kind }) => kind === 'ltp');
    series.applyOptions({
      ...candleColours(colours, isHollow),
      lastValueVisible: !isLtpDrawn,
      priceLineVisible: !isLtpDrawn,
    });
    for (const line of lines) series.removePriceLine(line);
    lines = levels.map((level) => series.createPriceLine(lineOf(level, colours)));
    series.setData(
      candles.time.map((time, index) => ({
        time: chartTime(time),
        open: candles.open[index] ?? 0,
        high: candles.high[index] ?? 0,
        low: candles.low[index] ?? 0,
        close: candles.close[index] ?? 0,
      })),
    );
    markers.setMarkers(markersOf(candles, marks, colours));
    if (!keepsView) chart.applyOptions({ timeScale: { rightOffsetPixels: roomFor(marks) } });
    volume?.applyOptions({ color: colours.chartGrid });
    volume?.setData(
      candles.time.map((time, index) => ({ time: chartTime(time), value: candles.volume[index] ?? 0 })),
    );
    if (view) chart.timeScale().setVisibleLogicalRange(viewAfter(view, before, candles.time));
    before = candles.time;
  };
};

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
  isDaily: boolean;
  /** Rising bars hollow: direction without relying on colour. */
  isHollow: boolean;
  /** The chart is as tall as the page, which shows nothing else. */
  isPage?: boolean;
}

const NO_LEVELS: readonly PriceLevel[] = [];

/** A chart of candles, trades and price lines. ▲ stands where something was bought and ▼ where it was sold. */
export const CandleChart = ({
  candles,
  marks,
  levels = NO_LEVELS,
  isDaily,
  isHollow,
  isPage = false,
}: CandleChartProps) => {
  const styles = useStyles();
  const { symbol, timeframe, hasVolume } = candles;
  const build = useCallback(
    (chart: IChartApi) => buildCandles(chart, hasVolume, isHollow),
    [hasVolume, isHollow],
  );
  const data = useMemo(() => ({ candles, marks, levels }), [candles, marks, levels]);
  const canvas = useChart({ build, data, subject: `${symbol} ${timeframe}`, isDaily });
  return (
    <ChartFrame
      summary={[summaryOf(candles, marks, isDaily), ...levels.map(levelText)].join(' ')}
      chart={<div ref={canvas} className={mergeClasses(styles.canvas, isPage && styles.page)} />}
      table={
        <DataTable
          label={t('Last candles of {{symbol}}', { symbol: candles.symbol })}
          columns={barColumns()}
          rows={barsOf(candles).slice(0, ROWS_IN_TABLE)}
          rowKey={(bar) => bar.time}
          csv={{ name: `bars-${candles.symbol}`, rows: () => barsOf(candles) }}
        />
      }
    />
  );
};
