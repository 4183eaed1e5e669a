import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { AtrStream, fillAtr } from './atr.ts';
import { fillBand, type Band } from './bollinger.ts';
import { EmaStream, fillEma } from './ema.ts';
import { inChunks } from './indicator.ts';

/**
 * Keltner channel in paise: the EMA of the close, and it plus and minus `multiplier` average true ranges.
 * Warm-up: `period − 1` bars for the middle, the longer of `period` and `atrPeriod` less one for the others.
 * Source: C. Keltner, How to Make Money in Commodities (1960), in L. Raschke's form with EMA and ATR.
 */
export const keltner = (
  bars: Bars,
  period: number,
  multiplier: number,
  atrPeriod: number,
): Band<Float64Array> => {
  const { close, length } = bars;
  const [upper, middle, lower] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  if (length > 0) fillEma(close, middle, 0, length, period);
  fillAtr(bars, lower, atrPeriod);
  inChunks(0, length, (start, end) => fillBand(lower, upper, middle, lower, multiplier, start, end));
  return { upper, middle, lower };
};

/** `keltner` one bar at a time. */
export class KeltnerStream {
  private readonly centre: EmaStream;
  private readonly range: AtrStream;
  private readonly multiplier: number;

  constructor(period: number, multiplier: number, atrPeriod: number) {
    this.centre = new EmaStream(period);
    this.range = new AtrStream(atrPeriod);
    this.multiplier = multiplier;
  }

  next(bar: Bar): Band<number> {
    const width = this.multiplier * this.range.next(bar);
    const middle = this.centre.next(bar.close);
    return { upper: middle + width, middle, lower: middle - width };
  }
}
