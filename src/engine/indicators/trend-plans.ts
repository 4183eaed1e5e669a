import { AdxStream, adx, type DirectionalMovement } from './adx.ts';
import { AroonStream, aroon } from './aroon.ts';
import { HeikinAshiStream, heikinAshi } from './heikin-ashi.ts';
import { settleBars } from './indicator.ts';
import { oneOf, type SomePlans } from './plan.ts';
import { PsarStream, psar } from './psar.ts';
import { SupertrendStream, supertrend } from './supertrend.ts';

/** The line remembers until the trend turns; so many periods are nearly always enough for it to turn once. */
const SUPERTREND_MEMORY = 10;

/**
 * A parabolic stop is forgotten once the trend has turned: it then starts anew from the extreme. It can only creep as
 * slowly as its step, so so many steps of the way nearly always see a turn; a larger step turns sooner.
 */
const PSAR_MEMORY = 5;

/** A Heikin-Ashi open keeps half of the one before. */
const HEIKIN_ASHI_WEIGHT = 1 / 2;

const ADX_OUTPUTS = { adx: 'adx', 'plus-di': 'plusDi', 'minus-di': 'minusDi' } as const satisfies Record<
  string,
  keyof DirectionalMovement<number>
>;

/** Whether there is a trend, and which way it goes. */
export const trendPlans = {
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
  supertrend: (indicator) => {
    const { period, multiplier, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period - 1,
      lookBack: SUPERTREND_MEMORY * period + settleBars(1 / period),
      series: (bars) => supertrend(bars, period, multiplier),
      stream: () => new SupertrendStream(period, multiplier),
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
  psar: (indicator) => {
    const { step, maximum, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: 1,
      lookBack: PSAR_MEMORY * Math.ceil(1 / Math.min(step, maximum)),
      series: (bars) => psar(bars, step, maximum),
      stream: () => new PsarStream(step, maximum),
    });
  },
  'heikin-ashi': (indicator) =>
    oneOf(indicator, indicator.output, {
      warmUp: 0,
      lookBack: settleBars(HEIKIN_ASHI_WEIGHT),
      series: heikinAshi,
      stream: () => new HeikinAshiStream(),
    }),
} satisfies SomePlans;
