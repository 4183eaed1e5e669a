import { EmaStream, emaWeight } from './ema.ts';
import { fillRuns, fillWarmUp, newColumns } from './indicator.ts';

/** `macd` = fast EMA − slow EMA, `signal` = EMA of that, `histogram` = their difference. */
export interface Macd<T> {
  readonly macd: T;
  readonly signal: T;
  readonly histogram: T;
}

/** All averages in one pass, so that their steps overlap; the signal's starts where the line is known. */
const fill = (
  values: Float64Array,
  { macd: line, signal, histogram }: Macd<Float64Array>,
  from: number,
  to: number,
  fast: number,
  slow: number,
  signalPeriod: number,
): number => {
  const fastWeight = emaWeight(fast);
  const slowWeight = emaWeight(slow);
  const signalWeight = emaWeight(signalPeriod);
  const fastKeep = 1 - fastWeight;
  const slowKeep = 1 - slowWeight;
  const signalKeep = 1 - signalWeight;
  const start = values[from] as number;
  const known = from + Math.max(fast, slow) - 1;
  let fastDistance = 0;
  let slowDistance = 0;
  let signalStart = 0;
  let signalDistance = 0;
  for (let index = from; index < to; index++) {
    const distance = (values[index] as number) - start;
    fastDistance = fastDistance * fastKeep + distance * fastWeight;
    slowDistance = slowDistance * slowKeep + distance * slowWeight;
    if (index < known) continue;
    const value = start + fastDistance - (start + slowDistance);
    if (index === known) signalStart = value;
    signalDistance = signalDistance * signalKeep + (value - signalStart) * signalWeight;
    const average = signalStart + signalDistance;
    line[index] = value;
    signal[index] = average;
    histogram[index] = value - average;
  }
  fillWarmUp(line, from, to, known - from);
  fillWarmUp(signal, from, to, known - from + signalPeriod - 1);
  fillWarmUp(histogram, from, to, known - from + signalPeriod - 1);
  return fastDistance;
};

/**
 * Moving average convergence/divergence, in the unit of the values. Warm-up: the longer of fast and slow less one for
 * the line, `signal − 1` more for signal and histogram.
 * Source: G. Appel, Technical Analysis: Power Tools for Active Investors (2005), ch. 8.
 */
export const macd = (
  values: Float64Array,
  fast: number,
  slow: number,
  signal: number,
): Macd<Float64Array> => {
  const outs = newColumns(3, values.length) as [Float64Array, Float64Array, Float64Array];
  const lines = { macd: outs[0], signal: outs[1], histogram: outs[2] };
  fillRuns(values, outs, (from, to) => fill(values, lines, from, to, fast, slow, signal));
  return lines;
};

/** `macd` one value at a time. */
export class MacdStream {
  private readonly fast: EmaStream;
  private readonly slow: EmaStream;
  private readonly signal: EmaStream;

  constructor(fast: number, slow: number, signal: number) {
    this.fast = new EmaStream(fast);
    this.slow = new EmaStream(slow);
    this.signal = new EmaStream(signal);
  }

  next(value: number): Macd<number> {
    const line = this.fast.next(value) - this.slow.next(value);
    const signal = this.signal.next(line);
    return { macd: line, signal, histogram: line - signal };
  }
}
