import { expect, it } from 'vitest';
import { distancePercent, isFarPrice } from './far-price.ts';

it.each([
  ['share', 103_00, 100_00, false],
  ['share', 103_05, 100_00, true],
  ['share', 96_95, 100_00, true],
  ['future', 25_800_00, 25_000_00, true],
  ['index', 25_500_00, 25_000_00, false],
  ['option', 120_00, 100_00, false],
  ['option', 121_00, 100_00, true],
  // A few steps of a cheap option are no slip.
  ['option', 1_40, 50, false],
  ['option', 1_55, 50, true],
  ['share', 10_00, 0, false],
] as const)('a price of one %s at %i with the last at %i is far: %s', (kind, price, last, isFar) => {
  expect(isFarPrice(kind, price, last)).toBe(isFar);
});

it('is measured from the last price, up and down', () => {
  expect([distancePercent(110, 100), distancePercent(75, 100)]).toEqual([10, -25]);
});
