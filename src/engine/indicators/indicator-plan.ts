import type { Indicator, PriceField } from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import { AdxStream, adx, type DirectionalMovement } from './adx.ts';
import { AtrStream, atr } from './atr.ts';
import { BollingerStream, bollinger } from './bollinger.ts';
import { CciStream, cci } from './cci.ts';
import { DonchianStream, donchian } from './donchian.ts';
import { EmaStream, ema, emaWeight } from './ema.ts';
import { HighestStream, highest } from './highest.ts';
import { settleBars, type ValueStream } from './indicator.ts';
import { LowestStream, lowest } from './lowest.ts';
import { MacdStream, macd } from './macd.ts';
import { sourceColumn, sourceValue } from './price-source.ts';
import { RocStream, roc } from './roc.ts';
import { RsiStream, rsi } from './rsi.ts';
import { SmaStream, sma } from './sma.ts';
import { StddevStream, stddev } from './stddev.ts';
import { StochasticStream, stochastic } from './stochastic.ts';
import { SupertrendStream, supertrend } from './supertrend.ts';
import { VwapStream, vwap } from './vwap.ts';
import { WmaStream, wma } from './wma.ts';

/** Results over one series that several readers share: computed once per key. */
export class SharedSeries {
  private readonly known = new Map<string, unknown>();

  /** The result under a key; the same key must always ask for the same computation. */
  once<T>(key: string, compute: () => T): T {
    if (!this.known.has(key)) this.known.set(key, compute());
    return this.known.get(key) as T;
  }
}

interface BarStream {
  /** Takes the next bar; NaN during warm-up. */
  next(bar: Bar): number;
}

/** One output of an indicator with its parameters, in both forms. */
export interface IndicatorPlan {
  /** Index of the first bar that has a value, counted from the start of a series. */
  readonly warmUp: number;
  /** Bars after which the value no longer depends on where the series started. */
  readonly lookBack: number;
  series(bars: Bars, shared: SharedSeries): Float64Array;
  stream(): BarStream;
}

/**
 * An indicator ready to run. `sessionBars` is the number of bars in a session of the timeframe: how far back an
 * indicator that starts afresh every day can look.
 */
