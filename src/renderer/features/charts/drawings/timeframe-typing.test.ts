import { expect, test } from 'vitest';
import { timeframeTyped, typedAfter } from './timeframe-typing.ts';

test.each([
  ['5', '5m'],
  ['15', '15m'],
  ['60', '1h'],
  ['1h', '1h'],
  ['d', '1d'],
  ['D', '1d'],
  ['30m', '30m'],
  ['7', null],
  ['', null],
])('%s is typed for %s', (typed, timeframe) => {
  expect(timeframeTyped(typed)).toBe(timeframe);
});

test('digits and the letters of a timeframe are typed, and nothing else', () => {
  expect(typedAfter('', '1')).toBe('1');
  expect(typedAfter('1', '5')).toBe('15');
  expect(typedAfter('1', 'h')).toBe('1h');
  expect(typedAfter('', 'h')).toBeNull();
  expect(typedAfter('15', 'Backspace')).toBe('1');
  expect(typedAfter('', 'Backspace')).toBeNull();
  expect(typedAfter('', 'Enter')).toBeNull();
  expect(typedAfter('123', '4')).toBe('123');
});
