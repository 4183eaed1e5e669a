import { newColumn } from '../columns.ts';
import { newTail } from './block-tail.ts';
import { exactlyAtFirst, inChunks, type Kernel, type ValueStream } from './indicator.ts';

/** Factor that turns the spread of so many values into their variance. */
const shareOf = (count: number): number => 1 / (count * count);

/**
 * Standard deviation of a window's sums, never below zero. Where all values are equal, rounding can leave a hair less
 * than that.
 */
const deviation = (count: number, share: number, sum: number, squares: number): number =>
  Math.sqrt(Math.max(0, count * squares - sum * sum) * share);

/**
 * Most that two values of neighbouring pieces may differ, divided by four. Within this the sum of squares over a
 * window, times its length, is below 2⁵³ whatever value of a piece the distances are from.
 */
const mostDistance = (period: number): number => 2 ** 24 / period;

/**
 * Fill from whole numbers, of which running sums are exact; false at one that is not whole, or so far from the others that
 * sums of squares may not be. What is left of them is the same whatever value the distances are from, so each piece has
 * its own and sums its first window up anew.
 */
export const computeWholeStddev = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
): boolean => {
  const most = mostDistance(period);
  const share = shareOf(period);
  const first = Math.max(from - period, 0);
  const pivot = values[first] as number;
  let sum = 0;
  let squares = 0;
  for (let index = first; index < from; index++) {
    const distance = (values[index] as number) - pivot;
    if (Math.abs(distance) > most) return false;
    sum += distance;
    squares += distance * distance;
  }
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    const distance = value - pivot;
    if ((value | 0) !== value || Math.abs(distance) > most) return false;
    const gone = index < period ? 0 : (values[index - period] as number) - pivot;
    const step = distance - gone;
    sum += step;
    squares += step * (distance + gone);
    out[index] = Math.sqrt((period * squares - sum * sum) * share);
  }
  return true;
};

interface Sums {
  readonly tailSum: Float64Array;
  readonly tailSquares: Float64Array;
  pivot: number;
}

/** Fill whole blocks but for the last. Returns the sum of all distances. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sums: Sums,
): number => {
  const { tailSum, tailSquares } = sums;
  let { pivot } = sums;
  const share = shareOf(period);
  let all = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let sum = 0;
    let squares = 0;
    for (let index = start, k = 1; index < end; index++, k++) {
      const distance = (values[index] as number) - pivot;
      sum += distance;
      squares += distance * distance;
      const windowSum = sum + (tailSum[k] as number);
      out[index] = deviation(period, share, windowSum, squares + (tailSquares[k] as number));
    }
    all += sum;
    pivot = values[start] as number;
    sum = 0;
    squares = 0;
    for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
      const distance = (values[index] as number) - pivot;
      tailSum[k] = sum += distance;
      tailSquares[k] = squares += distance * distance;
    }
  }
  sums.pivot = pivot;
  return all;
};

export const fillStddev: Kernel = (values, out, from, to, period) => {
  const sums = {
    tailSum: newTail(period, 0),
    tailSquares: newTail(period, 0),
    pivot: values[from] as number,
  };
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += compute(values, out, start, end, period, sums);
    },
    period,
  );
  return all;
};

/**
 * Standard deviation of the last `period` values as a whole population. It is divided by `period`, as Bollinger does.
 * Warm-up: `period − 1` bars. Source: J. Bollinger, Bollinger on Bollinger Bands (2001), ch. 7.
 *
 * Running sums over whole numbers, else cut into blocks, as in `sma`. Squares are taken of the distance to the first
 * value of the finished block, not of the price itself: what cancels is then as small as the prices differ, and whole
 * paise stay exact.
 */
export const stddev = (values: Float64Array, period: number): Float64Array => {
  const out = newColumn(values.length);
  exactlyAtFirst(
    values,
    [out],
    period,
    (from, to) => computeWholeStddev(values, out, from, to, period),
    (from, to) => fillStddev(values, out, from, to, period),
  );
  return out;
};

/** `stddev` one value at a time. */
export class StddevStream implements ValueStream {
  private readonly share: number;
  private readonly block: Float64Array;
  private tailSum: Float64Array;
  private tailSquares: Float64Array;
  private pivot = Number.NaN;
  private sum = 0;
  private squares = 0;
  private filled = 0;

  constructor(period: number) {
    this.share = shareOf(period);
    this.block = new Float64Array(period);
    this.tailSum = newTail(period, 0);
    this.tailSquares = newTail(period, 0);
  }

  next(value: number): number {
    const { block } = this;
    const period = block.length;
    if (Number.isNaN(value)) {
      this.tailSum = newTail(period, 0);
      this.tailSquares = newTail(period, 0);
      this.pivot = Number.NaN;
      this.startBlock();
      return Number.NaN;
    }
    if (Number.isNaN(this.pivot)) this.pivot = value;
    const distance = value - this.pivot;
    block[this.filled] = value;
    this.sum += distance;
    this.squares += distance * distance;
    this.filled++;
    const sum = this.sum + (this.tailSum[this.filled] as number);
    const squares = this.squares + (this.tailSquares[this.filled] as number);
    if (this.filled === period) this.finishBlock();
    return deviation(period, this.share, sum, squares);
  }

  private startBlock(): void {
    this.sum = 0;
    this.squares = 0;
    this.filled = 0;
  }

  private finishBlock(): void {
    const { block, tailSum, tailSquares } = this;
    const pivot = block[0] as number;
    let sum = 0;
    let squares = 0;
    for (let k = block.length - 1; k >= 0; k--) {
      const distance = (block[k] as number) - pivot;
      tailSum[k] = sum += distance;
      tailSquares[k] = squares += distance * distance;
    }
    this.pivot = pivot;
    this.startBlock();
  }
}
