import { newColumns } from '../columns.ts';
import { exactlyAtFirst, inChunks } from './indicator.ts';
import { SmaStream, fillSma, computeWholeSma } from './sma.ts';
import { StddevStream, fillStddev, computeWholeStddev } from './stddev.ts';

/** An upper and a lower line around a middle one. */
export interface Band<T> {
  readonly upper: T;
  readonly middle: T;
  readonly lower: T;
}

/** Fill the upper and the lower line, `multiplier` widths from the middle. `widths` may be one of them. */
export const fillBand = (
  widths: Float64Array,
  upper: Float64Array,
  middle: Float64Array,
  lower: Float64Array,
  multiplier: number,
  from: number,
  to: number,
): void => {
  for (let index = from; index < to; index++) {
    const width = multiplier * (widths[index] as number);
    const centre = middle[index] as number;
    upper[index] = centre + width;
    lower[index] = centre - width;
  }
};

/**
 * Bollinger bands: the simple moving average, and it plus and minus so many population standard deviations of the
 * same window. Warm-up: `period − 1` bars. Source: J. Bollinger, Bollinger on Bollinger Bands (2001), ch. 7.
 */
export const bollinger = (values: Float64Array, period: number, deviations: number): Band<Float64Array> => {
  const outs = newColumns(3, values.length) as [Float64Array, Float64Array, Float64Array];
  const [upper, middle, lower] = outs;
  const running = { sum: 0 };
  const computeWhole = (from: number, to: number): boolean => {
    if (!computeWholeSma(values, middle, from, to, period, running)) return false;
    if (!computeWholeStddev(values, upper, from, to, period)) return false;
    fillBand(upper, upper, middle, lower, deviations, from, to);
    return true;
  };
  exactlyAtFirst(values, outs, period, computeWhole, (from, to) => {
    const taken = fillSma(values, middle, from, to, period);
    fillStddev(values, upper, from, to, period);
    inChunks(from, to, (start, end) => fillBand(upper, upper, middle, lower, deviations, start, end));
    return taken;
  });
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
