import type { Timeframe } from '../../shared/rule-document.ts';
import type { ClosedCandle } from '../market/session-candles.ts';

/** A closed candle, and whether it ended just now. */
export type TimedCandle = ClosedCandle & { readonly isFresh: boolean };

/** Candles that ended together, by instrument and timeframe. */
export interface CandleTurn {
  candle(symbol: string, timeframe: Timeframe): TimedCandle | undefined;
}

const keyOf = (symbol: string, timeframe: Timeframe): string => `${symbol} ${timeframe}`;

/**
 * Candles that closed at once, in turns by their end. After a sleep of the computer that is several of one
 * instrument. Only the last candle of each is fresh, and only if it ended no longer than `staleAfterMs` before `now`.
 */
export const candleTurns = (
  closed: readonly ClosedCandle[],
  now: number,
  staleAfterMs: number,
): CandleTurn[] => {
  const latest = new Map(closed.map((one) => [keyOf(one.symbol, one.timeframe), one]));
  const ends = [...new Set(closed.map(({ endedAt }) => endedAt))].sort((a, b) => a - b);
  return ends.map((end) => {
    const candles = new Map<string, TimedCandle>();
    for (const one of closed) {
      if (one.endedAt !== end) continue;
      const key = keyOf(one.symbol, one.timeframe);
      candles.set(key, { ...one, isFresh: latest.get(key) === one && now - end <= staleAfterMs });
    }
    return { candle: (symbol, timeframe) => candles.get(keyOf(symbol, timeframe)) };
  });
};
