import type { Bar, Bars } from '../bars.ts';
import { HighestStream, highest } from './highest.ts';
import { LowestStream, lowest } from './lowest.ts';
import { SmaStream, sma } from './sma.ts';

export interface Stochastic<T> {
  readonly k: T;
  readonly d: T;
}

/** Where the close lies between low and high, 0–100; in a window without any range it is in the middle. */
export const placeInRange = (close: number, low: number, high: number): number =>
  high === low ? 50 : (100 * (close - low)) / (high - low);

/**
 * Slow stochastic, 0–100: the place of the close in the range of the last `kPeriod` bars, averaged over `kSmoothing`
 * bars (%K), and that averaged over `dPeriod` bars (%D). Warm-up: `kPeriod + kSmoothing − 2` bars for %K and
 * `dPeriod − 1` more for %D. Source: G. Lane, Stocks & Commodities 2:3 (1984).
 */
export const stochastic = (
  bars: Bars,
  kPeriod: number,
  kSmoothing: number,
  dPeriod: number,
): Stochastic<Float64Array> => {
  const top = highest(bars.high, kPeriod);
  const bottom = lowest(bars.low, kPeriod);
  const raw = new Float64Array(bars.length);
  for (let index = 0; index < bars.length; index++)
    raw[index] = placeInRange(bars.close[index] as number, bottom[index] as number, top[index] as number);
  const k = sma(raw, kSmoothing);
  return { k, d: sma(k, dPeriod) };
};

/** `stochastic` one bar at a time. */
export class StochasticStream {
  private readonly top: HighestStream;
  private readonly bottom: LowestStream;
  private readonly k: SmaStream;
  private readonly d: SmaStream;

  constructor(kPeriod: number, kSmoothing: number, dPeriod: number) {
    this.top = new HighestStream(kPeriod);
    this.bottom = new LowestStream(kPeriod);
    this.k = new SmaStream(kSmoothing);
    this.d = new SmaStream(dPeriod);
  }

  next(bar: Bar): Stochastic<number> {
    const k = this.k.next(placeInRange(bar.close, this.bottom.next(bar.low), this.top.next(bar.high)));
    return { k, d: this.d.next(k) };
  }
}
