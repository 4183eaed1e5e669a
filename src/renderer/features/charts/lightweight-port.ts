import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type IPrimitivePaneView,
  type ISeriesApi,
  type ISeriesPrimitive,
  type Logical,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatPercentChange, formatPrice } from '../../../shared/money.ts';
import { IST_OFFSET_MS, istDate, istMinute } from '../../../shared/time.ts';
import { axisRupees, compactCount, compactRupees } from '../../i18n/amounts.ts';
import { dayText, monthText } from '../../i18n/dates.ts';
import type { AppTokens } from '../../ui/tokens.ts';
import { paintShapes } from './canvas-shapes.ts';
import { type FittedLevel, fitted } from './level-fit.ts';
import type {
  AxisKind,
  CandleColumns,
  ChartFormat,
  ChartPort,
  Dash,
  LineLook,
  LineShape,
  Overlay,
  PortCandles,
  PortLevel,
  PortLine,
  PortScale,
  PortWish,
} from './chart-port.ts';

/** The chart library draws UTC; shifting by India's offset makes its axis read IST. */
export const chartTime = (epochMs: number): UTCTimestamp =>
  Math.floor((epochMs + IST_OFFSET_MS) / 1_000) as UTCTimestamp;

const epochOf = (time: Time): number => (time as number) * 1_000 - IST_OFFSET_MS;

/** The beginning of a month on the time axis. It is `TickMarkType.Month` of the library. */
const MONTH_MARK: TickMarkType = 1;
/** A day on the time axis. It is `TickMarkType.DayOfMonth` of the library. */
const DAY_MARK: TickMarkType = 2;
/**
 * Names months in the language of the window, and days with theirs. Where the beginning of a month has no room, a day
 * after it stands there instead. The library names the rest, which are numbers.
 */
export const tickMarkText = (time: Time, mark: TickMarkType): string | null => {
  const at = epochOf(time);
  if (mark === MONTH_MARK) return monthText(at);
  return mark === DAY_MARK ? `${Number(istDate(at).slice(8))} ${monthText(at)}` : null;
};

/** Paise on the price axis as rupees. */
const priceFormat = { type: 'custom', minMove: 1, formatter: formatPrice } as const;
/** Numbers of shares, short. */
const volumeFormat = { type: 'custom', minMove: 1, formatter: compactCount } as const;
/** Paise of results, short. */
const resultFormat = {
  type: 'custom',
  minMove: 1,
  formatter: compactRupees,
  tickmarksFormatter: axisRupees,
} as const;

const chartOptions = (colours: AppTokens, fontFamily: string, isDaily: boolean) => ({
  layout: {
    background: { color: 'transparent' },
    textColor: colours.chartAxis,
    // The letters of the page: those of the library know no Devanagari.
    fontFamily,
    fontSize: 12,
    attributionLogo: true,
    panes: { separatorColor: colours.chartGrid },
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colours.chartGrid } },
  rightPriceScale: { borderVisible: false },
  timeScale: {
    borderVisible: false,
    timeVisible: !isDaily,
    secondsVisible: false,
    tickMarkFormatter: tickMarkText,
    // The library's least width of a bar would leave out the beginning of a long line.
    minBarSpacing: 0.01,
  },
  crosshair: { mode: CrosshairMode.Magnet },
  localization: {
    timeFormatter: (time: Time) =>
      isDaily ? dayText(epochOf(time)) : `${dayText(epochOf(time))}, ${istMinute(epochOf(time))}`,
  },
});

const FORMATS = {
  price: priceFormat,
  volume: volumeFormat,
  result: resultFormat,
  percent: { type: 'custom', minMove: 0.01, formatter: formatPercentChange },
  number: { type: 'price', precision: 2, minMove: 0.01 },
  ratio: { type: 'price', precision: 4, minMove: 0.0001 },
} as const satisfies Record<ChartFormat, object>;

/** Asked for when a line is added: a test without a canvas has no styles. */
const dashOf = (dash: Dash): LineStyle =>
  ({
    solid: LineStyle.Solid,
    dotted: LineStyle.Dotted,
    sparse: LineStyle.SparseDotted,
    dashed: LineStyle.Dashed,
    long: LineStyle.LargeDashed,
  })[dash];

type Point = { time: UTCTimestamp; value?: number };

/** The library wants rising times; of points in one second the last counts. */
const pointsOf = (time: readonly number[], value: ArrayLike<number>): Point[] => {
  const points = time.map((at, index): Point => {
    const reached = value[index] ?? Number.NaN;
    return Number.isFinite(reached) ? { time: chartTime(at), value: reached } : { time: chartTime(at) };
  });
  const isRising = points.every(
    (point, index) => index === 0 || point.time > (points[index - 1] as Point).time,
  );
  if (isRising) return points;
  return [...new Map(points.map((point) => [point.time, point])).values()].sort((a, b) => a.time - b.time);
};

