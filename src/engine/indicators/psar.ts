import { newColumns } from '../columns.ts';
import { barAt, type Bar, type Bars } from '../bars.ts';
import { fillWarmUp, inChunks } from './indicator.ts';

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
  if (bars.length < 2) return { line, direction };
  const trend = startOf(barAt(bars, 0), barAt(bars, 1), Math.min(step, maximum));
  inChunks(1, bars.length, (from, to) =>
    follow(bars, line, direction, from, to, trend, Math.min(step, maximum), maximum),
  );
  return { line, direction };
};

/** The trend so far: the stop, its extreme price and the share of the way to it that a bar goes. */
interface Trend {
  isUp: boolean;
  stop: number;
  extreme: number;
  share: number;
}

const startOf = (first: Bar, second: Bar, step: number): Trend => {
  const isUp = first.high + first.low <= second.high + second.low;
  return {
    isUp,
    stop: isUp ? first.low : first.high,
    extreme: isUp ? first.high : first.low,
    share: step,
  };
};

/** Follow the trend over the bars `from` to `to` (excluded). None of them is the first. */
const follow = (
  { high, low }: Bars,
  line: Float64Array,
  direction: Float64Array,
  from: number,
  to: number,
  trend: Trend,
  step: number,
  maximum: number,
): void => {
  let { isUp, stop, extreme, share } = trend;
  // The second bar has but one bar before it.
  const before = Math.max(from - 2, 0);
  let [highBefore, lowBefore] = [high[before] as number, low[before] as number];
  let [highLast, lowLast] = [high[from - 1] as number, low[from - 1] as number];
  for (let index = from; index < to; index++) {
    const top = high[index] as number;
    const bottom = low[index] as number;
    stop = (extreme - stop) * share + stop;
    if (isUp) {
      const floor = lowBefore < lowLast ? lowBefore : lowLast;
      if (stop > floor) stop = floor;
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
      const ceiling = highBefore > highLast ? highBefore : highLast;
      if (stop < ceiling) stop = ceiling;
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
  trend.isUp = isUp;
  trend.stop = stop;
  trend.extreme = extreme;
  trend.share = share;
};

/** `psar` one bar at a time. */
export class PsarStream {
  private readonly step: number;
  private readonly maximum: number;
  private before: Bar | null = null;
  private last: Bar | null = null;
  private trend: Trend | null = null;

  constructor(step: number, maximum: number) {
    this.step = Math.min(step, maximum);
    this.maximum = maximum;
  }

  next(bar: Bar): Psar<number> {
    const { last } = this;
    const before = this.before ?? last;
    this.before = last;
    this.last = bar;
    if (last === null || before === null) return { line: Number.NaN, direction: Number.NaN };
    this.trend ??= startOf(last, bar, this.step);
    this.follow(this.trend, bar, last, before);
    return { line: this.trend.stop, direction: this.trend.isUp ? 1 : -1 };
  }

  private follow(trend: Trend, bar: Bar, last: Bar, before: Bar): void {
    const { isUp, extreme, share } = trend;
    const raw = (extreme - trend.stop) * share + trend.stop;
    trend.stop = isUp ? Math.min(raw, before.low, last.low) : Math.max(raw, before.high, last.high);
    if (isUp ? bar.high > extreme : bar.low < extreme) {
      trend.extreme = isUp ? bar.high : bar.low;
      trend.share = Math.min(share + this.step, this.maximum);
    }
    if (isUp ? bar.low < trend.stop : bar.high > trend.stop) {
      trend.isUp = !isUp;
      trend.stop = trend.extreme;
      trend.extreme = isUp ? bar.low : bar.high;
      trend.share = this.step;
    }
  }
}
