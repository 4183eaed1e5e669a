import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { HighestStream } from './highest.ts';
import { LowestStream } from './lowest.ts';
import { SmaStream, fillSma } from './sma.ts';
import { fillPlaces, placeInRange } from './window-range.ts';

export interface Stochastic<T> {
  readonly k: T;
  readonly d: T;
}

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
  const { high, low, close, length } = bars;
  const [k, d] = newColumns(2, length) as [Float64Array, Float64Array];
  // The raw places are where %D will be in the end.
  fillPlaces(close, high, low, d, 0, length, kPeriod, 0);
  smoothPlaces(k, d, 0, Math.min(kPeriod - 1, length), length, kSmoothing, dPeriod);
  return { k, d };
};

/** Turn a run's raw places into %K and %D. They stand in `d`, known from `known` on. */
export const smoothPlaces = (
  k: Float64Array,
  d: Float64Array,
  from: number,
  known: number,
  to: number,
  kSmoothing: number,
  dPeriod: number,
): void => {
  if (kSmoothing > 1) fillSma(d, k, known, to, kSmoothing);
  else k.set(d.subarray(known, to), known);
  const smoothed = Math.min(known + kSmoothing - 1, to);
  k.fill(Number.NaN, from, smoothed);
  d.fill(Number.NaN, from, smoothed);
  fillSma(k, d, smoothed, to, dPeriod);
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
