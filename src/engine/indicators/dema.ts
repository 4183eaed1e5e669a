import { EmaStream, ema } from './ema.ts';
import type { ValueStream } from './indicator.ts';

const combine = (first: number, second: number): number => 2 * first - second;

/**
 * Double exponential moving average: twice the EMA less the EMA of the EMA, in the unit of the values.
 * Warm-up: `2 · (period − 1)` bars.
 * Source: P. Mulloy, Smoothing Data with Faster Moving Averages, Stocks & Commodities 12:1 (1994).
 */
export const dema = (values: Float64Array, period: number): Float64Array => {
  const first = ema(values, period);
  const out = ema(first, period);
  for (let index = 0; index < out.length; index++)
    out[index] = combine(first[index] as number, out[index] as number);
  return out;
};

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
    return combine(first, this.second.next(first));
  }
}
