import { SmaStream, sma } from './sma.ts';
import { StddevStream, stddev } from './stddev.ts';

/** An upper and a lower line around a middle one. */
export interface Band<T> {
  readonly upper: T;
  readonly middle: T;
  readonly lower: T;
}

/**
 * Bollinger bands: the simple moving average, and it plus and minus so many population standard deviations of the
 * same window. Warm-up: `period − 1` bars. Source: J. Bollinger, Bollinger on Bollinger Bands (2001), ch. 7.
 */
export const bollinger = (values: Float64Array, period: number, deviations: number): Band<Float64Array> => {
  const middle = sma(values, period);
  const spread = stddev(values, period);
  const upper = new Float64Array(values.length);
  const lower = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const width = deviations * (spread[index] as number);
    upper[index] = (middle[index] as number) + width;
    lower[index] = (middle[index] as number) - width;
  }
  return { upper, middle, lower };
};

/** `bollinger` one value at a time. */
export class BollingerStream {
  private readonly mean: SmaStream;
  private readonly spread: StddevStream;
  private readonly deviations: number;

  constructor(period: number, deviations: number) {
    this.mean = new SmaStream(period);
    this.spread = new StddevStream(period);
    this.deviations = deviations;
  }

  next(value: number): Band<number> {
    const middle = this.mean.next(value);
    const width = this.deviations * this.spread.next(value);
    return { upper: middle + width, middle, lower: middle - width };
  }
}
