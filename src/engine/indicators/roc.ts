import { newColumn, unknownColumn } from '../columns.ts';
import { fillWarmUp, inChunks, type ValueStream } from './indicator.ts';

/**
 * Rate of change in percent over `period` bars: `100 · (value − then) / then`. Warm-up: `period` bars. NaN when the
 * earlier value is zero or either is NaN.
 * Source: J. Murphy, Technical Analysis of the Financial Markets (1999), ch. 10.
 */
export const roc = (values: Float64Array, period: number): Float64Array => {
  const out = newColumn(values.length);
  fillWarmUp(out, 0, out.length, period);
  inChunks(period, values.length, (from, to) => compute(values, out, from, to, period));
  return out;
};

const compute = (values: Float64Array, out: Float64Array, from: number, to: number, period: number): void => {
  for (let index = from; index < to; index++)
    out[index] = changeInPercent(values[index - period] as number, values[index] as number);
};

/** Looked up once here: in a loop the engine takes several times as long over `Number.NaN`. */
const UNKNOWN = Number.NaN;

const changeInPercent = (then: number, now: number): number =>
  then === 0 ? UNKNOWN : (100 * (now - then)) / then;

/** `roc` one value at a time. */
export class RocStream implements ValueStream {
  private readonly ring: Float64Array;
  private at = 0;

  constructor(period: number) {
    this.ring = unknownColumn(period);
  }

  next(value: number): number {
    const then = this.ring[this.at] as number;
    this.ring[this.at] = value;
    this.at = this.at + 1 === this.ring.length ? 0 : this.at + 1;
    return changeInPercent(then, value);
  }
}