const addLine = (chart: IChartApi, shape: LineShape): PortLine => {
  const { kind, format, pane = 0, width = 2, dash, isInverted, isQuiet } = shape;
  const shared = {
    priceFormat: FORMATS[format],
    priceLineVisible: false,
    ...(isQuiet && { lastValueVisible: false }),
  };
  const lined = { ...shared, lineWidth: width, ...(dash && { lineStyle: dashOf(dash) }) };
  const series: ISeriesApi<'Area' | 'Line' | 'Histogram'> =
    kind === 'columns'
      ? chart.addSeries(HistogramSeries, shared, pane)
      : kind === 'line'
        ? chart.addSeries(LineSeries, lined, pane)
        : chart.addSeries(AreaSeries, { ...lined, ...(isInverted && { invertFilledArea: true }) }, pane);
  return {
    look: ({ colour, top, bottom, title }: LineLook) =>
      series.applyOptions({
        ...(title !== undefined && { title }),
        ...(kind === 'area' ? { lineColor: colour, topColor: top, bottomColor: bottom } : { color: colour }),
      }),
    show: (time, value) => series.setData(pointsOf(time, value)),
  };
};

type Candlesticks = ISeriesApi<'Candlestick'>;

/** The scales in view; the library places whole bars alone, and what lies between them is worked out. */
const scaleOf = (chart: IChartApi, series: Candlesticks): PortScale | null => {
  const time = chart.timeScale();
  const [first, second] = [time.logicalToCoordinate(0 as Logical), time.logicalToCoordinate(1 as Logical)];
  if (first === null || second === null || second <= first) return null;
  const { width, height } = chart.paneSize(0);
  const spacing = second - first;
  return {
    width,
    height,
    xOf: (bar) => first + bar * spacing,
    barAt: (x) => (x - first) / spacing,
    yOf: (price) => series.priceToCoordinate(price) ?? Number.NaN,
    priceAt: (y) => series.coordinateToPrice(y) ?? Number.NaN,
  };
};

/** Overlay of a series. It is attached only while there is something to draw. */
const overlayOf = (chart: IChartApi, series: Candlesticks) => {
  let shown: Overlay | null = null;
  let repaint: (() => void) | null = null;
  const view: IPrimitivePaneView = {
    zOrder: () => 'top',
    renderer: () => ({
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context }) => {
          const scale = shown && scaleOf(chart, series);
          if (shown && scale) paintShapes(context, shown(scale), chart.options().layout.fontFamily);
        }),
    }),
  };
  const views = [view];
  const primitive: ISeriesPrimitive = {
    paneViews: () => views,
    attached: ({ requestUpdate }) => void (repaint = requestUpdate),
  };
  return (overlay: Overlay | null): void => {
    const wasShown = shown !== null;
    shown = overlay;
    if (overlay && !wasShown) series.attachPrimitive(primitive);
    else if (!overlay && wasShown) series.detachPrimitive(primitive);
    else if (overlay) repaint?.();
  };
};

/** Asked for when it is set: a test without a canvas has no scales. */
const modeOf = (kind: AxisKind): PriceScaleMode =>
  ({
    price: PriceScaleMode.Normal,
    percent: PriceScaleMode.Percentage,
    log: PriceScaleMode.Logarithmic,
  })[kind];

const barAt = ({ open, high, low, close }: CandleColumns, at: number) => ({
  open: open[at] ?? 0,
  high: high[at] ?? 0,
  low: low[at] ?? 0,
  close: close[at] ?? 0,
});

const isSameLevel = (one: FittedLevel, other: FittedLevel): boolean =>
  one.price === other.price &&
  one.title === other.title &&
  one.colour === other.colour &&
  one.dash === other.dash &&
  one.isNamed === other.isNamed;

const lineOptions = (
  { price, title, colour, dash, isNamed }: Omit<FittedLevel, 'short' | 'isFirst'>,
  lineWidth: 1 | 2 = 1,
) => ({
  ...{ price, title: isNamed ? title : '', color: colour, lineStyle: dashOf(dash) },
  ...{ axisLabelVisible: isNamed },
  lineWidth,
});

