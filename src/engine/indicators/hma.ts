import { giveBack, newColumn } from '../columns.ts';
import {
  CHUNK,
  fillRuns,
  fillWarmUp,
  inChunks,
  isSmallWhole,
  whileTrue,
  type ValueStream,
} from './indicator.ts';
import { WeightedSumStream, fillWeightedSums } from './weighted-sum.ts';
import { sumOfWeights } from './wma.ts';

/** Bars over which the difference is smoothed: the whole part of the period's root. */
export const hmaSmoothing = (period: number): number => Math.floor(Math.sqrt(period));

/** Bars of each average, and the factors of the two weighted sums. Multiplied by these, the sums make the lead. */
interface Scale {
  readonly half: number;
  readonly period: number;
  readonly count: number;
  readonly ofShort: number;
  readonly ofLong: number;
  readonly divisor: number;
}

/** Nothing is divided before the end: sums of whole numbers stay whole up to there. */
const scaleOf = (period: number): Scale => {
  const half = Math.floor(period / 2);
  const count = hmaSmoothing(period);
  const ofShort = 2 * sumOfWeights(period);
  const ofLong = sumOfWeights(half);
  return {
    half,
    period,
    count,
    ofShort,
    ofLong,
    divisor: sumOfWeights(half) * sumOfWeights(period) * sumOfWeights(count),
  };
};

/** Running sums of whole numbers, as in `wma`, and the last leads. `leads` has room for a piece after them. */
interface Running {
  readonly leads: Float64Array;
  shortSum: number;
  shortWeighted: number;
  longSum: number;
  longWeighted: number;
  leadSum: number;
  leadWeighted: number;
}

/** Whole numbers only, and so small that every sum is exact; false at the first that is not. */
const computeWhole = (
  values: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  { half, period, count, ofShort, ofLong, divisor }: Scale,
  running: Running,
): boolean => {
  const { leads } = running;
  // A lead is at most three times the largest value, scaled; the last factor is for sums on the way.
  const most = 2 ** 51 / (3 * divisor);
  let { shortSum, shortWeighted, longSum, longWeighted, leadSum, leadWeighted } = running;
  for (let index = from, k = 0; index < to; index++, k++) {
    const value = values[index] as number;
    if (!isSmallWhole(value) || Math.abs(value) > most) return false;
    shortWeighted += half * value - shortSum;
    longWeighted += period * value - longSum;
    shortSum += index < half ? value : value - (values[index - half] as number);
    longSum += index < period ? value : value - (values[index - period] as number);
    const lead = ofShort * shortWeighted - ofLong * longWeighted;
    leadWeighted += count * lead - leadSum;
    leadSum += lead - (leads[k] as number);
    leads[k + count] = lead;
    out[index] = leadWeighted / divisor;
  }
  leads.copyWithin(0, to - from, to - from + count);
  running.shortSum = shortSum;
  running.shortWeighted = shortWeighted;
  running.longSum = longSum;
  running.longWeighted = longWeighted;
  running.leadSum = leadSum;
  running.leadWeighted = leadWeighted;
  return true;
};

/** Turns the long sums into leads of the short ones over them. */
const lead = (
  short: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  { ofShort, ofLong }: Scale,
): void => {
  for (let index = from; index < to; index++)
    out[index] = ofShort * (short[index] as number) - ofLong * (out[index] as number);
};

/** Any values of a run, in blocks; returns the sum of all. */
const fillAny = (
  values: Float64Array,
  short: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  scale: Scale,
): number => {
  const { half, period, count, divisor } = scale;
  fillWeightedSums(values, short, from, to, half, 1);
  const taken = fillWeightedSums(values, out, from, to, period, 1);
  inChunks(from, to, (start, end) => lead(short, out, start, end, scale));
  const known = Math.min(from + period - 1, to);
  fillWeightedSums(out, out, known, to, count, divisor);
  return taken;
};

/**
 * Hull moving average: twice the weighted average of half the period less the weighted average of the period, itself
 * weighted over the root of the period (both cut to whole bars). In the unit of the values. `period` is at least 2.
 * Warm-up: `period − 1` bars and `⌊√period⌋ − 1` more.
 * Source: A. Hull, How to Reduce Lag in a Moving Average (2005).
 *
 * The three averages are sums with one common divisor: running sums over whole numbers, else cut into blocks, as in
 * `wma`.
 */
export const hma = (values: Float64Array, period: number): Float64Array => {
  const { length } = values;
  const out = newColumn(length);
  const scale = scaleOf(period);
  const running = {
    leads: new Float64Array(CHUNK + scale.count),
    shortSum: 0,
    shortWeighted: 0,
    longSum: 0,
    longWeighted: 0,
    leadSum: 0,
    leadWeighted: 0,
  };
  const warmUp = period + scale.count - 2;
  if (whileTrue(0, length, (from, to) => computeWhole(values, out, from, to, scale, running))) {
    fillWarmUp(out, 0, length, warmUp);
    return out;
  }
  const short = newColumn(length);
  fillRuns(values, [out], (from, to) => {
    const taken = fillAny(values, short, out, from, to, scale);
    fillWarmUp(out, from, to, warmUp);
    return taken;
  });
  giveBack(short);
  return out;
};

/** `hma` one value at a time. */
export class HmaStream implements ValueStream {
  private readonly scale: Scale;
  private readonly short: WeightedSumStream;
  private readonly long: WeightedSumStream;
  private readonly smooth: WeightedSumStream;

  constructor(period: number) {
    this.scale = scaleOf(period);
    this.short = new WeightedSumStream(this.scale.half);
    this.long = new WeightedSumStream(period);
    this.smooth = new WeightedSumStream(this.scale.count);
  }

  next(value: number): number {
    const { ofShort, ofLong, divisor } = this.scale;
    return this.smooth.next(ofShort * this.short.next(value) - ofLong * this.long.next(value)) / divisor;
  }
}
