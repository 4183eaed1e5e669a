import { EmaStream, emaWeight } from './ema.ts';
import { fillWarmUp, overRuns, type Kernel, type ValueStream } from './indicator.ts';

const combine = (first: number, second: number, third: number): number => 3 * first - 3 * second + third;

/** All three averages in one pass, so that their steps overlap. Each starts where the one before is known. */
const kernel: Kernel = (values, out, from, to, period) => {
  const weight = emaWeight(period);
  const keep = 1 - weight;
  const start = values[from] as number;
  const known = from + period - 1;
  const secondKnown = known + period - 1;
  let distance = 0;
  let secondStart = 0;
  let secondDistance = 0;
  let thirdStart = 0;
  let thirdDistance = 0;
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
  fillWarmUp(out, from, to, 3 * (period - 1));
  return distance;
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
