import { newColumns } from '../columns.ts';
import { EmaStream, emaWeight, type Average } from './ema.ts';
import { fillRuns, fillWarmUp, inChunks } from './indicator.ts';

/** The lines of the MACD. `macd` = fast EMA − slow EMA, `signal` = EMA of that, `histogram` = their difference. */
export interface Macd<T> {
  readonly macd: T;
  readonly signal: T;
  readonly histogram: T;
}

/** Weights and state of the fast, the slow and the signal average. */
interface Averages {
  readonly weights: readonly [fast: number, slow: number, signal: number];
  readonly start: number;
  fast: number;
  slow: number;
  /** Starts where the line is known; what it was before that is not shown. */
  signal: Average;
}

/** All averages in one pass, so that their steps overlap. */
const compute = (
  values: Float64Array,
  { macd: line, signal, histogram }: Macd<Float64Array>,
  from: number,
  to: number,
  averages: Averages,
): void => {
  const { start } = averages;
  const { start: signalStart } = averages.signal;
  const [fastWeight, slowWeight, signalWeight] = averages.weights;
  const fastKeep = 1 - fastWeight;
  const slowKeep = 1 - slowWeight;
  const signalKeep = 1 - signalWeight;
  let { fast, slow } = averages;
  let { distance: signalDistance } = averages.signal;
  for (let index = from; index < to; index++) {
    const moved = (values[index] as number) - start;
    fast = fast * fastKeep + moved * fastWeight;
    slow = slow * slowKeep + moved * slowWeight;
    const value = start + fast - (start + slow);
    signalDistance = signalDistance * signalKeep + (value - signalStart) * signalWeight;
    const average = signalStart + signalDistance;
    line[index] = value;
    signal[index] = average;
    histogram[index] = value - average;
  }
  averages.fast = fast;
  averages.slow = slow;
  averages.signal.distance = signalDistance;
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
  fillRuns(values, outs, (from, to) => {
    const averages: Averages = {
      weights: [emaWeight(fast), emaWeight(slow), emaWeight(signal)],
      start: values[from] as number,
      fast: 0,
      slow: 0,
      signal: { start: 0, distance: 0 },
    };
    const longest = Math.max(fast, slow);
    const known = Math.min(from + longest, to);
    inChunks(from, known, (start, end) => compute(values, lines, start, end, averages));
    averages.signal = { start: lines.macd[known - 1] as number, distance: 0 };
    inChunks(known, to, (start, end) => compute(values, lines, start, end, averages));
    fillWarmUp(lines.macd, from, to, longest - 1);
    fillWarmUp(lines.signal, from, to, longest + signal - 2);
    fillWarmUp(lines.histogram, from, to, longest + signal - 2);
    return averages.fast;
  });
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
