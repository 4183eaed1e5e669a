import { giveBack, newColumn } from '../columns.ts';
import { fillRuns, fillWarmUp, inChunks, isSmallWhole, whileTrue, type ValueStream } from './indicator.ts';
import { WmaStream, fillWma, sumOfWeights } from './wma.ts';

/** Bars of the half window of a period, in whole bars. */
const halfOf = (period: number): number => Math.floor(period / 2);

/** Bars over which the difference is smoothed: the whole part of the period's root. */
export const hmaSmoothing = (period: number): number => Math.floor(Math.sqrt(period));

/** What the two running averages of whole numbers carry, as in `wma`. */
interface Running {
  shortSum: number;
  shortWeighted: number;
  longSum: number;
  longWeighted: number;
}

/** Fills in twice the short average less the long one, of whole numbers only; false at the first that is not. */
const leadWhole = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
  running: Running,
): boolean => {
  const half = halfOf(period);
  const shortDivisor = sumOfWeights(half);
  const longDivisor = sumOfWeights(period);
  let { shortSum, shortWeighted, longSum, longWeighted } = running;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (!isSmallWhole(value)) return false;
    shortWeighted += half * value - shortSum;
    longWeighted += period * value - longSum;
    shortSum += index < half ? value : value - (values[index - half] as number);
    longSum += index < period ? value : value - (values[index - period] as number);
    out[index] = 2 * (shortWeighted / shortDivisor) - longWeighted / longDivisor;
  }
  running.shortSum = shortSum;
  running.shortWeighted = shortWeighted;
  running.longSum = longSum;
  running.longWeighted = longWeighted;
  return true;
};

/** Turns the long average into twice the short one less it. */
const lead = (short: Float64Array, out: Float64Array, from: number, to: number): void => {
  for (let index = from; index < to; index++)
    out[index] = 2 * (short[index] as number) - (out[index] as number);
};

/** Smooths what leads in place, where it is known. */
const smooth = (out: Float64Array, from: number, to: number, period: number): void => {
  const known = from + period - 1;
  if (known < to) fillWma(out, out, known, to, hmaSmoothing(period));
  fillWarmUp(out, from, to, period + hmaSmoothing(period) - 2);
};

/**
 * Hull moving average: twice the weighted average of half the period less the weighted average of the period, itself
 * weighted over the root of the period (both cut to whole bars). In the unit of the values. `period` is at least 2.
 * Warm-up: `period − 1` bars and `⌊√period⌋ − 1` more.
 * Source: A. Hull, How to Reduce Lag in a Moving Average (2005).
 */
export const hma = (values: Float64Array, period: number): Float64Array => {
  const { length } = values;
  const out = newColumn(length);
  const running = { shortSum: 0, shortWeighted: 0, longSum: 0, longWeighted: 0 };
  if (whileTrue(0, length, (from, to) => leadWhole(values, out, from, to, period, running))) {
    smooth(out, 0, length, period);
    return out;
  }
  const short = newColumn(length);
  fillRuns(values, [out], (from, to) => {
    fillWma(values, short, from, to, halfOf(period));
    const taken = fillWma(values, out, from, to, period);
    inChunks(from, to, (start, end) => lead(short, out, start, end));
    smooth(out, from, to, period);
    return taken;
  });
  giveBack(short);
  return out;
};

/** `hma` one value at a time. */
export class HmaStream implements ValueStream {
  private readonly short: WmaStream;
  private readonly long: WmaStream;
  private readonly smooth: WmaStream;

  constructor(period: number) {
    this.short = new WmaStream(halfOf(period));
    this.long = new WmaStream(period);
    this.smooth = new WmaStream(hmaSmoothing(period));
  }

  next(value: number): number {
    return this.smooth.next(2 * this.short.next(value) - this.long.next(value));
  }
}