export const planIndicator = (indicator: Indicator, sessionBars: number): IndicatorPlan => {
  switch (indicator.name) {
    case 'sma':
      return windowed(indicator, sma, (period) => new SmaStream(period));
    case 'ema':
      return {
        ...windowed(indicator, ema, (period) => new EmaStream(period)),
        lookBack: indicator.period + settleBars(emaWeight(indicator.period)),
      };
    case 'wma':
      return windowed(indicator, wma, (period) => new WmaStream(period));
    case 'stddev':
      return windowed(indicator, stddev, (period) => new StddevStream(period));
    case 'highest':
      return windowed(indicator, highest, (period) => new HighestStream(period));
    case 'lowest':
      return windowed(indicator, lowest, (period) => new LowestStream(period));
    case 'roc': {
      const plan = windowed(indicator, roc, (period) => new RocStream(period));
      return { ...plan, warmUp: indicator.period, lookBack: indicator.period };
    }
    case 'rsi':
      return {
        ...windowed(indicator, rsi, (period) => new RsiStream(period)),
        warmUp: indicator.period,
        lookBack: indicator.period + settleBars(1 / indicator.period),
      };
    case 'macd': {
      const { fast, slow, signal, source, output } = indicator;
      const line = Math.max(fast, slow) - 1;
      return oneOf(indicator, output, {
        warmUp: output === 'macd' ? line : line + signal - 1,
        lookBack: line + settleBars(emaWeight(Math.max(fast, slow))) + signal + settleBars(emaWeight(signal)),
        series: (bars) => macd(sourceColumn(bars, source), fast, slow, signal),
        stream: () => fromValues(new MacdStream(fast, slow, signal), source),
      });
    }
    case 'bollinger': {
      const { period, deviations, source, output } = indicator;
      return oneOf(indicator, output, {
        warmUp: period - 1,
        lookBack: period - 1,
        series: (bars) => bollinger(sourceColumn(bars, source), period, deviations),
        stream: () => fromValues(new BollingerStream(period, deviations), source),
      });
    }
    case 'donchian':
      return oneOf(indicator, indicator.output, {
        warmUp: indicator.period - 1,
        lookBack: indicator.period - 1,
        series: (bars) => donchian(bars, indicator.period),
        stream: () => new DonchianStream(indicator.period),
      });
    case 'stochastic': {
      const { kPeriod, kSmoothing, dPeriod, output } = indicator;
      const warmUp = kPeriod + kSmoothing - 2 + (output === 'd' ? dPeriod - 1 : 0);
      return oneOf(indicator, output, {
        warmUp,
        lookBack: warmUp,
        series: (bars) => stochastic(bars, kPeriod, kSmoothing, dPeriod),
        stream: () => new StochasticStream(kPeriod, kSmoothing, dPeriod),
      });
    }
    case 'adx': {
      const { period, output } = indicator;
      const directional = Math.max(1, period - 1);
      return oneOf(indicator, ADX_OUTPUTS[output], {
        warmUp: output === 'adx' ? directional + period - 1 : directional,
        lookBack: 2 * (period + settleBars(1 / period)),
        series: (bars) => adx(bars, period),
        stream: () => new AdxStream(period),
      });
    }
    case 'supertrend': {
      const { period, multiplier, output } = indicator;
      return oneOf(indicator, output, {
        warmUp: period - 1,
        lookBack: SUPERTREND_MEMORY * period + settleBars(1 / period),
        series: (bars) => supertrend(bars, period, multiplier),
        stream: () => new SupertrendStream(period, multiplier),
      });
    }
    case 'cci': {
      const { period } = indicator;
      const build = () => new CciStream(period);
      return single(indicator, period - 1, period - 1, (bars) => cci(bars, period), build);
    }
    case 'atr': {
      const { period } = indicator;
      const lookBack = period + settleBars(1 / period);
      return single(
        indicator,
        period - 1,
        lookBack,
        (bars) => atr(bars, period),
        () => new AtrStream(period),
      );
    }
    case 'vwap':
      return single(indicator, 0, sessionBars, vwap, () => new VwapStream());
  }
};

/** The line remembers until the trend turns; so many periods are nearly always enough for it to turn once. */
const SUPERTREND_MEMORY = 10;

const ADX_OUTPUTS = { adx: 'adx', 'plus-di': 'plusDi', 'minus-di': 'minusDi' } as const satisfies Record<
  string,
  keyof DirectionalMovement<number>
>;

const single = (
  indicator: Indicator,
  warmUp: number,
  lookBack: number,
  series: (bars: Bars) => Float64Array,
  stream: () => BarStream,
): IndicatorPlan => ({
  warmUp,
  lookBack,
  series: (bars, shared) => shared.once(JSON.stringify(indicator), () => series(bars)),
  stream,
});

/** An indicator of one price field over a window of `period` values. */
const windowed = (
  indicator: Extract<Indicator, { period: number; source: PriceField }>,
  series: (values: Float64Array, period: number) => Float64Array,
  stream: (period: number) => ValueStream,
): IndicatorPlan => {
  const { period, source } = indicator;
  return single(
    indicator,
    period - 1,
    period - 1,
    (bars) => series(sourceColumn(bars, source), period),
    () => fromValues(stream(period), source),
  );
};

/** One output of an indicator that computes several at once; the others are shared under the same key. */
const oneOf = <Output extends string>(
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

const fromValues = <T>(stream: { next(value: number): T }, source: PriceField): { next(bar: Bar): T } => ({
  next: (bar) => stream.next(sourceValue(bar, source)),
});
