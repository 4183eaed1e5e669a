import {
  createChart,
  CrosshairMode,
  type IChartApi,
  type TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useContext, useEffect, useRef, type RefObject } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { IST_OFFSET_MS, istDate, istMinute } from '../../../shared/time.ts';
import { axisRupees, compactCount, compactRupees } from '../../i18n/amounts.ts';
import { dayText, monthText } from '../../i18n/dates.ts';
import { computedTokens, LookContext, type AppTokens } from '../../ui/tokens.ts';

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
export const priceFormat = { type: 'custom', minMove: 1, formatter: formatPrice } as const;
/** Numbers of shares, short. */
export const volumeFormat = { type: 'custom', minMove: 1, formatter: compactCount } as const;
/** Paise of results, short. */
export const resultFormat = {
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

/** Puts data into the series that were added to a chart; what is in view stays there only if it `keepsView`. */
type Show<Data> = (data: Data, colours: AppTokens, keepsView: boolean) => void;

interface ChartDefinition<Data> {
  /** Adds the series and returns how data goes into them; from `useCallback`, or it begins anew with each paint. */
  build: (chart: IChartApi) => Show<Data>;
  /** From `useMemo`: newer data goes into the same chart, whose zoom and pan stay the person's. */
  data: Data;
  /** Subject of the chart, such as an instrument; with another one the chart begins anew and shows everything. */
  subject: string;
  isDaily: boolean;
}

interface Drawn<Data> {
  readonly chart: IChartApi;
  readonly show: Show<Data>;
  /** Nobody has zoomed or panned: everything is shown, however wide the window becomes and whatever data comes. */
  isWhole: boolean;
}

/** React hook: a chart in the element behind the ref, taken away with the component. */
export const useChart = <Data>({
  build,
  data,
  subject,
  isDaily,
}: ChartDefinition<Data>): RefObject<HTMLDivElement | null> => {
  const container = useRef<HTMLDivElement>(null);
  const look = useContext(LookContext);
  const current = useRef<Drawn<Data> | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    // Given later, the library would keep the first size as the most that is seen of the chart.
    const chart = createChart(element, { autoSize: true });
    const drawn: Drawn<Data> = { chart, show: build(chart), isWhole: true };
    current.current = drawn;
    chart.timeScale().subscribeSizeChange(() => {
      if (drawn.isWhole) chart.timeScale().fitContent();
    });
    const leaveView = () => {
      drawn.isWhole = false;
    };
    element.addEventListener('pointerdown', leaveView);
    element.addEventListener('wheel', leaveView, { passive: true });
    return () => {
      element.removeEventListener('pointerdown', leaveView);
      element.removeEventListener('wheel', leaveView);
      current.current = null;
      chart.remove();
    };
  }, [build, subject, isDaily]);
  useEffect(() => {
    if (!container.current || !current.current) return;
    const { chart, show, isWhole } = current.current;
    const colours = computedTokens(container.current);
    chart.applyOptions(chartOptions(colours, getComputedStyle(container.current).fontFamily, isDaily));
    show(data, colours, !isWhole);
    if (isWhole) chart.timeScale().fitContent();
  }, [build, data, subject, isDaily, look]);
  return container;
};
