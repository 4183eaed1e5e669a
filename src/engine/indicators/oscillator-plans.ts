import type { Indicator } from '../../shared/indicators/indicators.ts';
import { AdxStream, adx, type DirectionalMovement } from './adx.ts';
import { AroonStream, aroon } from './aroon.ts';
import { CciStream, cci } from './cci.ts';
import { emaWeight } from './ema.ts';
import { settleBars } from './indicator.ts';
import { MacdStream, macd } from './macd.ts';
import { MomentumStream, momentum } from './momentum.ts';
import { windowed, type SomePlans, fromValues, oneOf, single } from './plan.ts';
import { PpoStream, ppo } from './ppo.ts';
import { sourceColumn } from './price-source.ts';
import { RocStream, roc } from './roc.ts';
import { RsiStream, rsi } from './rsi.ts';
import { StochasticStream, stochastic } from './stochastic.ts';
import { StochrsiStream, stochrsi } from './stochrsi.ts';
import { WilliamsRStream, williamsR } from './williams-r.ts';

/**
 * Warm-up and look-back of the MACD's and PPO's lines. The line is a difference of two averages, the signal the average
 * of that.
 */
const reachOf = (indicator: Extract<Indicator, { fast: number }>, ofLine: boolean) => {
  const { fast, slow, signal } = indicator;
  const longest = Math.max(fast, slow);
  const line = longest - 1;
  return {
    warmUp: ofLine ? line : line + signal - 1,
    lookBack: line + settleBars(emaWeight(longest)) + signal + settleBars(emaWeight(signal)),
  };
};

const ADX_OUTPUTS = { adx: 'adx', 'plus-di': 'plusDi', 'minus-di': 'minusDi' } as const satisfies Record<
  string,
  keyof DirectionalMovement<number>
>;

/** Oscillators: how strong, how fast or how stretched a move is. */
export const oscillatorPlans = {
  rsi: (indicator) =>
    windowed(indicator, rsi, (period) => new RsiStream(period), {
      warmUp: indicator.period,
      lookBack: indicator.period + settleBars(1 / indicator.period),
    }),
  stochrsi: (indicator) => {
    const { period, kPeriod, kSmoothing, dPeriod, source, output } = indicator;
    const windows = kPeriod + kSmoothing - 2 + (output === 'd' ? dPeriod - 1 : 0);
    return oneOf(indicator, output, {
      warmUp: period + windows,
      lookBack: period + settleBars(1 / period) + windows,
      series: (bars) => stochrsi(sourceColumn(bars, source), period, kPeriod, kSmoothing, dPeriod),
      stream: () => fromValues(new StochrsiStream(period, kPeriod, kSmoothing, dPeriod), source),
    });
  },
  stochastic: (indicator) => {
    const { kPeriod, kSmoothing, dPeriod, output } = indicator;
    const warmUp = kPeriod + kSmoothing - 2 + (output === 'd' ? dPeriod - 1 : 0);
    return oneOf(indicator, output, {
      warmUp,
      lookBack: warmUp,
      series: (bars) => stochastic(bars, kPeriod, kSmoothing, dPeriod),
      stream: () => new StochasticStream(kPeriod, kSmoothing, dPeriod),
    });
  },
  macd: (indicator) => {
    const { fast, slow, signal, source, output } = indicator;
    return oneOf(indicator, output, {
      ...reachOf(indicator, output === 'macd'),
      series: (bars) => macd(sourceColumn(bars, source), fast, slow, signal),
      stream: () => fromValues(new MacdStream(fast, slow, signal), source),
    });
  },
  ppo: (indicator) => {
    const { fast, slow, signal, source, output } = indicator;
    return oneOf(indicator, output, {
      ...reachOf(indicator, output === 'ppo'),
      series: (bars) => ppo(sourceColumn(bars, source), fast, slow, signal),
      stream: () => fromValues(new PpoStream(fast, slow, signal), source),
    });
  },
  roc: (indicator) => {
    const { period } = indicator;
    return windowed(indicator, roc, () => new RocStream(period), { warmUp: period, lookBack: period });
  },
  momentum: (indicator) => {
    const { period } = indicator;
    const build = () => new MomentumStream(period);
    return windowed(indicator, momentum, build, { warmUp: period, lookBack: period });
  },
  cci: (indicator) => {
    const { period } = indicator;
    return single(indicator, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => cci(bars, period),
      stream: () => new CciStream(period),
    });
  },
  'williams-r': (indicator) => {
    const { period } = indicator;
    return single(indicator, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => williamsR(bars, period),
      stream: () => new WilliamsRStream(period),
    });
  },
  adx: (indicator) => {
    const { period, output } = indicator;
    const directional = Math.max(1, period - 1);
    return oneOf(indicator, ADX_OUTPUTS[output], {
      warmUp: output === 'adx' ? directional + period - 1 : directional,
      lookBack: 2 * (period + settleBars(1 / period)),
      series: (bars) => adx(bars, period),
      stream: () => new AdxStream(period),
    });
  },
  aroon: (indicator) => {
    const { period, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period,
      lookBack: period,
      series: (bars) => aroon(bars, period),
      stream: () => new AroonStream(period),
    });
  },
} satisfies SomePlans;
