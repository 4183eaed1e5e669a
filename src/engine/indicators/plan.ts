import type { Indicator, IndicatorName } from '../../shared/indicators/indicators.ts';
import type { PriceField } from '../../shared/price-fields.ts';
import type { Bar, Bars } from '../bars.ts';
import type { ValueStream } from './indicator.ts';
import { sourceColumn, sourceValue } from './price-source.ts';
import type { SharedSeries } from './shared-series.ts';

interface BarStream {
  /** The result at the next bar; NaN during warm-up. */
  next(bar: Bar): number;
}

/** One output of an indicator with its parameters, in both forms. */
export interface IndicatorPlan {
  /** Index of the first bar with a value, from the series' start. */
  readonly warmUp: number;
  /** Bars until the value no longer depends on the series' start. */
  readonly lookBack: number;
  series(bars: Bars, shared: SharedSeries): Float64Array;
  stream(): BarStream;
}

/** The parameters of the indicators of these names. */
export type IndicatorOf<Name extends IndicatorName> = {
  [N in Name]: Extract<Indicator, { name: N }>;
}[Name];

/**
 * Planners of some indicators, by name. `sessionBars` is the number of bars in a session of the timeframe: how far back
 * an indicator that starts afresh every day can look.
 */
export type PlanTable<Name extends IndicatorName> = {
  readonly [N in Name]: (indicator: IndicatorOf<N>, sessionBars: number) => IndicatorPlan;
};

/** Plans of a family, whichever it has; that none is missing altogether is asked where the families come together. */
export type SomePlans = Partial<PlanTable<IndicatorName>>;

/** An indicator with one output. */
export const single = (
  indicator: Indicator,
  plan: {
    warmUp: number;
    lookBack: number;
    series: (bars: Bars) => Float64Array;
    stream: () => BarStream;
  },
): IndicatorPlan => ({
  ...plan,
  series: (bars, shared) => shared.once(JSON.stringify(indicator), () => plan.series(bars)),
});

/**
 * An indicator of one price field over a window of `period`. It is known by its `period`-th value and looks back no
 * further.
 */
export const windowed = (
  indicator: Extract<Indicator, { period: number; source: PriceField }>,
  series: (values: Float64Array, period: number) => Float64Array,
  stream: (period: number) => ValueStream,
  more: { warmUp?: number; lookBack?: number } = {},
): IndicatorPlan => {
  const { period, source } = indicator;
  return single(indicator, {
    warmUp: period - 1,
    lookBack: period - 1,
    ...more,
    series: (bars) => series(sourceColumn(bars, source), period),
    stream: () => fromValues(stream(period), source),
  });
};

/** One output of an indicator that computes several at once; the others are shared under the same key. */
export const oneOf = <Output extends string>(
  indicator: Indicator,
  output: Output,
  all: {
    warmUp: number;
    lookBack: number;
    series: (bars: Bars) => Readonly<Record<Output, Float64Array>>;
    stream: () => { next(bar: Bar): Readonly<Record<Output, number>> };
  },
): IndicatorPlan => ({
  warmUp: all.warmUp,
  lookBack: all.lookBack,
  series: (bars, shared) =>
    shared.once(JSON.stringify({ ...indicator, output: '' }), () => all.series(bars))[output],
  stream: () => {
    const stream = all.stream();
    return { next: (bar) => stream.next(bar)[output] };
  },
});

/** A stream of values fed with one price field of each bar. */
export const fromValues = <T>(
  stream: { next(value: number): T },
  source: PriceField,
): { next(bar: Bar): T } => ({
  next: (bar) => stream.next(sourceValue(bar, source)),
});
