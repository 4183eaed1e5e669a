import { EmaStream, emaWeight, type Average } from './ema.ts';
import { fillWarmUp, inChunks, overRuns, type Kernel, type ValueStream } from './indicator.ts';

const combine = (first: number, second: number, third: number): number => 3 * first - 3 * second + third;

/** All three averages in one pass, so that their steps overlap. Each starts where the one before is known. */
const take = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  weight: number,
  known: number,
  secondKnown: number,
  [one, two, three]: readonly [Average, Average, Average],
): void => {
  const keep = 1 - weight;
  const { start } = one;
  let { distance } = one;
  let { start: secondStart, distance: secondDistance } = two;
  let { start: thirdStart, distance: thirdDistance } = three;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    if (index < known) continue;
    const first = start + distance;
    if (index === known) secondStart = first;
    secondDistance = secondDistance * keep + (first - secondStart) * weight;
    if (index < secondKnown) continue;
    const second = secondStart + secondDistance;
    if (index === secondKnown) thirdStart = second;
    thirdDistance = thirdDistance * keep + (second - thirdStart) * weight;
    out[index] = combine(first, second, thirdStart + thirdDistance);
  }
  one.distance = distance;
  two.start = secondStart;
  two.distance = secondDistance;
  three.start = thirdStart;
  three.distance = thirdDistance;
};

const kernel: Kernel = (values, out, from, to, period) => {
  const one = { start: values[from] as number, distance: 0 };
  const averages = [one, { start: 0, distance: 0 }, { start: 0, distance: 0 }] as const;
  const known = from + period - 1;
  inChunks(from, to, (start, end) =>
    take(values, out, start, end, emaWeight(period), known, known + period - 1, averages),
  );
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
