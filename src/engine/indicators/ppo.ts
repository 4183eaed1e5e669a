import { EmaStream, emaWeight } from './ema.ts';
import { fillRuns, fillWarmUp, newColumns } from './indicator.ts';

/** `ppo` = fast EMA over slow EMA less one, `signal` = EMA of that, `histogram` = their difference; in percent. */
export interface Ppo<T> {
  readonly ppo: T;
  readonly signal: T;
  readonly histogram: T;
}

/** NaN where the slow average is zero: there is nothing to take a percentage of. */
const distance = (fast: number, slow: number): number =>
  slow === 0 ? Number.NaN : (100 * (fast - slow)) / slow;

/** All averages in one pass, so that their steps overlap; the signal's starts where the line is known. */
const fill = (
  values: Float64Array,
  { ppo: line, signal, histogram }: Ppo<Float64Array>,
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
  let signalSeen = 0;
  for (let index = from; index < to; index++) {
    const moved = (values[index] as number) - start;
    fastDistance = fastDistance * fastKeep + moved * fastWeight;
    slowDistance = slowDistance * slowKeep + moved * slowWeight;
    if (index < known) continue;
    const value = distance(start + fastDistance, start + slowDistance);
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
    const average = signalSeen < signalPeriod ? Number.NaN : signalStart + signalDistance;
    signal[index] = average;
    histogram[index] = value - average;
  }
  fillWarmUp(line, from, to, known - from);
  fillWarmUp(signal, from, to, known - from);
  fillWarmUp(histogram, from, to, known - from);
  return fastDistance;
};

/**
 * Percentage price oscillator: MACD as a percentage of the slow average, so that instruments of any price compare.
 * Warm-up: the longer of fast and slow less one for the line, `signal − 1` more for signal and histogram.
 * Source: G. Appel, Technical Analysis: Power Tools for Active Investors (2005), ch. 8, in its percentage form.
 */
export const ppo = (values: Float64Array, fast: number, slow: number, signal: number): Ppo<Float64Array> => {
  const outs = newColumns(3, values.length) as [Float64Array, Float64Array, Float64Array];
  const lines = { ppo: outs[0], signal: outs[1], histogram: outs[2] };
  fillRuns(values, outs, (from, to) => fill(values, lines, from, to, fast, slow, signal));
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
