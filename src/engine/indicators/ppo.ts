import { EmaStream, ema } from './ema.ts';

/** `ppo` = fast EMA over slow EMA less one, `signal` = EMA of that, `histogram` = their difference; in percent. */
export interface Ppo<T> {
  readonly ppo: T;
  readonly signal: T;
  readonly histogram: T;
}

/** NaN where the slow average is zero: there is nothing to take a percentage of. */
const distance = (fast: number, slow: number): number =>
  slow === 0 ? Number.NaN : (100 * (fast - slow)) / slow;

/**
 * Percentage price oscillator: MACD as a percentage of the slow average, so that instruments of any price compare.
 * Warm-up: the longer of fast and slow less one for the line, `signal − 1` more for signal and histogram.
 * Source: G. Appel, Technical Analysis: Power Tools for Active Investors (2005), ch. 8, in its percentage form.
 */
export const ppo = (values: Float64Array, fast: number, slow: number, signal: number): Ppo<Float64Array> => {
  const line = ema(values, fast);
  const slowLine = ema(values, slow);
  for (let index = 0; index < line.length; index++)
    line[index] = distance(line[index] as number, slowLine[index] as number);
  const signalLine = ema(line, signal);
  const histogram = slowLine;
  for (let index = 0; index < line.length; index++)
    histogram[index] = (line[index] as number) - (signalLine[index] as number);
  return { ppo: line, signal: signalLine, histogram };
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
