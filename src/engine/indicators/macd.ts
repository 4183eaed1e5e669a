import { EmaStream, ema } from './ema.ts';

/** `macd` = fast EMA − slow EMA, `signal` = EMA of that, `histogram` = their difference. */
export interface Macd<T> {
  readonly macd: T;
  readonly signal: T;
  readonly histogram: T;
}

const difference = (a: Float64Array, b: Float64Array): Float64Array => {
  const out = new Float64Array(a.length);
  for (let index = 0; index < out.length; index++) out[index] = (a[index] as number) - (b[index] as number);
  return out;
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
  const line = difference(ema(values, fast), ema(values, slow));
  const signalLine = ema(line, signal);
  return { macd: line, signal: signalLine, histogram: difference(line, signalLine) };
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
