import { createChart, CrosshairMode, type IChartApi, type Time, type UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef, type RefObject } from 'react';
import { formatPrice, formatRupeesCompact } from '../../shared/money.ts';
import { IST_OFFSET_MS, istDayText, istMinute } from '../../shared/time.ts';
import { computedDeskTokens, type DeskTokens } from './desk-tokens.ts';

/** The chart library draws UTC; shifting by India's offset makes its axis read IST. */
export const chartTime = (epochMs: number): UTCTimestamp =>
  Math.floor((epochMs + IST_OFFSET_MS) / 1_000) as UTCTimestamp;

const epochOf = (time: Time): number => (time as number) * 1_000 - IST_OFFSET_MS;

/** Paise on the price axis as rupees. */
export const priceFormat = { type: 'custom', minMove: 1, formatter: formatPrice } as const;
/** Paise of results, short. */
export const resultFormat = { type: 'custom', minMove: 1, formatter: formatRupeesCompact } as const;

const chartOptions = (colours: DeskTokens, isDaily: boolean) => ({
  autoSize: true,
  layout: {
    background: { color: 'transparent' },
    textColor: colours.chartAxis,
    fontSize: 12,
    attributionLogo: true,
    panes: { separatorColor: colours.chartGrid },
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colours.chartGrid } },
  rightPriceScale: { borderVisible: false },
  timeScale: { borderVisible: false, timeVisible: !isDaily, secondsVisible: false },
  crosshair: { mode: CrosshairMode.Magnet },
  localization: {
    timeFormatter: (time: Time) =>
      isDaily ? istDayText(epochOf(time)) : `${istDayText(epochOf(time))}, ${istMinute(epochOf(time))}`,
  },
});

/**
 * React hook: a chart in the element behind the ref, drawn anew when `draw` changes (it comes from `useCallback` over
 * the data) and taken away with the component.
 */
export const useChart = (
  draw: (chart: IChartApi, colours: DeskTokens) => void,
  isDaily: boolean,
): RefObject<HTMLDivElement | null> => {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const colours = computedDeskTokens(container.current);
    const chart = createChart(container.current, chartOptions(colours, isDaily));
    draw(chart, colours);
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [draw, isDaily]);
  return container;
};
