import { expect, test } from 'vitest';
import { barLengthOf, barOfTime, timeOfBar } from './bar-times.ts';

const MINUTE = 60_000;
/** Two days of two candles with a night between them. */
const times = { time: [0, 5 * MINUTE, 1_000 * MINUTE, 1_005 * MINUTE], length: 5 * MINUTE };

test.each([
  ['the begin of a candle', 5 * MINUTE, 1],
  ['a time within one', 2.5 * MINUTE, 0.5],
  ['before the first', -10 * MINUTE, -2],
  ['after the last', 1_015 * MINUTE, 5],
])('%s is at its bar', (_, at, bar) => {
  expect(barOfTime(times, at)).toBe(bar);
});

test('a whole bar and its time lead to each other, within the candles and beyond them', () => {
  for (const bar of [-3, 0, 1, 2, 3, 4, 9]) expect(barOfTime(times, timeOfBar(times, bar))).toBe(bar);
  expect(barLengthOf('15m')).toBe(15 * MINUTE);
});
