import { newTail } from './block-tail.ts';
import { overRuns, type Kernel, type ValueStream } from './indicator.ts';

/** What is read off the line: its height at the newest bar, or its rise a bar. */
export type LinregOutput = 'value' | 'slope';

/**
 * How the plain sum of a window and its sum weighted 1 (oldest) to `period` (newest) make the slope of the line, and
 * how slope and mean make its height at the newest bar. One value alone has a line without a slope.
 */
const slopeOf = (period: number, sum: number, weighted: number): number =>
  period === 1 ? 0 : (12 * weighted - 6 * (period + 1) * sum) / (period * (period * period - 1));

const valueOf = (period: number, sum: number, weighted: number): number =>
  sum / period + (slopeOf(period, sum, weighted) * (period - 1)) / 2;

const kernelOf =
  (read: (period: number, sum: number, weighted: number) => number): Kernel =>
  (values, out, from, to, period) => {
    const tailSum = newTail(period, 0);
    const tailWeighted = newTail(period, 0);
    for (let start = from; start < to; start += period) {
      const end = Math.min(start + period, to);
      let sum = 0;
      let weighted = 0;
      for (let index = start, k = 1; index < end; index++, k++) {
        const value = values[index] as number;
        sum += value;
        weighted += k * value;
        out[index] = read(
          period,
          sum + (tailSum[k] as number),
          (tailWeighted[k] as number) + (weighted + (period - k) * sum),
        );
      }
      sum = 0;
      weighted = 0;
      for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
        tailSum[k] = sum += values[index] as number;
        tailWeighted[k] = weighted += sum;
      }
    }
  };

const READ = { value: valueOf, slope: slopeOf } as const;

/**
 * Linear regression: the straight line with the least squares through the last `period` values against their bars;
 * its height at the newest bar in the unit of the values, or its slope in that unit a bar. Warm-up: `period − 1`.
 * Source: C. F. Gauss, Theoria Motus (1809); as an indicator in T. Chande and S. Kroll, The New Technical Trader
 * (1994). Cut into blocks as in `wma`.
 */
export const linreg = (values: Float64Array, period: number, output: LinregOutput): Float64Array =>
  overRuns(values, period, kernelOf(READ[output]));

/** `linreg` one value at a time. */
export class LinregStream implements ValueStream {
  private readonly read: (period: number, sum: number, weighted: number) => number;
  private readonly block: Float64Array;
  private tailSum: Float64Array;
  private tailWeighted: Float64Array;
  private sum = 0;
  private weighted = 0;
  private filled = 0;

  constructor(period: number, output: LinregOutput) {
    this.read = READ[output];
    this.block = new Float64Array(period);
    this.tailSum = newTail(period, 0);
    this.tailWeighted = newTail(period, 0);
  }

  next(value: number): number {
    const { block } = this;
    const period = block.length;
    if (Number.isNaN(value)) {
      this.tailSum = newTail(period, 0);
      this.tailWeighted = newTail(period, 0);
      this.startBlock();
      return Number.NaN;
    }
    block[this.filled] = value;
    this.filled++;
    this.sum += value;
    this.weighted += this.filled * value;
    const sum = this.sum + (this.tailSum[this.filled] as number);
    const head = this.weighted + (period - this.filled) * this.sum;
    const weighted = (this.tailWeighted[this.filled] as number) + head;
    if (this.filled === period) this.finishBlock();
    return this.read(period, sum, weighted);
  }

  private startBlock(): void {
    this.sum = 0;
    this.weighted = 0;
    this.filled = 0;
  }

  private finishBlock(): void {
    const { block, tailSum, tailWeighted } = this;
    let sum = 0;
    let weighted = 0;
    for (let k = block.length - 1; k >= 0; k--) {
      tailSum[k] = sum += block[k] as number;
      tailWeighted[k] = weighted += sum;
    }
    this.startBlock();
  }
}
