import { newColumns } from '../columns.ts';
import { EmaStream, emaWeight, type Average } from './ema.ts';
import { fillRuns, inChunks } from './indicator.ts';

/**
 * The lines of the PPO, in percent. `ppo` = fast EMA over slow EMA less one, `signal` = EMA of that, `histogram` =
 * their difference.
 */
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

/** Weights and state of the fast, the slow and the signal average. */
interface Averages {
  readonly weights: readonly [fast: number, slow: number, signal: number];
  readonly signalPeriod: number;
  readonly start: number;
  /** Where the line is known. */
  readonly known: number;
  fast: number;
  slow: number;
  signal: Average;
  /** Where the signal is shown from; Infinity until it starts. */
  shown: number;
}

/** Read bars up to the first whose line is known: there the signal starts. Returns the next bar. */
const begin = (
  values: Float64Array,
  { ppo: line, signal, histogram }: Ppo<Float64Array>,
  from: number,
  to: number,
  averages: Averages,
): number => {
  const { weights, start, known, signalPeriod } = averages;
  const [fastWeight, slowWeight] = weights;
  for (let index = from; index < to; index++) {
    const moved = (values[index] as number) - start;
    averages.fast = averages.fast * (1 - fastWeight) + moved * fastWeight;
    averages.slow = averages.slow * (1 - slowWeight) + moved * slowWeight;
    const value = index < known ? UNKNOWN : distance(start + averages.fast, start + averages.slow);
    const started = { start: value, distance: 0 };
    const average = started.start + started.distance;
    line[index] = value;
    signal[index] = average;
    histogram[index] = value - average;
    if (Number.isNaN(value)) continue;
    averages.signal = started;
    averages.shown = index + signalPeriod - 1;
    return index + 1;
  }
  return to;
};

/**
 * Compute all averages in one pass, so that their steps overlap. It goes on as long as the line is known, and returns
 * the index where it is not.
 */
const compute = (
  values: Float64Array,
  { ppo: line, signal, histogram }: Ppo<Float64Array>,
  from: number,
  to: number,
  averages: Averages,
): number => {
  const { start } = averages;
  const { start: signalStart } = averages.signal;
  const [fastWeight, slowWeight, signalWeight] = averages.weights;
  const fastKeep = 1 - fastWeight;
  const slowKeep = 1 - slowWeight;
  const signalKeep = 1 - signalWeight;
  let { fast, slow } = averages;
  let { distance: signalDistance } = averages.signal;
  let index = from;
  for (; index < to; index++) {
    const moved = (values[index] as number) - start;
    const nextSlow = slow * slowKeep + moved * slowWeight;
    const base = start + nextSlow;
    if (base === 0) break;
    slow = nextSlow;
    fast = fast * fastKeep + moved * fastWeight;
    const value = (100 * (start + fast - base)) / base;
    signalDistance = signalDistance * signalKeep + (value - signalStart) * signalWeight;
    const average = signalStart + signalDistance;
    line[index] = value;
    signal[index] = average;
    histogram[index] = value - average;
  }
  averages.fast = fast;
  averages.slow = slow;
  averages.signal.distance = signalDistance;
  return index;
};

/** Fill the three lines; the signal starts whenever the line becomes known. */
const fill = (
  values: Float64Array,
  lines: Ppo<Float64Array>,
  from: number,
  to: number,
  averages: Averages,
): void => {
  for (let at = from; at < to;) {
    const known = averages.shown === Infinity ? begin(values, lines, at, to, averages) : at;
    const end = compute(values, lines, known, to, averages);
    const hidden = Math.min(averages.shown, end);
    if (hidden > at) {
      lines.signal.fill(UNKNOWN, at, hidden);
      lines.histogram.fill(UNKNOWN, at, hidden);
    }
    if (end < to) averages.shown = Infinity;
    at = end;
  }
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
      shown: Infinity,
    };
    inChunks(from, to, (start, end) => fill(values, lines, start, end, averages));
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
