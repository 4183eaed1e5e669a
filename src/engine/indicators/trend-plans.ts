import { BollingerStream, bollinger } from './bollinger.ts';
import { DonchianStream, donchian } from './donchian.ts';
import { emaWeight } from './ema.ts';
import { HeikinAshiStream, heikinAshi } from './heikin-ashi.ts';
import { HighestStream, highest } from './highest.ts';
import { settleBars } from './indicator.ts';
import { KeltnerStream, keltner } from './keltner.ts';
import { LowestStream, lowest } from './lowest.ts';
import { windowed, type SomePlans, fromValues, oneOf } from './plan.ts';
import { sourceColumn } from './price-source.ts';
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

/** Trends and channels: which way prices go, and between what. */
export const trendPlans = {
  supertrend: (indicator) => {
    const { period, multiplier, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period - 1,
      lookBack: SUPERTREND_MEMORY * period + settleBars(1 / period),
      series: (bars) => supertrend(bars, period, multiplier),
      stream: () => new SupertrendStream(period, multiplier),
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
  bollinger: (indicator) => {
    const { period, deviations, source, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => bollinger(sourceColumn(bars, source), period, deviations),
      stream: () => fromValues(new BollingerStream(period, deviations), source),
    });
  },
  keltner: (indicator) => {
    const { period, multiplier, atrPeriod, output } = indicator;
    const centre = period + settleBars(emaWeight(period));
    const range = atrPeriod + settleBars(1 / atrPeriod);
    return oneOf(indicator, output, {
      warmUp: (output === 'middle' ? period : Math.max(period, atrPeriod)) - 1,
      lookBack: Math.max(centre, range),
      series: (bars) => keltner(bars, period, multiplier, atrPeriod),
      stream: () => new KeltnerStream(period, multiplier, atrPeriod),
    });
  },
  donchian: (indicator) => {
    const { period, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => donchian(bars, period),
      stream: () => new DonchianStream(period),
    });
  },
  highest: (indicator) => windowed(indicator, highest, (period) => new HighestStream(period)),
  lowest: (indicator) => windowed(indicator, lowest, (period) => new LowestStream(period)),
  'heikin-ashi': (indicator) =>
    oneOf(indicator, indicator.output, {
      warmUp: 0,
      lookBack: settleBars(HEIKIN_ASHI_WEIGHT),
      series: heikinAshi,
      stream: () => new HeikinAshiStream(),
    }),
} satisfies SomePlans;