/** Levels of a series. Only those that have changed are drawn anew. */
const levelsOf = (chart: IChartApi, series: Candlesticks) => {
  let wanted: readonly PortLevel[] = [];
  let drawn: readonly { readonly line: IPriceLine; readonly level: FittedLevel }[] = [];
  const draw = (): void => {
    for (const { line } of drawn.slice(wanted.length)) series.removePriceLine(line);
    drawn = fitted(wanted, chart.paneSize(0)).map((level, at) => {
      const before = drawn[at];
      if (!before) return { line: series.createPriceLine(lineOptions(level)), level };
      if (!isSameLevel(before.level, level)) before.line.applyOptions(lineOptions(level));
      return { line: before.line, level };
    });
  };
  chart.timeScale().subscribeSizeChange(draw);
  return (levels: readonly PortLevel[]): void => {
    wanted = levels;
    draw();
  };
};

/** The chosen level of a series. The price axis takes it into view. */
const wishOf = (series: Candlesticks) => {
  let line: IPriceLine | null = null;
  let reach: number | null = null;
  const withReach = (own: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const info = own();
    if (!info?.priceRange || reach === null) return info;
    const { minValue, maxValue } = info.priceRange;
    return {
      ...info,
      priceRange: { minValue: Math.min(minValue, reach), maxValue: Math.max(maxValue, reach) },
    };
  };
  return (wish: PortWish | null): void => {
    const wanted = wish?.reach ?? null;
    if (wanted !== reach) {
      reach = wanted;
      series.applyOptions({ autoscaleInfoProvider: withReach });
    }
    if (!wish) {
      if (line) series.removePriceLine(line);
      line = null;
      return;
    }
    const options = lineOptions(wish, 2);
    if (line) line.applyOptions(options);
    else line = series.createPriceLine(options);
  };
};

const addCandles = (chart: IChartApi): PortCandles => {
  const series = chart.addSeries(CandlestickSeries, { priceFormat });
  const markers = createSeriesMarkers<Time>(series, []);
  let times: readonly UTCTimestamp[] = [];
  return {
    overlay: overlayOf(chart, series),
    scale: () => scaleOf(chart, series),
    point: (at) => {
      const time = at && times[at.bar];
      if (at && time !== undefined && time !== null) chart.setCrosshairPosition(at.price, time, series);
      else chart.clearCrosshairPosition();
    },
    axis: (kind) => series.priceScale().applyOptions({ mode: modeOf(kind) }),
    look: ({ up, down, isHollow, hasLastLine }) =>
      series.applyOptions({
        upColor: isHollow ? 'transparent' : up,
        downColor: down,
        borderUpColor: up,
        borderDownColor: down,
        wickUpColor: up,
        wickDownColor: down,
        lastValueVisible: hasLastLine,
        priceLineVisible: hasLastLine,
      }),
    show: (candles) => {
      times = candles.time.map(chartTime);
      series.setData(times.map((time, index) => ({ time, ...barAt(candles, index) })));
    },
    grow: (candles) => {
      const time = times.at(-1);
      if (time !== undefined) series.update({ time, ...barAt(candles, times.length - 1) });
    },
    mark: (marks) =>
      markers.setMarkers(
        marks.map(({ time, isBuy, colour, text }) => ({
          time: chartTime(time),
          position: isBuy ? 'belowBar' : 'aboveBar',
          shape: isBuy ? 'arrowUp' : 'arrowDown',
          color: colour,
          text,
        })),
      ),
    level: levelsOf(chart, series),
    wish: wishOf(series),
  };
};

/** A chart in an element, painted by `lightweight-charts`. */
export const openChart = (element: HTMLElement): ChartPort => {
  // Given later, the library would keep the first size as the most that is seen of the chart.
  const chart = createChart(element, { autoSize: true });
  return {
    candles: () => addCandles(chart),
    line: (shape) => addLine(chart, shape),
    share: (heights) => {
      for (const [pane, height] of heights.entries()) chart.panes()[pane]?.setStretchFactor(height);
    },
    look: (colours, fontFamily, isDaily) => chart.applyOptions(chartOptions(colours, fontFamily, isDaily)),
    leaveRoom: (pixels) => chart.applyOptions({ timeScale: { rightOffsetPixels: pixels } }),
    view: () => chart.timeScale().getVisibleLogicalRange(),
    showView: (view) => chart.timeScale().setVisibleLogicalRange(view),
    showAll: () => chart.timeScale().fitContent(),
    onPointed: (pointed) =>
      chart.subscribeCrosshairMove(({ logical, time }) =>
        pointed(time === undefined || logical === undefined ? null : Math.round(logical)),
      ),
    onResize: (resized) => chart.timeScale().subscribeSizeChange(resized),
    remove: () => chart.remove(),
  };
};
