import { describe, expect, it } from 'vitest';
import type { ClosedCandle } from '../market/session-candles.ts';
import { candleTurns } from './candle-turns.ts';

const MINUTE = 60_000;
const STALE = 30_000;

const candle = (symbol: string, timeframe: '1m' | '5m', start: number, minutes: number): ClosedCandle => ({
  symbol,
  timeframe,
  bar: { time: start * MINUTE, open: 1, high: 1, low: 1, close: 1, volume: 0 },
  endedAt: (start + minutes) * MINUTE,
});

/** The candles of each turn as text. A fresh one has an exclamation mark. */
const outline = (closed: readonly ClosedCandle[], now: number) =>
  candleTurns(closed, now, STALE).map((turn) =>
    (['ITC', 'SBIN'] as const).flatMap((symbol) =>
      (['1m', '5m'] as const).flatMap((timeframe) => {
        const one = turn.candle(symbol, timeframe);
        return one ? [`${symbol} ${timeframe} ${one.bar.time / MINUTE}${one.isFresh ? '!' : ''}`] : [];
      }),
    ),
  );

describe('candles that closed at once', () => {
  it('are one turn when they ended together', () => {
    const closed = [candle('ITC', '1m', 4, 1), candle('SBIN', '1m', 4, 1), candle('ITC', '5m', 0, 5)];
    expect(outline(closed, 5 * MINUTE)).toEqual([['ITC 1m 4!', 'ITC 5m 0!', 'SBIN 1m 4!']]);
  });

  it('come in the order in which they ended, and only the last of each is fresh', () => {
    const closed = [
      candle('ITC', '1m', 3, 1),
      candle('ITC', '1m', 4, 1),
      candle('SBIN', '1m', 3, 1),
      candle('ITC', '5m', 0, 5),
    ];
    expect(outline(closed, 5 * MINUTE)).toEqual([
      // The last of SBIN ended a minute ago, which is too long.
      ['ITC 1m 3', 'SBIN 1m 3'],
      ['ITC 1m 4!', 'ITC 5m 0!'],
    ]);
  });

  it('are all stale when the last of them is long over', () => {
    expect(outline([candle('ITC', '1m', 4, 1)], 5 * MINUTE + STALE)).toEqual([['ITC 1m 4!']]);
    expect(outline([candle('ITC', '1m', 4, 1)], 5 * MINUTE + STALE + 1)).toEqual([['ITC 1m 4']]);
    expect(outline([], 0)).toEqual([]);
  });
});
