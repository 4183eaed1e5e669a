import { type Timeframe, TIMEFRAME_MINUTES } from '../../../shared/rule-document.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { barReplay } from '../../state/bar-replay.ts';

/** Candles that are hidden at the beginning of a replay. */
const HIDDEN_AT_FIRST = 200;

/** Moment at which a candle is known whole, epoch ms. A day is known when it is over. */
export const endOfBar = (time: number, timeframe: Timeframe): number =>
  time + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS;

/** Number of candles that are whole at a moment, epoch ms; times rise. */
export const barsKnownAt = (time: readonly number[], timeframe: Timeframe, at: number): number => {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOfBar(time[middle] ?? 0, timeframe) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Begin a replay of all charts before the last candles of one. */
export const beginReplay = (time: readonly number[], timeframe: Timeframe): void => {
  const first = time[Math.max(0, time.length - 1 - HIDDEN_AT_FIRST)];
  if (first !== undefined) barReplay.goTo(endOfBar(first, timeframe));
};
