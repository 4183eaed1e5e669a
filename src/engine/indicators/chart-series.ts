import type { Indicator } from '../../shared/indicators/indicators.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { type Bars, barsFromColumns, type CandleColumns } from '../bars.ts';
import { indicatorText } from '../rules/operand-text.ts';
import { barsPerSession } from '../rules/bar-close.ts';
import { planIndicator } from './indicator-plan.ts';
import { SharedSeries } from './shared-series.ts';

/** Values of indicators at each bar, as rules read them; NaN while they warm up. */
export const indicatorSeries = (
  indicators: readonly Indicator[],
  bars: Bars,
  timeframe: Timeframe,
): Float64Array[] => {
  const shared = new SharedSeries();
  return indicators.map((indicator) =>
    planIndicator(indicator, barsPerSession(timeframe)).series(bars, shared),
  );
};

/** Bars are asked for in steps of so many. To change a parameter is no reason to read all of them again. */
const STEP = 500;

/** Bars before the first one shown. With these a value no longer depends on where they begin. */
export const barsBefore = (indicators: readonly Indicator[], timeframe: Timeframe): number => {
  const needed = indicators.map((indicator) => {
    const { warmUp, lookBack } = planIndicator(indicator, barsPerSession(timeframe));
    return Math.max(warmUp, lookBack);
  });
  return Math.ceil(Math.max(0, ...needed) / STEP) * STEP;
};

/** Indicators, each with its name and values at the last `shown` candles. Of candles that are not sound there are none. */
export const indicatorsOver = (
  indicators: readonly Indicator[],
  candles: CandleColumns,
  timeframe: Timeframe,
  shown: number,
): { readonly indicator: Indicator; readonly label: string; readonly value: Float64Array }[] => {
  const bars = barsFromColumns(candles);
  if (!bars.ok) return [];
  return indicatorSeries(indicators, bars.value, timeframe).map((values, at) => {
    const indicator = indicators[at] as Indicator;
    return { indicator, label: indicatorText(indicator), value: values.slice(-shown) };
  });
};
