import { AdStream, ad } from './ad.ts';
import { MfiStream, mfi } from './mfi.ts';
import { ObvStream, obv } from './obv.ts';
import { single, type SomePlans } from './plan.ts';
import { sourceColumn, sourceValue } from './price-source.ts';
import { VwapStream, vwap } from './vwap.ts';
import { VwmaStream, vwma } from './vwma.ts';

/** What is weighed by volume: nothing here means anything for a series without volume. */
export const volumePlans = {
  vwma: (indicator) => {
    const { period, source } = indicator;
    return single(indicator, {
      warmUp: period - 1,
      lookBack: period - 1,
      series: (bars) => vwma(sourceColumn(bars, source), bars.volume, period),
      stream: () => {
        const stream = new VwmaStream(period);
        return { next: (bar) => stream.next(sourceValue(bar, source), bar.volume) };
      },
    });
  },
  vwap: (indicator, sessionBars) =>
    single(indicator, { warmUp: 0, lookBack: sessionBars, series: vwap, stream: () => new VwapStream() }),
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
} satisfies SomePlans;
