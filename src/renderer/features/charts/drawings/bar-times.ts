import { type Timeframe, TIMEFRAME_MINUTES } from '../../../../shared/rule-document.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';

/** Times of the bars of a chart: epoch ms, rising; `length` is that of one bar, ms. */
export interface BarTimes {
  readonly time: readonly number[];
  readonly length: number;
}

/** Index of the last bar that has begun at a time; -1 before the first. */
const lastBegun = (time: readonly number[], at: number): number => {
  let [low, high] = [0, time.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((time[middle] ?? 0) <= at) low = middle + 1;
    else high = middle - 1;
  }
  return high;
};

/**
 * Bar of a time. Nights and holidays take no room, so it lies between the bars around it by its share of the time
 * between them; before the first and after the last bar, bars follow each other without a break.
 */
export const barOfTime = ({ time, length }: BarTimes, at: number): number => {
  const begun = lastBegun(time, at);
  const [before, after] = [time[begun], time[begun + 1]];
  if (before === undefined) return (at - (time[0] ?? at)) / length;
  if (after === undefined) return begun + (at - before) / length;
  return begun + (at - before) / (after - before);
};

/** Time of a whole bar, epoch ms; the reverse of `barOfTime`. */
export const timeOfBar = ({ time, length }: BarTimes, bar: number): number => {
  const last = time.length - 1;
  if (bar < 0) return (time[0] ?? 0) + bar * length;
  return bar > last ? (time[last] ?? 0) + (bar - last) * length : (time[bar] ?? 0);
};

/** Length of a bar of a timeframe, ms. */
export const barLengthOf = (timeframe: Timeframe): number => TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;
