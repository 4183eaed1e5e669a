import { EmaStream, ema } from './ema.ts';
import type { ValueStream } from './indicator.ts';

const combine = (first: number, second: number, third: number): number => 3 * first - 3 * second + third;

/**
 * Triple exponential moving average: `3 · EMA − 3 · EMA of EMA + EMA of EMA of EMA`, in the unit of the values.
 * Warm-up: `3 · (period − 1)` bars.
 * Source: P. Mulloy, Smoothing Data with Less Lag, Stocks & Commodities 12:2 (1994).
 */
export const tema = (values: Float64Array, period: number): Float64Array => {
  const first = ema(values, period);
  const second = ema(first, period);
  const out = ema(second, period);
  for (let index = 0; index < out.length; index++)
    out[index] = combine(first[index] as number, second[index] as number, out[index] as number);
  return out;
};

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
