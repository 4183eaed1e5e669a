import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { AtrStream } from './atr.ts';
import type { Band } from './bollinger.ts';
import { EmaStream, emaWeight } from './ema.ts';
import { fillWarmUp, inChunks } from './indicator.ts';
import { closeBefore, widest } from './true-range.ts';

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
  const { length } = bars;
  const [upper, middle, lower] = newColumns(3, length) as [Float64Array, Float64Array, Float64Array];
  const band = { upper, middle, lower };
  const channel = { weight: emaWeight(period), multiplier, atrPeriod, distance: 0, ranges: 0 };
  const known = Math.min(atrPeriod, length);
  inChunks(0, known, (from, to) => compute(bars, band, from, to, 1, channel));
  inChunks(known, length, (from, to) => compute(bars, band, from, to, 1 - 1 / atrPeriod, channel));
  fillWarmUp(middle, 0, length, period - 1);
  for (const line of [upper, lower]) fillWarmUp(line, 0, length, Math.max(period, atrPeriod) - 1);
  return band;
};

/** The average's and the ranges' state. They are as in `ema` and `atr`; the ranges are summed. */
interface Channel {
  readonly weight: number;
  readonly multiplier: number;
  readonly atrPeriod: number;
  distance: number;
  ranges: number;
}

/** The steps of `ema` and `atr` in one pass: lines of their own would be written and read again. */
const compute = (
  { high, low, close }: Bars,
  { upper, middle, lower }: Band<Float64Array>,
  from: number,
  to: number,
  keepRanges: number,
  channel: Channel,
): void => {
  const { weight, multiplier, atrPeriod } = channel;
  const keep = 1 - weight;
  const start = close[0] as number;
  let { distance, ranges } = channel;
  let previousClose = closeBefore(low, close, from);
  for (let index = from; index < to; index++) {
    const price = close[index] as number;
    ranges = ranges * keepRanges + widest(high[index] as number, low[index] as number, previousClose);
    previousClose = price;
    distance = distance * keep + (price - start) * weight;
    const width = multiplier * (ranges / atrPeriod);
    const centre = start + distance;
    upper[index] = centre + width;
    middle[index] = centre;
    lower[index] = centre - width;
  }
  channel.distance = distance;
  channel.ranges = ranges;
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
