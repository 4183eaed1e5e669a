import { eachRun, unknownColumn, type ValueStream } from './indicator.ts';

/** Rounding can leave a hair below zero where the values are all equal. */
const deviation = (count: number, sum: number, squares: number): number =>
  Math.sqrt(Math.max(0, count * squares - sum * sum)) / count;

/**
 * Standard deviation of the last `period` values as a whole population (divided by `period`, as Bollinger does).
 * Warm-up: `period − 1` bars. Source: J. Bollinger, Bollinger on Bollinger Bands (2001), ch. 7.
 *
 * Cut into blocks as in `sma`. Squares are taken of the distance to the first value of the finished block, not of the
 * price itself: what cancels is then as small as the prices differ, and whole paise stay exact.
 */
export const stddev = (values: Float64Array, period: number): Float64Array => {
  const out = unknownColumn(values.length);
  const tailSum = new Float64Array(period + 1);
  const tailSquares = new Float64Array(period + 1);
  eachRun(values, (from, to) => {
    let pivot = values[from] as number;
    let sum = 0;
    let squares = 0;
    let filled = 0;
    const first = from + period - 1;
    for (let index = from; index < to; index++) {
      const distance = (values[index] as number) - pivot;
      sum += distance;
      squares += distance * distance;
      filled++;
      if (index >= first)
        out[index] = deviation(
          period,
          sum + (tailSum[filled] as number),
          squares + (tailSquares[filled] as number),
        );
      if (filled < period) continue;
      pivot = values[index - period + 1] as number;
      sum = 0;
      squares = 0;
      for (let k = period - 1, at = index; k >= 0; k--, at--) {
        const away = (values[at] as number) - pivot;
        tailSum[k] = sum += away;
        tailSquares[k] = squares += away * away;
      }
      sum = 0;
      squares = 0;
      filled = 0;
    }
  });
  return out;
};

/** `stddev` one value at a time. */
export class StddevStream implements ValueStream {
  private readonly block: Float64Array;
  private readonly tailSum: Float64Array;
  private readonly tailSquares: Float64Array;
  private pivot = Number.NaN;
  private sum = 0;
  private squares = 0;
  private filled = 0;
  private isWarm = false;

  constructor(period: number) {
    this.block = new Float64Array(period);
    this.tailSum = new Float64Array(period + 1);
    this.tailSquares = new Float64Array(period + 1);
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
      const away = (block[k] as number) - pivot;
      tailSum[k] = sum += away;
      tailSquares[k] = squares += away * away;
    }
    this.pivot = pivot;
    this.startBlock();
  }

  next(value: number): number {
    if (Number.isNaN(value)) {
      this.startBlock();
      this.pivot = Number.NaN;
      this.isWarm = false;
      return Number.NaN;
    }
    const { block, tailSum, tailSquares } = this;
    const period = block.length;
    if (Number.isNaN(this.pivot)) this.pivot = value;
    const distance = value - this.pivot;
    block[this.filled] = value;
    this.sum += distance;
    this.squares += distance * distance;
    this.filled++;
    this.isWarm ||= this.filled === period;
    const sum = this.sum + (tailSum[this.filled] as number);
    const squares = this.squares + (tailSquares[this.filled] as number);
    if (this.filled === period) this.finishBlock();
    return this.isWarm ? deviation(period, sum, squares) : Number.NaN;
  }
}
