import { DemaStream, dema } from './dema.ts';
import { EmaStream, ema, emaWeight } from './ema.ts';
import { HmaStream, hma, hmaSmoothing } from './hma.ts';
import { settleBars } from './indicator.ts';
import { LinregStream, linreg } from './linreg.ts';
import { windowed, type SomePlans, single } from './plan.ts';
import { sourceColumn, sourceValue } from './price-source.ts';
import { SmaStream, sma } from './sma.ts';
import { TemaStream, tema } from './tema.ts';
import { VwapStream, vwap } from './vwap.ts';
import { VwmaStream, vwma } from './vwma.ts';
import { WmaStream, wma } from './wma.ts';

/**
 * Bars until nested exponential averages have forgotten where they started. `averages` is how many there are, one of
 * the other.
 */
const settledAfter = (period: number, averages: number): number =>
  averages * (period + settleBars(emaWeight(period)));

/** Averages of a price, and lines through it. */
export const averagePlans = {
  sma: (indicator) => windowed(indicator, sma, (period) => new SmaStream(period)),
  ema: (indicator) =>
    windowed(indicator, ema, (period) => new EmaStream(period), {
      lookBack: settledAfter(indicator.period, 1),
    }),
  wma: (indicator) => windowed(indicator, wma, (period) => new WmaStream(period)),
  dema: (indicator) =>
    windowed(indicator, dema, (period) => new DemaStream(period), {
      warmUp: 2 * (indicator.period - 1),
      lookBack: settledAfter(indicator.period, 2),
    }),
  tema: (indicator) =>
    windowed(indicator, tema, (period) => new TemaStream(period), {
      warmUp: 3 * (indicator.period - 1),
      lookBack: settledAfter(indicator.period, 3),
    }),
  hma: (indicator) => {
    const warmUp = indicator.period + hmaSmoothing(indicator.period) - 2;
    return windowed(indicator, hma, (period) => new HmaStream(period), { warmUp, lookBack: warmUp });
  },
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
  linreg: (indicator) => {
    const { output } = indicator;
    return windowed(
      indicator,
      (values, period) => linreg(values, period, output),
      (period) => new LinregStream(period, output),
    );
  },
} satisfies SomePlans;
