import { EmaStream, emaWeight, type Average } from './ema.ts';
import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** Both averages in one pass, so that their steps overlap. The second starts at `known`, where the first is. */
const take = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  weight: number,
  known: number,
  one: Average,
  two: Average,
): void => {
  const keep = 1 - weight;
  const { start } = one;
  let { distance } = one;
  let { start: secondStart, distance: secondDistance } = two;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    if (index < known) continue;
    const first = start + distance;
    if (index === known) secondStart = first;
    secondDistance = secondDistance * keep + (first - secondStart) * weight;
    out[index] = 2 * first - (secondStart + secondDistance);
  }
  one.distance = distance;
  two.start = secondStart;
  two.distance = secondDistance;
};

const kernel: Kernel = (values, out, from, to, period) => {
  const one = { start: values[from] as number, distance: 0 };
  const two = { start: 0, distance: 0 };
  const known = from + period - 1;
  inChunks(from, to, (start, end) => take(values, out, start, end, emaWeight(period), known, one, two));
  fillWarmUp(out, from, to, 2 * (period - 1));
  return one.distance;
};

/**
 * Double exponential moving average: twice the EMA less the EMA of the EMA, in the unit of the values.
 * Warm-up: `2 · (period − 1)` bars.
 * Source: P. Mulloy, Smoothing Data with Faster Moving Averages, Stocks & Commodities 12:1 (1994).
 */
export const dema = (values: Float64Array, period: number): Float64Array => overRuns(values, period, kernel);

/** `dema` one value at a time. */
export class DemaStream implements ValueStream {
  private readonly first: EmaStream;
  private readonly second: EmaStream;

  constructor(period: number) {
    this.first = new EmaStream(period);
    this.second = new EmaStream(period);
  }

  next(value: number): number {
    const first = this.first.next(value);
    return 2 * first - this.second.next(first);
  }
}
