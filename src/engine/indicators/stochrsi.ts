import { newColumns } from '../columns.ts';
import { HighestStream } from './highest.ts';
import { fillRuns, inChunks } from './indicator.ts';
import { LowestStream } from './lowest.ts';
import { RsiStream, fillRsi } from './rsi.ts';
import { SmaStream } from './sma.ts';
import { smoothPlaces, type Stochastic } from './stochastic.ts';
import { fillPlaces, placeInRange } from './window-range.ts';

/**
 * Added and subtracted, it rounds a strength to the binary place 2⁻⁴⁵. That is the last one of the numbers from 128 to
 * 256. A strength's own places are no better than that above 64; and the sum of two such strengths is exact, which
 * finding their range needs.
 */
const COARSE = 128;

const coarse = (strength: number): number => strength + COARSE - COARSE;

const coarsen = (strengths: Float64Array, from: number, to: number): void => {
  for (let index = from; index < to; index++) strengths[index] = coarse(strengths[index] as number);
};

/**
 * Stochastic RSI, 0–100: the place of the RSI in its own range of the last `kPeriod` bars, averaged over `kSmoothing`
 * bars (%K), and that averaged over `dPeriod` bars (%D). An RSI that did not move is in the middle.
 * Warm-up: `period + kPeriod + kSmoothing − 2` bars for %K and `dPeriod − 1` more for %D.
 * Source: T. Chande and S. Kroll, The New Technical Trader (1994), ch. 2; there without smoothing and from 0 to 1.
 */
export const stochrsi = (
  values: Float64Array,
  period: number,
  kPeriod: number,
  kSmoothing: number,
  dPeriod: number,
): Stochastic<Float64Array> => {
  const outs = newColumns(2, values.length) as [Float64Array, Float64Array];
  const [k, d] = outs;
  fillRuns(values, outs, (from, to) => {
    const taken = fillRsi(values, d, from, to, period);
    const strong = Math.min(from + period, to);
    inChunks(strong, to, (start, end) => coarsen(d, start, end));
    fillPlaces(d, d, d, d, strong, to, kPeriod, 0);
    const known = Math.min(strong + kPeriod - 1, to);
    smoothPlaces(k, d, from, known, to, kSmoothing, dPeriod);
    return taken;
  });
  return { k, d };
};

/** `stochrsi` one value at a time. */
export class StochrsiStream {
  private readonly strength: RsiStream;
  private readonly top: HighestStream;
  private readonly bottom: LowestStream;
  private readonly k: SmaStream;
  private readonly d: SmaStream;

  constructor(period: number, kPeriod: number, kSmoothing: number, dPeriod: number) {
    this.strength = new RsiStream(period);
    this.top = new HighestStream(kPeriod);
    this.bottom = new LowestStream(kPeriod);
    this.k = new SmaStream(kSmoothing);
    this.d = new SmaStream(dPeriod);
  }

  next(value: number): Stochastic<number> {
    const strength = coarse(this.strength.next(value));
    const k = this.k.next(placeInRange(strength, this.bottom.next(strength), this.top.next(strength)));
    return { k, d: this.d.next(k) };
  }
}
