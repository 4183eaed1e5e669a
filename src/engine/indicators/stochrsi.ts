import { HighestStream, highest } from './highest.ts';
import { LowestStream, lowest } from './lowest.ts';
import { RsiStream, rsi } from './rsi.ts';
import { SmaStream, sma } from './sma.ts';
import { placeInRange, type Stochastic } from './stochastic.ts';

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
  const strength = rsi(values, period);
  const top = highest(strength, kPeriod);
  const raw = lowest(strength, kPeriod);
  for (let index = 0; index < raw.length; index++)
    raw[index] = placeInRange(strength[index] as number, raw[index] as number, top[index] as number);
  const k = sma(raw, kSmoothing);
  return { k, d: sma(k, dPeriod) };
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
    const strength = this.strength.next(value);
    const k = this.k.next(placeInRange(strength, this.bottom.next(strength), this.top.next(strength)));
    return { k, d: this.d.next(k) };
  }
}
