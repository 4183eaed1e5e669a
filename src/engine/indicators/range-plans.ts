import { AtrStream, atr } from './atr.ts';
import { BollingerStream, bollinger } from './bollinger.ts';
import { DonchianStream, donchian } from './donchian.ts';
import { emaWeight } from './ema.ts';
import { HighestStream, highest } from './highest.ts';
import { settleBars } from './indicator.ts';
import { KeltnerStream, keltner } from './keltner.ts';
import { LowestStream, lowest } from './lowest.ts';
import { fromValues, oneOf, single, windowed, type SomePlans } from './plan.ts';
import { sourceColumn } from './price-source.ts';
import { StddevStream, stddev } from './stddev.ts';
import { TrueRangeStream, trueRange } from './true-range.ts';

/** How far prices range, and the channels made of it; all in paise. */
export const rangePlans = {
  stddev: (indicator) => windowed(indicator, stddev, (period) => new StddevStream(period)),
  highest: (indicator) => windowed(indicator, highest, (period) => new HighestStream(period)),
  lowest: (indicator) => windowed(indicator, lowest, (period) => new LowestStream(period)),
  bollinger: (indicator) => {
    const { period, deviations, source, output } = indicator;
    return oneOf(indicator, output, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => bollinger(sourceColumn(bars, source), period, deviations),
      stream: () => fromValues(new BollingerStream(period, deviations), source),
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
  'true-range': (indicator) =>
    single(indicator, {
      warmUp: 0,
      // The first bar's range leaves out a gap that a bar before it would show.
      lookBack: 1,
      series: trueRange,
      stream: () => new TrueRangeStream(),
    }),
  atr: (indicator) => {
    const { period } = indicator;
    return single(indicator, {
      warmUp: period - 1,
      lookBack: period + settleBars(1 / period),
      series: (bars) => atr(bars, period),
      stream: () => new AtrStream(period),
    });
  },
} satisfies SomePlans;
