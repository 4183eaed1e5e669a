import { EmaStream, emaWeight } from './ema.ts';
import { fillWarmUp, overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** Both averages in one pass, so that their steps overlap. The second starts where the first is known. */
const kernel: Kernel = (values, out, from, to, period) => {
  const weight = emaWeight(period);
  const keep = 1 - weight;
  const start = values[from] as number;
  const known = from + period - 1;
  let distance = 0;
  let secondStart = 0;
  let secondDistance = 0;
  for (let index = from; index < to; index++) {
    distance = distance * keep + ((values[index] as number) - start) * weight;
    if (index < known) continue;
    const first = start + distance;
    if (index === known) secondStart = first;
    secondDistance = secondDistance * keep + (first - secondStart) * weight;
    out[index] = 2 * first - (secondStart + secondDistance);
  }
  fillWarmUp(out, from, to, 2 * (period - 1));
  return distance;
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
