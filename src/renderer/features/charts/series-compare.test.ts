import { expect, test } from 'vitest';
import { compareLines, straddleLine } from './series-compare.ts';

const own = { symbol: 'INFY', time: [0, 5, 10, 15], close: [100, 200, 220, 180] };
const other = { symbol: 'TCS', time: [5, 15, 20], close: [400, 500, 900] };

test('percents begin at the first candle that all have, and what one lacks is a gap', () => {
  const lines = compareLines('percent', own, [other]);
  expect(lines.map(({ label }) => label)).toEqual(['INFY', 'TCS']);
  expect(Array.from(lines[0]?.value ?? [], (value) => Math.round(value))).toEqual([NaN, 0, 10, -10]);
  expect(Array.from(lines[1]?.value ?? [], (value) => Math.round(value))).toEqual([NaN, 0, NaN, 25]);
});

test('a ratio is of the closes of one time', () => {
  expect(compareLines('ratio', own, [other])).toMatchObject([
    { label: 'INFY / TCS', value: [NaN, 0.5, NaN, 0.36], format: 'ratio' },
  ]);
});

test('without a common candle there is nothing to compare', () => {
  const far = { symbol: 'FAR', time: [99], close: [1] };
  for (const kind of ['percent', 'ratio'] as const)
    for (const { value } of compareLines(kind, own, [far]))
      expect(Array.from(value).every(Number.isNaN)).toBe(true);
  expect(compareLines('percent', own, [])).toEqual([]);
});

test('of a straddle the last minute of each candle counts', () => {
  const minutes = { time: [5, 6, 9, 12, 21], premium: [1, 2, 3, 4, 5] };
  expect(straddleLine('Straddle', own.time, 5, minutes).value).toEqual([NaN, 3, 4, NaN]);
});
