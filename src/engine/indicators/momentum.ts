import { newColumn, unknownColumn } from '../columns.ts';
import { fillWarmUp, inChunks, type ValueStream } from './indicator.ts';

/**
 * Momentum: the value less the value `period` bars ago, in its unit. Warm-up: `period` bars. NaN when either is NaN.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 10.
 */
export const momentum = (values: Float64Array, period: number): Float64Array => {
  const out = newColumn(values.length);
  fillWarmUp(out, 0, out.length, period);
  inChunks(period, values.length, (from, to) => compute(values, out, from, to, period));
  return out;
};

const compute = (values: Float64Array, out: Float64Array, from: number, to: number, period: number): void => {
  for (let index = from; index < to; index++)
    out[index] = (values[index] as number) - (values[index - period] as number);
};

/** `momentum` one value at a time. */
export class MomentumStream implements ValueStream {
  private readonly ring: Float64Array;
  private at = 0;

  constructor(period: number) {
    this.ring = unknownColumn(period);
  }

  next(value: number): number {
    const then = this.ring[this.at] as number;
    this.ring[this.at] = value;
    this.at = this.at + 1 === this.ring.length ? 0 : this.at + 1;
    return value - then;
  }
}
