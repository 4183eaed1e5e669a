import { EmaStream, emaWeight, startAt, type Average } from './ema.ts';
import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

const combine = (first: number, second: number, third: number): number => 3 * first - 3 * second + third;

/** All three averages in one pass, so that their steps overlap. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  weight: number,
  one: Average,
  two: Average,
  three: Average,
): void => {
  const keep = 1 - weight;
  const { start } = one;
  const { start: secondStart } = two;
  const { start: thirdStart } = three;
  let { distance } = one;
  let { distance: secondDistance } = two;
  let { distance: thirdDistance } = three;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    const first = start + distance;
    secondDistance = secondDistance * keep + (first - secondStart) * weight;
    const second = secondStart + secondDistance;
    thirdDistance = thirdDistance * keep + (second - thirdStart) * weight;
    out[index] = combine(first, second, thirdStart + thirdDistance);
  }
  one.distance = distance;
  two.distance = secondDistance;
  three.distance = thirdDistance;
};

/** Each average starts where the one before is known; what it was before that is not shown. */
const kernel: Kernel = (values, out, from, to, period) => {
  const one = { start: values[from] as number, distance: 0 };
  const two = { start: 0, distance: 0 };
  const three = { start: 0, distance: 0 };
  const phase = (start: number, end: number): void =>
    inChunks(start, Math.min(end, to), (a, b) =>
      compute(values, out, a, b, emaWeight(period), one, two, three),
    );
  const known = from + period;
  const secondKnown = known + period - 1;
  phase(from, known);
  startAt(two, one);
  phase(known, secondKnown);
  startAt(three, two);
  phase(secondKnown, to);
  fillWarmUp(out, from, to, 3 * (period - 1));
  return one.distance;
};

/**
 * Triple exponential moving average: `3 · EMA − 3 · EMA of EMA + EMA of EMA of EMA`, in the unit of the values.
 * Warm-up: `3 · (period − 1)` bars.
 * Source: P. Mulloy, Smoothing Data with Less Lag, Stocks & Commodities 12:2 (1994).
 */
export const tema = (values: Float64Array, period: number): Float64Array => overRuns(values, period, kernel);

/** `tema` one value at a time. */
export class TemaStream implements ValueStream {
  private readonly first: EmaStream;
  private readonly second: EmaStream;
  private readonly third: EmaStream;

  constructor(period: number) {
    this.first = new EmaStream(period);
    this.second = new EmaStream(period);
    this.third = new EmaStream(period);
  }

  next(value: number): number {
    const first = this.first.next(value);
    const second = this.second.next(first);
    return combine(first, second, this.third.next(second));
  }
}
