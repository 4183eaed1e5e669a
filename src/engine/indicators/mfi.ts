import { newColumn } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { newTail } from './block-tail.ts';
import { CHUNK, fillWarmUp, inChunks, whileTrue } from './indicator.ts';
import { directionOf, positivePart } from './without-branches.ts';

/** Percent of the money that was bought. An even match, and a window in which no money flowed, reads 50. */
const share = (bought: number, sold: number): number =>
  bought + sold === 0 ? 50 : (100 * bought) / (bought + sold);

/**
 * Money flow index, 0–100: of the money (typical price × volume) of the last `period` bars whose typical price moved,
 * the share of those where it rose. Warm-up: `period` bars.
 * Source: G. Quong and A. Soudack, Volume-Weighted RSI: Money Flow, Stocks & Commodities 7:3 (1989).
 *
 * It works on high + low + close and not on a third of it (the share is the same), with running sums while they are
 * exact, else in blocks as `sma` does.
 */
export const mfi = (bars: Bars, period: number): Float64Array => {
  const out = newColumn(bars.length);
  const running = { net: 0, total: 0, flows: new Float64Array(CHUNK + period) };
  if (!whileTrue(1, bars.length, (from, to) => computeSmall(bars, out, from, to, period, running)))
    computeAll(bars, out, period);
  fillWarmUp(out, 0, bars.length, period);
  return out;
};

/** Running sums of the last `period` flows, signed and unsigned. `flows` has room for a piece after them. */
interface Running {
  readonly flows: Float64Array;
  net: number;
  total: number;
}

/** Largest flow of which a window's sum is always exact. */
const mostMoney = (period: number): number => 2 ** 51 / period;

/** Compute bars whose money is small enough for exact running sums. False at the first bar with more. */
const computeSmall = (
  { high, low, close, volume }: Bars,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  running: Running,
): boolean => {
  const { flows } = running;
  let { net, total } = running;
  const most = mostMoney(period);
  const before = from - 1;
  let previous = (high[before] as number) + (low[before] as number) + (close[before] as number);
  for (let index = from, k = 0; index < to; index++, k++) {
    const price = (high[index] as number) + (low[index] as number) + (close[index] as number);
    const money = price * (volume[index] as number);
    if (money > most) return false;
    const flow = money * directionOf(price - previous);
    previous = price;
    const gone = flows[k] as number;
    flows[k + period] = flow;
    net += flow - gone;
    total += Math.abs(flow) - Math.abs(gone);
    out[index] = total === 0 ? 50 : (50 * (total + net)) / total;
  }
  flows.copyWithin(0, to - from, to - from + period);
  running.net = net;
  running.total = total;
  return true;
};

const computeAll = (bars: Bars, out: Float64Array, period: number): void => {
  const flows = {
    bought: new Float64Array(period),
    sold: new Float64Array(period),
    tailBought: newTail(period, 0),
    tailSold: newTail(period, 0),
  };
  inChunks(1, bars.length, (from, to) => compute(bars, out, from, to, period, flows), period);
};

/** The money of a block's bars. The tails are that of the block before, summed up from its end. */
interface Flows {
  readonly bought: Float64Array;
  readonly sold: Float64Array;
  readonly tailBought: Float64Array;
  readonly tailSold: Float64Array;
}

/** Fill whole blocks but for the last. */
const compute = (
  { high, low, close, volume }: Bars,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  { bought, sold, tailBought, tailSold }: Flows,
): void => {
  const before = from - 1;
  let previous = (high[before] as number) + (low[before] as number) + (close[before] as number);
  for (let start = from; start < to; start += period) {
    const end = Math.min(start + period, to);
    let headBought = 0;
    let headSold = 0;
    for (let index = start, k = 0; index < end; index++) {
      const price = (high[index] as number) + (low[index] as number) + (close[index] as number);
      const money = price * (volume[index] as number);
      const way = directionOf(price - previous);
      const rise = money * positivePart(way);
      const fall = money * positivePart(-way);
      previous = price;
      bought[k] = rise;
      sold[k] = fall;
      k++;
      headBought += rise;
      headSold += fall;
      out[index] = share(headBought + (tailBought[k] as number), headSold + (tailSold[k] as number));
    }
    headBought = 0;
    headSold = 0;
    for (let k = end - start - 1; k >= 0; k--) {
      tailBought[k] = headBought += bought[k] as number;
      tailSold[k] = headSold += sold[k] as number;
    }
  }
};

/** `mfi` one bar at a time. */
export class MfiStream {
  private readonly bought: Float64Array;
  private readonly sold: Float64Array;
  private readonly tailBought: Float64Array;
  private readonly tailSold: Float64Array;
  private headBought = 0;
  private headSold = 0;
  private filled = 0;
  private previous = Number.NaN;

  constructor(period: number) {
    this.bought = new Float64Array(period);
    this.sold = new Float64Array(period);
    this.tailBought = newTail(period, 0);
    this.tailSold = newTail(period, 0);
  }

  next(bar: Bar): number {
    const price = bar.high + bar.low + bar.close;
    const { previous } = this;
    this.previous = price;
    if (Number.isNaN(previous)) return Number.NaN;
    const money = price * bar.volume;
    const way = directionOf(price - previous);
    const rise = money * positivePart(way);
    const fall = money * positivePart(-way);
    this.bought[this.filled] = rise;
    this.sold[this.filled] = fall;
    this.filled++;
    this.headBought += rise;
    this.headSold += fall;
    const bought = this.headBought + (this.tailBought[this.filled] as number);
    const sold = this.headSold + (this.tailSold[this.filled] as number);
    if (this.filled === this.bought.length) this.finishBlock();
    return share(bought, sold);
  }

  private finishBlock(): void {
    let bought = 0;
    let sold = 0;
    for (let k = this.bought.length - 1; k >= 0; k--) {
      this.tailBought[k] = bought += this.bought[k] as number;
      this.tailSold[k] = sold += this.sold[k] as number;
    }
    this.headBought = 0;
    this.headSold = 0;
    this.filled = 0;
  }
}
