import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { HighestStream } from './highest.ts';
import { wholeBlocks } from './indicator.ts';
import { LowestStream } from './lowest.ts';
import { SmaStream, fillSma } from './sma.ts';
import { withWindows, type BlockWindow } from './window-maximum.ts';

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
  const { high, low, close, length } = bars;
  const [k, d] = newColumns(2, length) as [Float64Array, Float64Array];
  // The raw places are where %D will be in the end.
  withWindows(kPeriod, (newWindow) =>
    fillPlaces(close, high, low, d, 0, length, kPeriod, newWindow(1), newWindow(-1)),
  );
  smoothPlaces(k, d, 0, Math.min(kPeriod - 1, length), length, kSmoothing, dPeriod);
  return { k, d };
};

/** Fills `out` with the place of each value in the range of its window; inside warm-up of the range there is so far. */
export const fillPlaces = (
  values: Float64Array,
  highs: Float64Array,
  lows: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  top: BlockWindow,
  bottom: BlockWindow,
): boolean => {
  const size = wholeBlocks(period);
  const tops = new Float64Array(size);
  const bottoms = new Float64Array(size);
  for (let start = from; start < to; start += size) {
    const end = Math.min(start + size, to);
    if (!top.take(highs, start, end, tops, 0) || !bottom.take(lows, start, end, bottoms, 0)) return false;
    placeAll(values, out, start, end, bottoms, tops);
  }
  return true;
};

const placeAll = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  bottoms: Float64Array,
  tops: Float64Array,
): void => {
  for (let index = from, k = 0; index < to; index++, k++)
    out[index] = placeInRange(values[index] as number, bottoms[k] as number, tops[k] as number);
};

/** Turns the raw places of a run in `d`, known from `known` on, into %K and %D. */
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
