import { newColumn } from '../columns.ts';
import { newTail } from './block-tail.ts';
import { exactlyAtFirst, inChunks, isSmallWhole, type ValueStream } from './indicator.ts';

/** Reading of the line: its height at the newest bar, or its rise a bar. */
export type LinregOutput = 'value' | 'slope';

/**
 * Factors of a reading from a window's plain and weighted sums. It is `(ofWeighted · weighted − ofSum · sum) /
 * divisor`, with weights of 1 (oldest) to `period` (newest). Whole prices stay whole up to the division, so a flat line
 * reads exactly flat.
 */
interface Reading {
  readonly ofWeighted: number;
  readonly ofSum: number;
  readonly divisor: number;
}

const readingOf = (output: LinregOutput, period: number): Reading =>
  output === 'value'
    ? { ofWeighted: 6, ofSum: 2 * (period + 1), divisor: period * (period + 1) }
    : // One value alone has a line without a slope: nothing over one.
      { ofWeighted: 12, ofSum: 6 * (period + 1), divisor: Math.max(1, period * (period * period - 1)) };

/** Running sums of whole numbers; each is exact. */
interface Running {
  sum: number;
  weighted: number;
}

/** Whole numbers only, as in `wma`. False at the first that is not. */
const computeWhole = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  { ofWeighted, ofSum, divisor }: Reading,
  running: Running,
): boolean => {
  let { sum, weighted } = running;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (!isSmallWhole(value)) return false;
    weighted += period * value - sum;
    sum += index < period ? value : value - (values[index - period] as number);
    out[index] = (ofWeighted * weighted - ofSum * sum) / divisor;
  }
  running.sum = sum;
  running.weighted = weighted;
  return true;
};

/** Fill whole blocks but for the last. Returns the sum of all. */
const compute = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  { ofWeighted, ofSum, divisor }: Reading,
  tailSum: Float64Array,
  tailWeighted: Float64Array,
): number => {
  let all = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let sum = 0;
    let weighted = 0;
    for (let index = start, k = 1; index < end; index++, k++) {
      const value = values[index] as number;
      sum += value;
      weighted += k * value;
      const windowSum = sum + (tailSum[k] as number);
      const windowWeighted = (tailWeighted[k] as number) + (weighted + (period - k) * sum);
      out[index] = (ofWeighted * windowWeighted - ofSum * windowSum) / divisor;
    }
    all += sum;
    sum = 0;
    weighted = 0;
    for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
      tailSum[k] = sum += values[index] as number;
      tailWeighted[k] = weighted += sum;
    }
  }
  return all;
};

/**
 * Linear regression: the straight line with the least squares through the last `period` values against their bars;
 * its height at the newest bar in the unit of the values, or its slope in that unit a bar. Warm-up: `period − 1`.
 * Source: C. F. Gauss, Theoria Motus (1809); as an indicator in T. Chande and S. Kroll, The New Technical Trader
 * (1994). Running sums over whole numbers, else cut into blocks, as in `wma`.
 */
export const linreg = (values: Float64Array, period: number, output: LinregOutput): Float64Array => {
  const reading = readingOf(output, period);
  const out = newColumn(values.length);
  const running = { sum: 0, weighted: 0 };
  exactlyAtFirst(
    values,
    [out],
    period,
    (from, to) => computeWhole(values, out, from, to, period, reading, running),
    (from, to) => fillLinreg(values, out, from, to, period, reading),
  );
  return out;
};

const fillLinreg = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  reading: Reading,
): number => {
  const tailSum = newTail(period, 0);
  const tailWeighted = newTail(period, 0);
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += compute(values, out, start, end, period, reading, tailSum, tailWeighted);
    },
    period,
  );
  return all;
};

/** `linreg` one value at a time. */
export class LinregStream implements ValueStream {
  private readonly reading: Reading;
  private readonly block: Float64Array;
  private tailSum: Float64Array;
  private tailWeighted: Float64Array;
  private sum = 0;
  private weighted = 0;
  private filled = 0;

  constructor(period: number, output: LinregOutput) {
    this.reading = readingOf(output, period);
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
    const { ofWeighted, ofSum, divisor } = this.reading;
    return (ofWeighted * weighted - ofSum * sum) / divisor;
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
