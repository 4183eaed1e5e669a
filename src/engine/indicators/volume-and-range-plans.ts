import { AdStream, ad } from './ad.ts';
import { AtrStream, atr } from './atr.ts';
import { settleBars } from './indicator.ts';
import { MfiStream, mfi } from './mfi.ts';
import { ObvStream, obv } from './obv.ts';
import { windowed, type SomePlans, single } from './plan.ts';
import { StddevStream, stddev } from './stddev.ts';
import { TrueRangeStream, trueRange } from './true-range.ts';

/** Weights by volume, and ranges of prices in paise. */
export const volumeAndRangePlans = {
  mfi: (indicator) => {
    const { period } = indicator;
    return single(indicator, {
      warmUp: period,
      lookBack: period,
      series: (bars) => mfi(bars, period),
      stream: () => new MfiStream(period),
    });
  },
  // Running totals depend on their start for ever, their changes on no bar earlier than the one before.
  obv: (indicator) =>
    single(indicator, { warmUp: 0, lookBack: 1, series: obv, stream: () => new ObvStream() }),
  ad: (indicator) => single(indicator, { warmUp: 0, lookBack: 0, series: ad, stream: () => new AdStream() }),
  atr: (indicator) => {
    const { period } = indicator;
    return single(indicator, {
      warmUp: period - 1,
      lookBack: period + settleBars(1 / period),
      series: (bars) => atr(bars, period),
      stream: () => new AtrStream(period),
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
  stddev: (indicator) => windowed(indicator, stddev, (period) => new StddevStream(period)),
} satisfies SomePlans;
