import { expect, test } from 'vitest';
import { distanceText } from './distance-text.ts';

test.each([
  [{ kind: 'percent', value: 1.5 }, '1.50% of the entry price'],
  [{ kind: 'points', rupees: 12.5 }, '₹12.50 from the entry price'],
  [{ kind: 'atr', multiple: 2.5, period: 14 }, '2.5 × ATR of 14 candles'],
] as const)('%j is said as %s', (distance, text) => {
  expect(distanceText(distance)).toBe(text);
});
