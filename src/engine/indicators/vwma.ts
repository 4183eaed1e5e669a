import { newColumn } from '../columns.ts';
import { fillRuns, fillWarmUp, inChunks, whileTrue } from './indicator.ts';
import { newTail } from './block-tail.ts';

/** Fill whole blocks but for the last. Returns the sum of all that was paid. */
const compute = (
  values: Float64Array,
  volume: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  tailPaid: Float64Array,
  tailTraded: Float64Array,
): number => {
  let all = 0;
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let paid = 0;
    let traded = 0;
    for (let index = start, k = 1; index < end; index++, k++) {
      const shares = volume[index] as number;
      paid += (values[index] as number) * shares;
      traded += shares;
      out[index] = (paid + (tailPaid[k] as number)) / (traded + (tailTraded[k] as number));
    }
    all += paid;
    paid = 0;
    traded = 0;
    for (let k = end - start - 1, index = end - 1; k >= 0; k--, index--) {
      const shares = volume[index] as number;
      tailPaid[k] = paid += (values[index] as number) * shares;
      tailTraded[k] = traded += shares;
    }
  }
  return all;
};

/** In blocks, over a run of numbers; returns a NaN when there is one among them. */
const fillBlocks = (
  values: Float64Array,
  volume: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
): number => {
  const tailPaid = newTail(period, 0);
  const tailTraded = newTail(period, 0);
  let all = 0;
  inChunks(
    from,
    to,
    (start, end) => {
      all += compute(values, volume, out, start, end, period, tailPaid, tailTraded);
    },
    period,
  );
  return all;
};

/** State of running sums of whole numbers; each is exact. */
interface RunningSums {
  paid: number;
  traded: number;
}

/** Up to here sums of whole numbers are exact. */
const MOST_PAID = Number.MAX_SAFE_INTEGER;

/** Whole numbers only, none of them negative, as in `sma`. False at the first that is not, or at too large a sum. */
const computeWhole = (
  values: Float64Array,
  volume: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  sums: RunningSums,
): boolean => {
  let { paid, traded } = sums;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    const shares = volume[index] as number;
    if (value >>> 0 !== value || shares >>> 0 !== shares) return false;
    const isFull = index >= period;
    const left = isFull ? (volume[index - period] as number) : 0;
    paid += value * shares - (isFull ? (values[index - period] as number) * left : 0);
    traded += shares - left;
    if (paid > MOST_PAID) return false;
    out[index] = paid / traded;
  }
  sums.paid = paid;
  sums.traded = traded;
  return true;
};

/**
 * Volume weighted moving average: values × volume over volume, both of the last `period` bars; in the unit of the
 * values. NaN over a window in which nothing was traded. Warm-up: `period − 1` bars.
 * Source: K. Calhoun, Volume-Weighted Moving Averages, Stocks & Commodities (2008). Running sums over whole numbers,
 * else cut into blocks, as in `sma`.
 */
export const vwma = (values: Float64Array, volume: Float64Array, period: number): Float64Array => {
  const { length } = values;
  const out = newColumn(length);
  const sums = { paid: 0, traded: 0 };
  if (whileTrue(0, length, (from, to) => computeWhole(values, volume, out, from, to, period, sums)))
    fillWarmUp(out, 0, length, period - 1);
  else fillRuns(values, [out], (from, to) => fillBlocks(values, volume, out, from, to, period));
  return out;
};

/** `vwma` one bar at a time. */
export class VwmaStream {
  private readonly paid: Float64Array;
  private readonly traded: Float64Array;
  private tailPaid: Float64Array;
  private tailTraded: Float64Array;
  private headPaid = 0;
  private headTraded = 0;
  private filled = 0;

  constructor(period: number) {
    this.paid = new Float64Array(period);
    this.traded = new Float64Array(period);
    this.tailPaid = newTail(period, 0);
    this.tailTraded = newTail(period, 0);
  }

  /** The result at the next value and its volume in shares; NaN during warm-up. */
  next(value: number, shares: number): number {
    const period = this.paid.length;
    if (Number.isNaN(value)) {
      this.tailPaid = newTail(period, 0);
      this.tailTraded = newTail(period, 0);
      this.startBlock();
      return Number.NaN;
    }
    this.paid[this.filled] = value * shares;
    this.traded[this.filled] = shares;
    this.headPaid += value * shares;
    this.headTraded += shares;
    this.filled++;
    const paid = this.headPaid + (this.tailPaid[this.filled] as number);
    const traded = this.headTraded + (this.tailTraded[this.filled] as number);
    if (this.filled === period) this.finishBlock();
    return paid / traded;
  }

  private startBlock(): void {
    this.headPaid = 0;
    this.headTraded = 0;
    this.filled = 0;
  }

  private finishBlock(): void {
    let paid = 0;
    let traded = 0;
    for (let k = this.paid.length - 1; k >= 0; k--) {
      this.tailPaid[k] = paid += this.paid[k] as number;
      this.tailTraded[k] = traded += this.traded[k] as number;
    }
    this.startBlock();
  }
}
