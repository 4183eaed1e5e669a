import { newColumns } from '../columns.ts';
import type { Bar, Bars } from '../bars.ts';
import { AtrStream, fillAtr } from './atr.ts';
import { fillWarmUp, inChunks } from './indicator.ts';

export interface Supertrend<T> {
  /** The trailing line in paise: below the price in an uptrend, above it in a downtrend. */
  readonly line: T;
  /** 1 in an uptrend, −1 in a downtrend. */
  readonly direction: T;
}

/**
 * Supertrend: bands of `multiplier` ATRs around the middle of the bar, each only ever tightened while the close stays
 * on its side; the line is the lower band in an uptrend and the upper in a downtrend, and turns when the close
 * crosses it. Starts in a downtrend. Warm-up: `period − 1` bars.
 * Source: O. Seban, Tout le monde mérite d'être riche (2009); start as in TradingView's `ta.supertrend`.
 */
export const supertrend = (bars: Bars, period: number, multiplier: number): Supertrend<Float64Array> => {
  const { length } = bars;
  const [line, direction] = newColumns(2, length) as [Float64Array, Float64Array];
  fillAtr(bars, line, period);
  fillWarmUp(direction, 0, length, period - 1);
  const state = new SupertrendState(multiplier);
  inChunks(period - 1, length, (from, to) => follow(bars, line, direction, from, to, state));
  return { line, direction };
};

/** Turns the ranges that the line's column holds into the line. */
const follow = (
  { high, low, close }: Bars,
  line: Float64Array,
  direction: Float64Array,
  from: number,
  to: number,
  state: SupertrendState,
): void => {
  for (let index = from; index < to; index++) {
    state.update(high[index] as number, low[index] as number, close[index] as number, line[index] as number);
    line[index] = state.line;
    direction[index] = state.direction;
  }
};

class SupertrendState {
  line = Number.NaN;
  direction = -1;
  private readonly multiplier: number;
  private upper = Number.NaN;
  private lower = Number.NaN;
  private close = Number.NaN;

  constructor(multiplier: number) {
    this.multiplier = multiplier;
  }

  /** Apply a bar whose ATR is known. */
  update(high: number, low: number, close: number, range: number): void {
    const middle = (high + low) / 2;
    const upper = middle + this.multiplier * range;
    const lower = middle - this.multiplier * range;
    // On the first bar the bands are NaN: no comparison holds, so both are taken as they are.
    if (!(upper >= this.upper && this.close <= this.upper)) this.upper = upper;
    if (!(lower <= this.lower && this.close >= this.lower)) this.lower = lower;
    if (this.direction === 1 ? close < this.lower : close > this.upper) this.direction = -this.direction;
    this.line = this.direction === 1 ? this.lower : this.upper;
    this.close = close;
  }
}

/** `supertrend` one bar at a time. */
export class SupertrendStream {
  private readonly atr: AtrStream;
  private readonly state: SupertrendState;

  constructor(period: number, multiplier: number) {
    this.atr = new AtrStream(period);
    this.state = new SupertrendState(multiplier);
  }

  next(bar: Bar): Supertrend<number> {
    const range = this.atr.next(bar);
    if (Number.isNaN(range)) return { line: Number.NaN, direction: Number.NaN };
    this.state.update(bar.high, bar.low, bar.close, range);
    return { line: this.state.line, direction: this.state.direction };
  }
}
