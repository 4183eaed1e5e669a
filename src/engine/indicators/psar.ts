import type { Bar, Bars } from '../bars.ts';
import { fillWarmUp, newColumns } from './indicator.ts';

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
  const [line, direction] = newColumns(2, bars.length) as [Float64Array, Float64Array];
  fillWarmUp(line, 0, bars.length, 1);
  fillWarmUp(direction, 0, bars.length, 1);
  if (bars.length > 1) fill(bars, line, direction, Math.min(step, maximum), maximum);
  return { line, direction };
};

const fill = (
  { high, low, length }: Bars,
  line: Float64Array,
  direction: Float64Array,
  step: number,
  maximum: number,
): void => {
  let highBefore = high[0] as number;
  let lowBefore = low[0] as number;
  let highLast = highBefore;
  let lowLast = lowBefore;
  let isUp = highLast + lowLast <= (high[1] as number) + (low[1] as number);
  let extreme = isUp ? highLast : lowLast;
  let stop = isUp ? lowLast : highLast;
  let share = step;
  for (let index = 1; index < length; index++) {
    const top = high[index] as number;
    const bottom = low[index] as number;
    stop = (extreme - stop) * share + stop;
    if (isUp) {
      stop = Math.min(stop, lowBefore, lowLast);
      if (top > extreme) {
        extreme = top;
        share = Math.min(share + step, maximum);
      }
      if (bottom < stop) {
        isUp = false;
        stop = extreme;
        extreme = bottom;
        share = step;
      }
    } else {
      stop = Math.max(stop, highBefore, highLast);
      if (bottom < extreme) {
        extreme = bottom;
        share = Math.min(share + step, maximum);
      }
      if (top > stop) {
        isUp = true;
        stop = extreme;
        extreme = top;
        share = step;
      }
    }
    line[index] = stop;
    direction[index] = isUp ? 1 : -1;
    highBefore = highLast;
    lowBefore = lowLast;
    highLast = top;
    lowLast = bottom;
  }
};

/** `psar` one bar at a time. */
export class PsarStream {
  private readonly step: number;
  private readonly maximum: number;
  private before: Bar | null = null;
  private last: Bar | null = null;
  private isUp = true;
  private extreme = Number.NaN;
  private stop = Number.NaN;
  private share = 0;

  constructor(step: number, maximum: number) {
    this.step = Math.min(step, maximum);
    this.maximum = maximum;
  }

  next(bar: Bar): Psar<number> {
    const { last } = this;
    if (last === null) {
      this.last = bar;
      return { line: Number.NaN, direction: Number.NaN };
    }
    if (this.before === null) this.start(last, bar);
    this.follow(bar, last, this.before ?? last);
    this.before = last;
    this.last = bar;
    return { line: this.stop, direction: this.isUp ? 1 : -1 };
  }

  private start(first: Bar, second: Bar): void {
    this.isUp = first.high + first.low <= second.high + second.low;
    this.extreme = this.isUp ? first.high : first.low;
    this.stop = this.isUp ? first.low : first.high;
    this.share = this.step;
  }

  private follow(bar: Bar, last: Bar, before: Bar): void {
    const { isUp } = this;
    const raw = (this.extreme - this.stop) * this.share + this.stop;
    const stop = isUp ? Math.min(raw, before.low, last.low) : Math.max(raw, before.high, last.high);
    if (isUp ? bar.high > this.extreme : bar.low < this.extreme) {
      this.extreme = isUp ? bar.high : bar.low;
      this.share = Math.min(this.share + this.step, this.maximum);
    }
    this.stop = stop;
    if (isUp ? bar.low < stop : bar.high > stop) {
      this.isUp = !isUp;
      this.stop = this.extreme;
      this.extreme = isUp ? bar.low : bar.high;
      this.share = this.step;
    }
  }
}
