import { fillRuns, inChunks, type ValueStream } from './indicator.ts';
import { WmaStream, fillWma } from './wma.ts';

/** Bars of the half window of a period, in whole bars. */
const halfOf = (period: number): number => Math.floor(period / 2);

/** Bars over which the difference is smoothed: the whole part of the period's root. */
export const hmaSmoothing = (period: number): number => Math.floor(Math.sqrt(period));

/** Turns the long average into twice the short one less it. */
const lead = (short: Float64Array, out: Float64Array, from: number, to: number): void => {
  for (let index = from; index < to; index++)
    out[index] = 2 * (short[index] as number) - (out[index] as number);
};

/**
 * Hull moving average: twice the weighted average of half the period less the weighted average of the period, itself
 * weighted over the root of the period (both cut to whole bars). In the unit of the values. `period` is at least 2.
 * Warm-up: `period − 1` bars and `⌊√period⌋ − 1` more.
 * Source: A. Hull, How to Reduce Lag in a Moving Average (2005).
 */
export const hma = (values: Float64Array, period: number): Float64Array => {
  const short = new Float64Array(values.length);
  const out = new Float64Array(values.length);
  fillRuns(values, [out], (from, to) => {
    fillWma(values, short, from, to, halfOf(period));
    const taken = fillWma(values, out, from, to, period);
    const known = from + period - 1;
    inChunks(known, to, (start, end) => lead(short, out, start, end));
    if (known < to) fillWma(out, out, known, to, hmaSmoothing(period));
    return taken;
  });
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
