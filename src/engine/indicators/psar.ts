import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from './indicator.ts';

export interface Psar<T> {
  /** The stop in paise: below the price in an uptrend, above it in a downtrend. */
  readonly line: T;
  /** 1 in an uptrend, −1 in a downtrend. */
  readonly direction: T;
}

/**
 * Parabolic stop and reverse: a stop that moves a share of the way to the trend's extreme price with every bar. The
 * share starts at `step` and grows by it with every new extreme, up to `maximum`. The stop never enters the ranges of
 * the two bars before; when a bar touches beyond it the trend turns and the stop starts at the old extreme. The first
 * trend is up unless the second bar's middle is below the first's. Warm-up: 1 bar.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section II; start as in Tulip Indicators.
 */
export const psar = (bars: Bars, step: number, maximum: number): Psar<Float64Array> => {
  const { high, low, length } = bars;
  const line = unknownColumn(length);
  const direction = unknownColumn(length);
  const state = new PsarState(step, maximum);
  for (let index = 0; index < length; index++) {
    state.take(high[index] as number, low[index] as number);
    line[index] = state.line;
    direction[index] = state.direction;
  }
  return { line, direction };
};

class PsarState {
  line = Number.NaN;
  direction = Number.NaN;
  private readonly step: number;
  private readonly maximum: number;
  private share = 0;
  private extreme = Number.NaN;
  private stop = Number.NaN;
  private high = Number.NaN;
  private low = Number.NaN;
  private highBefore = Number.NaN;
  private lowBefore = Number.NaN;

  constructor(step: number, maximum: number) {
    this.step = Math.min(step, maximum);
    this.maximum = maximum;
  }

  take(high: number, low: number): void {
    if (Number.isNaN(this.line) && !Number.isNaN(this.high)) this.start(high, low);
    if (!Number.isNaN(this.direction)) this.follow(high, low);
    this.highBefore = this.high;
    this.lowBefore = this.low;
    this.high = high;
    this.low = low;
  }

  private start(high: number, low: number): void {
    const isUp = this.high + this.low <= high + low;
    this.direction = isUp ? 1 : -1;
    this.extreme = isUp ? this.high : this.low;
    this.stop = isUp ? this.low : this.high;
    this.share = this.step;
  }

  private follow(high: number, low: number): void {
    const isUp = this.direction === 1;
    let stop = (this.extreme - this.stop) * this.share + this.stop;
    // On the second bar there is only one bar before: no comparison with NaN holds.
    if (isUp) {
      if (stop > this.lowBefore) stop = this.lowBefore;
      if (stop > this.low) stop = this.low;
    } else {
      if (stop < this.highBefore) stop = this.highBefore;
      if (stop < this.high) stop = this.high;
    }
    if (isUp ? high > this.extreme : low < this.extreme) {
      this.share = Math.min(this.share + this.step, this.maximum);
      this.extreme = isUp ? high : low;
    }
    if (isUp ? low < stop : high > stop) {
      stop = this.extreme;
      this.share = this.step;
      this.direction = -this.direction;
      this.extreme = isUp ? low : high;
    }
    this.stop = stop;
    this.line = stop;
  }
}

/** `psar` one bar at a time. */
export class PsarStream {
  private readonly state: PsarState;

  constructor(step: number, maximum: number) {
    this.state = new PsarState(step, maximum);
  }

  next(bar: Bar): Psar<number> {
    this.state.take(bar.high, bar.low);
    return { line: this.state.line, direction: this.state.direction };
  }
}
