import { EmaStream, emaWeight, startAt, type Average } from './ema.ts';
import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** Both averages in one pass, so that their steps overlap. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  weight: number,
  one: Average,
  two: Average,
): void => {
  const keep = 1 - weight;
  const { start } = one;
  const { start: secondStart } = two;
  let { distance } = one;
  let { distance: secondDistance } = two;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    const first = start + distance;
    secondDistance = secondDistance * keep + (first - secondStart) * weight;
    out[index] = 2 * first - (secondStart + secondDistance);
  }
  one.distance = distance;
  two.distance = secondDistance;
};

/** The second average starts where the first is known; what it was before that is not shown. */
const kernel: Kernel = (values, out, from, to, period) => {
  const one = { start: values[from] as number, distance: 0 };
  const two = { start: 0, distance: 0 };
  const phase = (start: number, end: number): void =>
    inChunks(start, Math.min(end, to), (a, b) => compute(values, out, a, b, emaWeight(period), one, two));
  const known = from + period;
  phase(from, known);
  startAt(two, one);
  phase(known, to);
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
