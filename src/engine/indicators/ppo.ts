import { newColumns } from '../columns.ts';
import { EmaStream, emaWeight, type Average } from './ema.ts';
import { fillRuns, fillWarmUp, inChunks } from './indicator.ts';

/** `ppo` = fast EMA over slow EMA less one, `signal` = EMA of that, `histogram` = their difference; in percent. */
export interface Ppo<T> {
  readonly ppo: T;
  readonly signal: T;
  readonly histogram: T;
}

/** Looked up once here: in a loop the engine takes several times as long over `Number.NaN`. */
const UNKNOWN = Number.NaN;

/** NaN where the slow average is zero: there is nothing to take a percentage of. */
const distance = (fast: number, slow: number): number =>
  slow === 0 ? UNKNOWN : (100 * (fast - slow)) / slow;

/** Weights and what is carried of the fast, the slow and the signal average. */
interface Averages {
  readonly weights: readonly [fast: number, slow: number, signal: number];
  readonly signalPeriod: number;
  readonly start: number;
  /** Where the line is known. */
  readonly known: number;
  fast: number;
  slow: number;
  readonly signal: Average;
  /** Values the signal has taken since it last started. */
  signalSeen: number;
}

/** All averages in one pass, so that their steps overlap. */
const take = (
  values: Float64Array,
  { ppo: line, signal, histogram }: Ppo<Float64Array>,
  from: number,
  to: number,
  averages: Averages,
): void => {
  const { start, known, signalPeriod } = averages;
  const [fastWeight, slowWeight, signalWeight] = averages.weights;
  const fastKeep = 1 - fastWeight;
  const slowKeep = 1 - slowWeight;
  const signalKeep = 1 - signalWeight;
  let { fast, slow, signalSeen } = averages;
  let { start: signalStart, distance: signalDistance } = averages.signal;
  for (let index = from; index < to; index++) {
    const moved = (values[index] as number) - start;
    fast = fast * fastKeep + moved * fastWeight;
    slow = slow * slowKeep + moved * slowWeight;
    if (index < known) continue;
    const value = distance(start + fast, start + slow);
    line[index] = value;
    if (Number.isNaN(value)) signalSeen = 0;
    else {
      if (signalSeen === 0) {
        signalStart = value;
        signalDistance = 0;
      }
      signalDistance = signalDistance * signalKeep + (value - signalStart) * signalWeight;
      signalSeen++;
    }
    const average = signalSeen < signalPeriod ? UNKNOWN : signalStart + signalDistance;
    signal[index] = average;
    histogram[index] = value - average;
  }
  averages.fast = fast;
  averages.slow = slow;
  averages.signalSeen = signalSeen;
  averages.signal.start = signalStart;
  averages.signal.distance = signalDistance;
};

/**
 * Percentage price oscillator: MACD as a percentage of the slow average, so that instruments of any price compare.
 * Warm-up: the longer of fast and slow less one for the line, `signal − 1` more for signal and histogram.
 * Source: G. Appel, Technical Analysis: Power Tools for Active Investors (2005), ch. 8, in its percentage form.
 */
export const ppo = (values: Float64Array, fast: number, slow: number, signal: number): Ppo<Float64Array> => {
  const outs = newColumns(3, values.length) as [Float64Array, Float64Array, Float64Array];
  const lines = { ppo: outs[0], signal: outs[1], histogram: outs[2] };
  fillRuns(values, outs, (from, to) => {
    const longest = Math.max(fast, slow);
    const averages: Averages = {
      weights: [emaWeight(fast), emaWeight(slow), emaWeight(signal)],
      signalPeriod: signal,
      start: values[from] as number,
      known: from + longest - 1,
      fast: 0,
      slow: 0,
      signal: { start: 0, distance: 0 },
      signalSeen: 0,
    };
    inChunks(from, to, (start, end) => take(values, lines, start, end, averages));
    for (const out of outs) fillWarmUp(out, from, to, longest - 1);
    return averages.fast;
  });
  return lines;
};

/** `ppo` one value at a time. */
export class PpoStream {
  private readonly fast: EmaStream;
  private readonly slow: EmaStream;
  private readonly signal: EmaStream;

  constructor(fast: number, slow: number, signal: number) {
    this.fast = new EmaStream(fast);
    this.slow = new EmaStream(slow);
    this.signal = new EmaStream(signal);
  }

  next(value: number): Ppo<number> {
    const line = distance(this.fast.next(value), this.slow.next(value));
    const signal = this.signal.next(line);
    return { ppo: line, signal, histogram: line - signal };
  }
}
