import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { barsKnownAt } from './bar-replay.ts';
import { sliceCandles } from './bars.ts';

const OPEN = Date.parse('2026-11-20T09:15:00+05:30');
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+05:30');

test('a candle is known when it is over, and not before', () => {
  const times = [OPEN, OPEN + 5 * MINUTE_MS, OPEN + 10 * MINUTE_MS];
  const known = (minutes: number) => barsKnownAt(times, '5m', OPEN + minutes * MINUTE_MS);
  expect([0, 4.99, 5, 9, 10, 14, 15, 600].map(known)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test('the candle of a day hides its future from a minute of that day', () => {
  const days = [MIDNIGHT - DAY_MS, MIDNIGHT];
  expect(barsKnownAt(days, '1d', OPEN)).toBe(1);
  expect(barsKnownAt(days, '1d', MIDNIGHT + DAY_MS - 1)).toBe(1);
  expect(barsKnownAt(days, '1d', MIDNIGHT + DAY_MS)).toBe(2);
});

test('candles are cut in every column, and are the same ones where none is hidden', () => {
  const column = [1, 2, 3];
  const candles = {
    ...({ symbol: 'INFY', source: 'simulated', timeframe: '5m', hasVolume: true, time: column } as const),
    ...{ open: column, high: column, low: column, close: column, volume: column, openInterest: column },
  };
  const cut = sliceCandles(candles, 0, 2);
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume', 'openInterest'] as const)
    expect(cut[name]).toEqual([1, 2]);
  expect(sliceCandles(candles, 0, 3)).toBe(candles);
});
